import { connect } from 'node:net';
import type { Findings, Target } from './target.ts';

/** Raw bytes on a socket: what no HTTP client would send, and what proxies and servers understand differently. */
type Answer = { readonly text: string; readonly milliseconds: number; readonly closed: boolean };

type Sending = {
  readonly port: number;
  /** Sent one after the other, `pauseMs` apart. */
  readonly pieces: readonly string[];
  readonly pauseMs?: number;
  /** The longest time to wait for the server to close. */
  readonly waitMs: number;
  /** Once something came back, only so long: for what should not come as well. */
  readonly lingerMs?: number;
};

function send({ port, pieces, pauseMs = 0, waitMs, lingerMs = waitMs }: Sending): Promise<Answer> {
  return new Promise((resolve) => {
    const began = performance.now();
    let text = '';
    let timer: NodeJS.Timeout | undefined;
    const socket = connect({ host: '127.0.0.1', port });
    const done = (closed: boolean) => {
      clearInterval(timer);
      clearTimeout(limit);
      socket.destroy();
      resolve({ text, milliseconds: performance.now() - began, closed });
    };
    let limit = setTimeout(() => done(false), waitMs);
    const left = [...pieces];
    const sendNext = () => {
      const piece = left.shift();
      if (piece === undefined) {
        clearInterval(timer);
      } else if (socket.writable) {
        socket.write(piece, 'latin1');
      }
    };
    socket.once('data', () => {
      clearTimeout(limit);
      limit = setTimeout(() => done(false), lingerMs);
    });
    socket.on('data', (data) => (text += data.toString('latin1')));
    socket.on('error', () => done(true));
    socket.on('close', () => done(true));
    socket.on('connect', () => {
      sendNext();
      if (pauseMs > 0) {
        timer = setInterval(sendNext, pauseMs);
      } else {
        while (left.length > 0) {
          sendNext();
        }
      }
    });
  });
}

type Case = { readonly name: string; readonly bytes: string; readonly statuses?: readonly number[] };

const refused = [400, 404, 405, 408, 413, 414, 431, 501, 505];

