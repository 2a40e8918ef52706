import { createServer } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { atFileEnd } from './file-end.ts';

/** Of what a mail server may have something against. */
export type Refused = 'sender' | 'recipient' | 'message';

/** A real SMTP server on loopback that keeps what it receives. It can be down at first, go down again, and refuse mails. */
export type MailServer = {
  readonly url: string;
  readonly received: readonly Email[];
  /** What it received for this address, the oldest first. */
  readonly mailsTo: (email: string) => readonly Email[];
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** From now on it answers so, for instance '550 5.1.1 Unknown'; undefined: it takes everything again. */
  readonly refuse: (refused: Refused, reply: string | undefined) => void;
};

/** Reserves a port below the ephemeral range; nothing listens there before `start`. */
export async function createMailServer(): Promise<MailServer> {
  const port = await freePort();
  const received: Email[] = [];
  const replies = new Map<Refused, string>();
  const answer = (refused: Refused, done: (error?: Error) => void) => {
    const reply = replies.get(refused);
    done(
      reply === undefined
        ? undefined
        : Object.assign(new Error(reply.slice(4)), { responseCode: Number.parseInt(reply, 10) }),
    );
  };
  let server: SMTPServer | undefined;
  const keep = async (message: Buffer, done: (error?: Error) => void) => {
    if (!replies.has('message')) {
      received.push(await PostalMime.parse(message));
    }
    answer('message', done);
  };
  const stop = async () => {
    const running = server;
    server = undefined;
    await new Promise<void>((resolve) => (running === undefined ? resolve() : running.close(resolve)));
  };
  atFileEnd(stop);
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    mailsTo: (email) => received.filter(({ to }) => to?.some(({ address }) => address === email)),
    start: async () => {
      const starting = new SMTPServer({
        authOptional: true,
        disabledCommands: ['AUTH', 'STARTTLS'],
        onMailFrom: (_address, _session, done) => answer('sender', done),
        onRcptTo: (_address, _session, done) => answer('recipient', done),
        onData: (stream, _session, done) => {
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('end', () => void keep(Buffer.concat(chunks), done));
        },
      });
      server = starting;
      await new Promise<void>((resolve) => starting.listen(port, '127.0.0.1', resolve));
    },
    stop,
    refuse: (refused, reply) => void (reply === undefined ? replies.delete(refused) : replies.set(refused, reply)),
  };
}

async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) {
      return port;
    }
  }
  throw new Error('No free port was found.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
