import type { ClientRequest } from 'node:http';
import { request } from 'node:https';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ChainEntry } from './chain-queries.ts';
import type { Destination } from './egress.ts';

export type Delivery = {
  readonly target: URL;
  readonly destination: Destination;
  /** In clear; empty: none. */
  readonly token: string;
  /** PEM of a private certificate authority; empty: the public ones. */
  readonly authority: string;
  /** How this installation names itself. */
  readonly sender: string;
  /** Breaks the delivery off. */
  readonly signal: AbortSignal;
};

const patienceMilliseconds = 10_000;
const deadlineMilliseconds = 20_000;
// Facility 13, log audit; severity 6, informational, or 4, warning.
const facility = 13 * 8;

/** One entry as RFC 5424 says, its message the JSON that the chain export has too, framed by its length (RFC 6587, RFC 5425). */
function syslogFrame(entry: ChainEntry, sender: string): string {
  const severity = entry.result === 'success' ? 6 : 4;
  const kind = entry.category.replaceAll(' ', '');
  const message = `<${facility + severity}>1 ${entry.occurredAt} ${sender} sentrywell - ${kind} - ${JSON.stringify(entry)}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

/** Patience is for silence alone: who says a byte now and then would be waited for for ever. */
function endInTime(connection: Socket | ClientRequest, { signal }: Pick<Delivery, 'signal'>): void {
  const late = new Error('the other side does not take everything in time');
  const timer = setTimeout(() => connection.destroy(late), deadlineMilliseconds);
  const breakOff = () => void connection.destroy(new Error('it was broken off, as this server stops'));
  signal.addEventListener('abort', breakOff);
  connection.once('close', () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', breakOff);
  });
}

/** Sends and waits until the other side has taken everything and closed. @throws Error with a sentence. */
export async function sendSyslog(delivery: Delivery, entries: readonly ChainEntry[]): Promise<void> {
  const text = entries.map((entry) => syslogFrame(entry, delivery.sender)).join('');
  const socket = connected(delivery);
  endInTime(socket, delivery);
  await new Promise<void>((resolve, reject) => {
    socket.setTimeout(patienceMilliseconds, () => socket.destroy(new Error('the collector does not answer')));
    socket.once('error', reject);
    socket.once('close', (failed) => (failed ? undefined : resolve()));
    socket.end(text);
    // A collector says nothing; what it sends would otherwise keep the connection from closing.
    socket.resume();
  });
}

function connected({ target, destination, authority }: Delivery): Socket {
  const address = { host: destination.address, family: destination.family, port: Number(target.port) };
  if (target.protocol === 'tcp:') {
    return connectPlain(address);
  }
  const servername = target.hostname.replace(/^\[|\]$/g, '');
  return connectTls({ ...address, servername, ...(authority === '' ? {} : { ca: authority }) });
}

/** One POST of JSON lines; any 2xx is an acknowledgement. No redirect is followed. @throws Error with a sentence. */
export async function sendHttps(delivery: Delivery, entries: readonly ChainEntry[]): Promise<void> {
  const { target, destination, token, authority, sender } = delivery;
  const body = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  await new Promise<void>((resolve, reject) => {
    const outgoing = request(
      target,
      {
        method: 'POST',
        timeout: patienceMilliseconds,
        // Always the address that was checked, whatever the name says now.
        lookup: (_host, options, found) =>
          options.all === true ? found(null, [destination]) : found(null, destination.address, destination.family),
        ...(authority === '' ? {} : { ca: authority }),
        headers: {
          'content-type': 'application/x-ndjson',
          'content-length': Buffer.byteLength(body),
          'user-agent': `Sentrywell (${sender})`,
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        },
      },
      (answer) => {
        const { statusCode = 0 } = answer;
        answer.resume();
        if (statusCode >= 200 && statusCode < 300) {
          resolve();
        } else {
          reject(new Error(`the address answered with status ${statusCode}`));
        }
      },
    );
    endInTime(outgoing, delivery);
    outgoing.once('timeout', () => outgoing.destroy(new Error('the address does not answer')));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
