import { createServer, request, type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http';
import { createServer as createRawServer } from 'node:net';
import { type Started, targetAt, type Target } from './target.ts';

/** The product behind a proxy that brings one fault in: what each checker has to notice. */
type Fault = {
  /** Changes what goes in. */
  readonly sent?: (options: RequestOptions) => void;
  /** Changes what comes out. @returns a body instead of the product's. */
  readonly got?: (answer: Answer) => string | undefined;
};
type Answer = {
  status: number;
  readonly url: string;
  readonly sent: string;
  readonly headers: Record<string, unknown>;
  readonly text: string;
};

const unprotected = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'cache-control'];

function faultOf(name: string, healthy: Target, admin: string): Fault {
  const asOwnPage = (options: RequestOptions): void => {
    const kept = Object.entries(options.headers ?? {}).filter(([key]) => !key.startsWith('sec-fetch'));
    options.headers = { ...Object.fromEntries(kept), origin: healthy.origin, 'content-type': 'application/json' };
  };
  let calls = 0;
  const faults: Readonly<Record<string, Fault>> = {
    headers: { got: ({ headers }) => without(headers, unprotected) },
    wapiti: { got: ({ headers }) => without(headers, unprotected) },
    files: { got: ({ url }) => (url.includes('package.json') ? '{"workspaces":[]}' : undefined) },
    'content-types': { sent: asOwnPage },
    csrf: { sent: (options) => (options.method === 'POST' ? asOwnPage(options) : undefined) },
    browser: {
      got: ({ headers, text, url }) => {
        without(headers, unprotected);
        return url.startsWith('/org/') || url.startsWith('/msp/') ? `${text}<script>window.hurt=1</script>` : undefined;
      },
    },
    sqlmap: { got: ({ url }) => (url.includes('search?q=') ? injectable(url) : undefined) },
    escalation: {
      sent: (options) => {
        calls += 1;
        if (calls > 400 && calls % 2 === 0) {
          options.headers = { ...Object.fromEntries(Object.entries(options.headers ?? {})), cookie: `sid=${admin}` };
        }
      },
    },
    fuzz: {
      got: (answer) => {
        if (!/'/.test(answer.sent)) return undefined;
        answer.status = 500;
        return '{"message":"syntax error at \'","code":"server.failed"}';
      },
    },
  };
  return faults[name] ?? {};
}

/** Answers as a query would into which the text was put as it is: with rows only where its condition holds. */
function injectable(url: string): string {
  const given = decodeURIComponent(url.replace(/\+/g, ' '));
  const condition = /\bAND\s+['(]*(\w+)'?\s*=\s*'?(\w+)/i.exec(given);
  const holds = condition === null ? !/\b(AND|OR|UNION|ORDER BY)\b/i.test(given) : condition[1] === condition[2];
  return JSON.stringify({ organizations: holds ? [{ name: 'Cedar Clinic' }, { name: 'Cedar Dental' }] : [] });
}

function without(headers: Record<string, unknown>, names: readonly string[]): undefined {
  for (const name of names) {
    headers[name] = undefined;
  }
}

function textOf(stream: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    stream.on('error', reject);
  });
}

async function pass(incoming: IncomingMessage, response: ServerResponse, healthy: Target, fault: Fault): Promise<void> {
  const sent = await textOf(incoming);
  const { url = '/', method = 'GET' } = incoming;
  const options: RequestOptions = {
    host: '127.0.0.1',
    port: healthy.port,
    path: url,
    method,
    headers: {
      ...incoming.headers,
      host: `localhost:${healthy.port}`,
      origin: ownOrigin(incoming, healthy),
      // What is compressed can't be changed here.
      'accept-encoding': 'identity',
    },
  };
  fault.sent?.(options);
  const answered = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ ...options, headers: defined(options.headers ?? {}) }, resolve)
      .on('error', reject)
      .end(sent);
  });
  const text = await textOf(answered);
  const answer: Answer = { status: answered.statusCode ?? 500, url, sent, headers: { ...answered.headers }, text };
  const instead = fault.got?.(answer);
  response.writeHead(answer.status, {
    ...defined(answer.headers),
    'content-length': String(Buffer.byteLength(instead ?? text)),
  });
  response.end(instead ?? text);
}

/** The proxy's own pages count as the product's own; foreign ones stay foreign. */
function ownOrigin({ headers }: IncomingMessage, healthy: Target): string | undefined {
  const isOwn = headers.origin !== undefined && new URL(headers.origin).host === headers.host;
  return isOwn ? healthy.origin : headers.origin;
}

function defined(headers: object): Record<string, string | string[]> {
  const entries: [string, unknown][] = Object.entries(headers);
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== undefined)
      .filter(([name]) => name !== 'transfer-encoding' && name !== 'content-length')
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}

/** For the framing: whatever comes is answered, twice, and slow ones may stay. */
async function startCareless(port: number): Promise<() => Promise<void>> {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
  const server = createRawServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      if (data.includes('\r\n\r\n')) {
        socket.write(`${answer}${answer}`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  return () => new Promise((resolve) => server.close(() => resolve()));
}

export async function startSick(healthy: Target, name: string): Promise<Started> {
  const port = healthy.port + 20;
  const target = targetAt(port, healthy.dataFolder);
  if (name === 'framing') {
    return { target, stop: await startCareless(port) };
  }
  const fault = faultOf(name, healthy, await healthy.signIn('root'));
  const server = createServer((incoming, response) => {
    pass(incoming, response, healthy, fault).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  return {
    target,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
