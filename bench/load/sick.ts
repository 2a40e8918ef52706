// What --prove plants in a product (see `sickness` in programs.ts), which loads this first: each call computes for a while before it
// is answered, and leaves something in memory.
import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';

const milliseconds = Number(process.env['SICK_MILLISECONDS'] ?? 0);
const kilobytes = Number(process.env['SICK_KILOBYTES'] ?? 0);
const kept: Buffer[] = [];

/** https://nodejs.org/api/diagnostics_channel.html#http: told before the server's own listener, which waits until this returns. */
subscribe('http.server.request.start', (message) => {
  if (!isOfApi(message)) return;
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  if (kilobytes > 0) kept.push(Buffer.alloc(kilobytes * 1024, 1));
});

function isOfApi(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'request' in message &&
    message.request instanceof IncomingMessage &&
    message.request.url?.startsWith('/api/') === true
  );
}
