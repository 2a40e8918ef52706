import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type Server, type Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { selfSigned } from '../../testing/self-signed.ts';
import { sendHttps, sendSyslog } from './send-entries.ts';

const { key, certificate } = selfSigned();

let connected: () => void = () => undefined;

/** Says a little every moment and never comes to an end. */
function goOnSaying(socket: Socket, something: () => unknown): void {
  const timer = setInterval(something, 100);
  socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
  connected();
}

const collectors: Record<'syslog' | 'https', () => Server> = {
  syslog: () => createTcp({ allowHalfOpen: true }, (socket) => goOnSaying(socket.resume(), () => socket.write('.'))),
  https: () =>
    createHttps({ key, cert: certificate }, (request, answer) =>
      goOnSaying(request.resume().socket, () => answer.writeProcessing()),
    ),
};

afterEach(() => vi.useRealTimers());

const ways = [
  { kind: 'syslog', protocol: 'tcp', send: sendSyslog },
  { kind: 'https', protocol: 'https', send: sendHttps },
] as const;

/** Sends nothing to a collector that never comes to an end. @returns the failure, once the two are connected. */
async function sendToUnending({ kind, protocol, send }: (typeof ways)[number], signal: AbortSignal) {
  const connection = new Promise<void>((resolve) => {
    connected = resolve;
  });
  const server = collectors[kind]();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const target = new URL(`${protocol}://localhost:${port}/`);
  const destination = { address: '127.0.0.1', family: 4 } as const;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failure = send({ target, destination, token: '', authority: certificate, sender: 'us', signal }, []).catch(
    (error: unknown) => error,
  );
  await connection;
  return { failure };
}

test.each(ways)('over $kind, who takes for ever is left after 20 seconds', async (way) => {
  const { failure } = await sendToUnending(way, new AbortController().signal);
  vi.advanceTimersByTime(20_000);
  expect(await failure).toEqual(new Error('the other side does not take everything in time'));
});

test.each(ways)('over $kind, it is left when our server stops', async (way) => {
  const stopping = new AbortController();
  const { failure } = await sendToUnending(way, stopping.signal);
  stopping.abort();
  expect(await failure).toEqual(new Error('it was broken off, as this server stops'));
});
