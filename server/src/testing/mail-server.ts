import { createServer } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

/** A real SMTP server on loopback that keeps what it receives. It can be down at first, and go down again. */
export type MailServer = {
  readonly url: string;
  readonly received: readonly Email[];
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Reserves a port below the ephemeral range; nothing listens there before `start`. */
export async function createMailServer(): Promise<MailServer> {
  const port = await freePort();
  const received: Email[] = [];
  let server: SMTPServer | undefined;
  const keep = async (message: Buffer, done: () => void) => {
    received.push(await PostalMime.parse(message));
    done();
  };
  const stop = async () => {
    const running = server;
    server = undefined;
    await new Promise<void>((resolve) => (running === undefined ? resolve() : running.close(resolve)));
  };
  afterAll(stop);
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    start: async () => {
      const starting = new SMTPServer({
        authOptional: true,
        disabledCommands: ['AUTH', 'STARTTLS'],
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