function casesFor(port: number): readonly Case[] {
  const host = `Host: localhost:${port}\r\n`;
  const post = `POST /api/auth/login HTTP/1.1\r\n${host}Origin: http://localhost:${port}\r\nContent-Type: application/json\r\n`;
  const get = (headers: string) => `GET /api/auth/me HTTP/1.1\r\n${host}${headers}\r\n`;
  const smuggled = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
  return [
    { name: 'two lengths that differ', bytes: `${post}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}${smuggled}` },
    { name: 'two lengths in one header', bytes: `${post}Content-Length: 2, 40\r\n\r\n{}${smuggled}` },
    {
      name: 'chunked and a length',
      bytes: `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`,
    },
    {
      name: 'a length and chunked',
      bytes: `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    },
    { name: 'an unknown transfer encoding', bytes: `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n` },
    {
      name: 'chunked twice',
      bytes: `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
    },
    { name: 'a blank before the colon', bytes: `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}` },
    { name: 'a folded header', bytes: `${post}X-A: 1\r\n Transfer-Encoding: chunked\r\nContent-Length: x\r\n\r\n` },
    { name: 'a negative length', bytes: `${post}Content-Length: -1\r\n\r\n` },
    { name: 'a length with a sign', bytes: `${post}Content-Length: +2\r\n\r\n{}` },
    { name: 'a length that overflows', bytes: `${post}Content-Length: 99999999999999999999\r\n\r\n{}` },
    {
      name: 'a chunk size that overflows',
      bytes: `${post}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFFFF\r\n{}`,
    },
    { name: 'a chunk size that is none', bytes: `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n` },
    { name: 'a NUL in a header', bytes: get('X-A: a\0b\r\n') },
    { name: 'a bare CR in a header', bytes: get('X-A: a\rX-B: b\r\n') },
    { name: 'a header without a name', bytes: get(': nothing\r\n') },
    { name: 'headers of 100 KB', bytes: get(`X-A: ${'a'.repeat(100_000)}\r\n`) },
    { name: '5,000 headers', bytes: get('X-A: 1\r\n'.repeat(5_000)) },
    { name: 'an address of 100 KB', bytes: `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n` },
    { name: 'no host', bytes: 'GET /api/auth/me HTTP/1.1\r\n\r\n' },
    { name: 'two hosts', bytes: `GET /api/auth/me HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n` },
    { name: 'an address with a host in it', bytes: `GET http://evil.example/api/auth/me HTTP/1.1\r\n${host}\r\n` },
    { name: 'no HTTP at all', bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n' },
    { name: 'HTTP/2 in clear', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
    { name: 'HTTP/9.9', bytes: `GET / HTTP/9.9\r\n${host}\r\n` },
    ...['TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'].map((method) => ({
      name: `the method ${method}`,
      bytes: `${method} /api/auth/me HTTP/1.1\r\n${host}Origin: http://localhost:${port}\r\nX-Secret: echo\r\n\r\n`,
      statuses: [400, 403, 404, 405, 415, 501],
    })),
    { name: 'CONNECT', bytes: `CONNECT evil.example:80 HTTP/1.1\r\n${host}\r\n` },
    {
      name: 'an upgrade to something',
      bytes: get('Connection: Upgrade\r\nUpgrade: websocket\r\n'),
      statuses: [400, 401, 404, 426],
    },
    { name: 'a line break in the address', bytes: `GET /api/x%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\n${host}\r\n` },
  ];
}

/** How many answers came: a smuggled second request would be answered too. */
function defectOf({ name, statuses = refused }: Case, { text, closed }: Answer): string | undefined {
  const answers = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  const [first] = answers;
  if (answers.length > 1) {
    return `${name}: ${answers.length} answers (${answers.join(', ')})`;
  }
  if (first === undefined) {
    return closed ? undefined : `${name}: neither an answer nor an end`;
  }
  if (/^set-cookie: a=b|X-Secret: echo/im.test(text)) {
    return `${name}: what was sent came back as a header`;
  }
  return statuses.includes(first) ? undefined : `${name}: answered ${first}`;
}

/** Whoever sends slowly is cut off: connections are few. */
async function slowOnes({ port, origin }: Target): Promise<string[]> {
  const byte = (text: string) => text.split('');
  const head = `POST /api/auth/login HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
  const cases = [
    { name: 'headers a byte at a time', pieces: byte(`GET / HTTP/1.1\r\nX-A: ${'a'.repeat(400)}`), limitMs: 9_000 },
    { name: 'nothing at all', pieces: [''], limitMs: 9_000 },
    { name: 'a body a byte at a time', pieces: [head, ...byte('x'.repeat(400))], limitMs: 15_000 },
  ];
  const answers = await Promise.all(
    cases.map(async ({ name, pieces, limitMs }) => {
      const answer = await send({ port, pieces, pauseMs: 200, waitMs: limitMs });
      return answer.closed ? undefined : `${name}: still open after ${limitMs / 1_000} s`;
    }),
  );
  return answers.filter((answer) => answer !== undefined);
}

export async function framing(target: Target): Promise<Findings> {
  const cases = casesFor(target.port);
  const [slow, ...answers] = await Promise.all([
    slowOnes(target),
    ...cases.map(async (one) => {
      const sending = { port: target.port, pieces: [one.bytes], waitMs: 10_000, lingerMs: 1_000 };
      return defectOf(one, await send(sending));
    }),
  ]);
  const defects = [...answers.filter((defect) => defect !== undefined), ...slow];
  const alive = await target.ask({ path: '/health/live' });
  return {
    checked: cases.length + 3,
    of: 'connections',
    defects: alive.status === 200 ? defects : [...defects, 'the server does not answer any more'],
  };
}
