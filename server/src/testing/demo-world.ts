import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { type Endpoint, pathOf } from '@sentrywell/contract/endpoint.ts';
import pg from 'pg';
import { buildApp } from '../app.ts';
import { demoPassword, loadDemo } from '../demo/load-demo.ts';
import { openDatabase } from '../kernel/database.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { generateSecretTexts, readSecrets } from '../kernel/secrets.ts';
import { readSettings } from '../settings.ts';
import { atFileEnd } from './file-end.ts';
import { giveToOrdinaryOwner } from './ordinary-owner.ts';
import { createTestDatabase } from './test-database.ts';

type SignIn = (email: string, password?: string) => Promise<{ readonly status: number; readonly cookie: string }>;

export type DemoWorld = {
  readonly kernel: Kernel;
  /** A person's call, signed in with the demo's password. */
  readonly call: (
    endpoint: Endpoint,
    as: string,
    options?: {
      readonly params?: Readonly<Record<string, string | number>>;
      readonly query?: Readonly<Record<string, string>>;
    },
  ) => Promise<{ readonly status: number; readonly json: unknown }>;
  readonly signIn: SignIn;
  /** Signing in at a server of other settings over the same data. */
  readonly signInWhere: (environment: Readonly<Record<string, string>>) => Promise<SignIn>;
  readonly owner: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Loads it again, as nobody should. */
  readonly loadAgain: () => Promise<void>;
};

type Options = { readonly ordinaryOwner?: boolean };

/**
 * The demo's own data in a fresh database, and the product over it, at the moment `now` that it was loaded.
 * `ordinaryOwner`: loaded by a role that row security binds.
 */
export async function buildDemoWorld(now: Date, { ordinaryOwner = false }: Options = {}): Promise<DemoWorld> {
  const testDatabase = await createTestDatabase();
  const schemaOwner = ordinaryOwner ? await giveToOrdinaryOwner(testDatabase) : testDatabase.owner;
  const secrets = readSecrets(generateSecretTexts());
  const load = () =>
    loadDemo({
      owner: schemaOwner,
      passwordPepper: secrets.passwordPepper,
      now,
      onProgress: () => undefined,
    });
  await load();
  const owner = new pg.Client(testDatabase.owner);
  await owner.connect();
  const database = openDatabase({ connection: testDatabase.app, connections: 4, log: { warn: () => undefined } });
  const kernels: Kernel[] = [];
  const start = async (environment: Readonly<Record<string, string>>) => {
    const settings = readSettings({ LOG_LEVEL: 'silent', DEMO: 'off', RATE_LIMIT_FACTOR: '1000', ...environment });
    const kernel = await buildApp({ settings, secrets, database, clock: { now: () => now } });
    kernels.push(kernel);
    return kernel;
  };
  atFileEnd(async () => {
    for (const { jobs, app } of kernels) {
      await jobs.stop();
      await app.close();
    }
    await database.close();
    await owner.end();
    await testDatabase.drop();
  });
  const kernel = await start({});
  const headers = headersOf(kernel);
  const signIn = signInTo(kernel);
  const cookies = new Map<string, string>();
  return {
    kernel,
    signIn,
    signInWhere: async (environment) => signInTo(await start(environment)),
    loadAgain: load,
    owner: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await owner.query<Row>(text, [...values])).rows,
    call: async (endpoint, as, { params = {}, query = {} } = {}) => {
      const cookie = cookies.get(as) ?? (await signIn(as)).cookie;
      cookies.set(as, cookie);
      const pathname = pathOf(endpoint, params);
      const search = new URLSearchParams(query).toString();
      const reply = await kernel.app.inject({
        method: endpoint.method,
        url: search === '' ? pathname : `${pathname}?${search}`,
        headers: { ...headers, cookie: `sid=${cookie}` },
      });
      return { status: reply.statusCode, json: reply.json() as unknown };
    },
  };
}

function headersOf({ settings: { publicUrl } }: Kernel): Record<string, string> {
  return { host: new URL(publicUrl).host, origin: publicUrl, 'content-type': 'application/json' };
}

function signInTo(kernel: Kernel): SignIn {
  const headers = headersOf(kernel);
  return async (email, password = demoPassword) => {
    const payload = JSON.stringify({ email, password });
    const reply = await kernel.app.inject({ method: 'POST', url: authEndpoints.login.path, headers, payload });
    return { status: reply.statusCode, cookie: reply.cookies.find(({ name }) => name === 'sid')?.value ?? '' };
  };
}
