import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { type Answer, atRate, call } from '../bench/load/calls.ts';
import { freePort } from '../bench/load/programs.ts';
import { percentile } from '../bench/load/table.ts';
import { type Fault, withProduct } from './fault.ts';

const each = 100;
const seconds = 15;

export const slowClients: Fault = {
  name: 'slow clients',
  holds:
    'everybody else is served meanwhile (p99 < 1 s, or < 5 × what it was before), and who never finishes a request is cut off within 15 s',
  planted: 'a server without limits in time',
  run: ({ planted }) =>
    withProduct({}, async (product, { seeded }) => {
      const me = () => call(`${product.origin}${authEndpoints.me.path}`, { cookie: seeded.mspCookie });
      const quiet = p99Of(await atRate({ perSecond: 20, seconds: 4 }, me));
      const patient = planted ? await patientServer() : undefined;
      const port = patient === undefined ? Number(new URL(product.origin).port) : portOf(patient);
      const cookie = seeded.mspCookie;
      const begun =
        'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{';
      const sockets = [
        ...Array.from({ length: each }, () => dripping(port, 'GET /api/auth/me HTTP/1.1\r\nhost: localhost\r\nx: ')),
        ...Array.from({ length: each }, () => dripping(port, begun)),
      ];
      // Asks for a long list and never reads it.
      const list = `GET ${organizationEndpoints.listTenants.path} HTTP/1.1\r\nhost: localhost\r\ncookie: sid=${cookie}\r\n\r\n`;
      const deaf = Array.from({ length: 5 }, () =>
        connect({ host: '127.0.0.1', port })
          .on('error', () => undefined)
          .pause(),
      );
      for (const socket of deaf) socket.write(list.repeat(10));
      const answers = await atRate({ perSecond: 20, seconds }, me);
      const open = sockets.filter(({ closed }) => !closed).length;
      for (const socket of [...sockets, ...deaf]) socket.destroy();
      patient?.closeAllConnections();
      patient?.close();
      const p99 = p99Of(answers);
      const bad = answers.filter(({ status }) => status !== 200).length;
      return {
        measured: `${2 * each} sockets that drip, ${deaf.length} that do not read: ${open} still open after ${seconds} s; others p99 ${p99.toFixed(0)} ms (${quiet.toFixed(0)} before), ${bad} errors in ${answers.length}`,
        wrong: [
          ...(open > 0 ? [`${open} slow connections were never cut off`] : []),
          ...(p99 > Math.max(1_000, 5 * quiet) ? [`others waited: p99 ${p99.toFixed(0)} ms`] : []),
          ...(bad > 0 ? [`${bad} others were not served`] : []),
        ],
      };
    }),
};

function p99Of(answers: readonly Answer[]): number {
  return percentile(
    answers.map(({ milliseconds }) => milliseconds),
    0.99,
  );
}

/** Sends the beginning, and then a byte every second. */
function dripping(port: number, beginning: string): Socket {
  const socket = connect({ host: '127.0.0.1', port }, () => socket.write(beginning));
  const timer = setInterval(() => socket.writable && socket.write('x'), 1_000);
  socket.resume();
  socket.on('error', () => undefined);
  socket.on('close', () => clearInterval(timer));
  return socket;
}

async function patientServer(): Promise<Server> {
  const server = createServer({ headersTimeout: 0, requestTimeout: 0 }, (request) => request.resume());
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
