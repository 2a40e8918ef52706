import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { demoAccounts, demoPassword } from '../tools/demo-accounts.mjs';

export type Account = keyof typeof demoAccounts;

function isAccount(name: string): name is Account {
  return name in demoAccounts;
}

export const accountNames: readonly Account[] = Object.keys(demoAccounts).filter(isAccount);

export type Ask = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookie?: string | undefined;
  readonly body?: string;
};
export type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

/** The demo that is attacked: a server of its own, on a port and in a data folder of its own. */
export type Target = {
  readonly port: number;
  readonly origin: string;
  readonly dataFolder: string;
  readonly ask: (ask: Ask) => Promise<Reply>;
  /** A write as our own page makes it. */
  readonly write: (path: string, body: unknown, cookie?: string) => Promise<Reply>;
  readonly signIn: (account: Account) => Promise<string>;
};

/** A checker's findings: no defects means that it passed. */
export type Findings = {
  readonly checked: number;
  readonly of: string;
  readonly defects: readonly string[];
  /** Why it did not run. */
  readonly skipped?: string;
};
export type Checker = {
  readonly name: string;
  readonly about: string;
  /** What `--prove` plants, to see the checker fail. */
  readonly fault: string;
  readonly run: (target: Target) => Promise<Findings>;
  /** The same with its fault, where that is not planted between the checker and the product (sick.ts). */
  readonly runSick?: () => Promise<Findings>;
};

/** The session that an answer opens, if it opens one. */
export function sessionIn({ headers }: Reply): string | undefined {
  return /(?:^|,\s*)sid=([^;]+)/.exec(String(headers['set-cookie']))?.[1];
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

export function targetAt(port: number, dataFolder: string): Target {
  const origin = `http://localhost:${port}`;
  const ask = (one: Ask) => asked(port, one);
  const write = (at: string, body: unknown, cookie?: string) =>
    ask({
      method: 'POST',
      path: at,
      cookie,
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    port,
    origin,
    dataFolder,
    ask,
    write,
    signIn: async (account) => {
      const reply = await write('/api/auth/login', { email: demoAccounts[account], password: demoPassword });
      const sid = sessionIn(reply);
      if (sid === undefined) {
        throw new Error(`${account} could not sign in: ${reply.status} ${reply.text.slice(0, 200)}`);
      }
      return sid;
    },
  };
}

function asked(port: number, { method = 'GET', path: at, headers = {}, cookie, body }: Ask): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path: at,
      headers: {
        host: `localhost:${port}`,
        ...(cookie === undefined ? {} : { cookie: `sid=${cookie}` }),
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
    });
    sent.setTimeout(20_000, () => sent.destroy(new Error(`no answer in 20 s: ${method} ${at.slice(0, 100)}`)));
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.end(body);
  });
}

export type Started = { readonly target: Target; readonly stop: () => Promise<void> };

/** Starts the product as `npm start` does, in a new data folder that is removed again. */
export async function startDemo(port: number): Promise<Started> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'sentrywell-attack-'));
  // As root the database runs as another account, which has to pass through.
  chmodSync(dataFolder, 0o711);
  const child = spawn('node', ['server/src/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataFolder,
      // The limits have tests of their own; here they would only hide what is behind them.
      RATE_LIMIT_FACTOR: '100000',
      LOG_LEVEL: 'info',
    },
  });
  let said = '';
  child.stdout.on('data', (data) => (said += String(data)));
  child.stderr.on('data', (data) => (said += String(data)));
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([ended, wait(20_000).then(() => child.kill('SIGKILL'))]);
    rmSync(dataFolder, { recursive: true, force: true });
  };
  const target = targetAt(port, dataFolder);
  for (let tries = 0; tries < 360 && child.exitCode === null; tries += 1) {
    const ready = await target.ask({ path: '/health/ready' }).catch(() => undefined);
    if (ready?.status === 200) {
      return { target, stop };
    }
    await wait(500);
  }
  await stop();
  throw new Error(`The demo did not start:\n${said.slice(-2_000)}`);
}
