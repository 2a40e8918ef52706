import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../kernel/database.ts';
import { serveMetrics } from '../kernel/metrics.ts';
import { generateSecretTexts } from '../kernel/secrets.ts';
import { only } from '../kernel/sql.ts';
import { readSettings } from '../settings.ts';
import { type AppServer, appServer } from './app-server.ts';
import { buildWorld, type World } from './world.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-log-'));
const logFile = path.join(folder, 'server.log');
let world: World;
let begun = 0;
beforeAll(async () => {
  begun = performance.now();
  world = await buildWorld({ logFile, environment: { LOG_LEVEL: 'debug' } });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Lines are written at the end of the turn that they belong to. */
async function logText(): Promise<string> {
  await nextTurn();
  return readFileSync(logFile, 'utf8');
}
const logLines = async () =>
  (await logText())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** What nobody may read in a log: each is sent where people and browsers send such things. */
const canary = {
  password: 'canary-password-of-a-person',
  cookie: `3.canarycookie${'c'.repeat(40)}`,
  bearer: `canarybearer${'d'.repeat(20)}`,
  invitation: `2.canaryinvitation${'e'.repeat(40)}`,
  uuid: 'cabba9e0-cabb-4a9e-8cab-ba9ecabba9e0',
  state: `2.canarystate${'f'.repeat(40)}`,
  code: 'canary-code-of-google',
  email: 'canary.person@cedar.example',
  query: 'canary-in-a-query',
};

async function plantEverywhere(): Promise<void> {
  const { call, kernel } = world;
  const host = { host: 'localhost:3000' };
  await call(authEndpoints.login, { body: { email: canary.email, password: canary.password } });
  await call(authEndpoints.me, { cookie: canary.cookie, headers: { authorization: `Bearer ${canary.bearer}` } });
  await call(invitationEndpoints.findInvitation, { params: { token: canary.invitation } });
  await call(sraEndpoints.listPolicies, { as: 'orgAdmin', query: { uuid: canary.uuid } });
  await call(sraEndpoints.finishWorkspaceSignIn, { query: { state: canary.state, code: canary.code } });
  const person = { firstName: 'A', lastName: 'B', email: canary.email, password: canary.password };
  await call(registrationEndpoints.registerOrganization, { body: { ...person, token: canary.invitation } });
  await kernel.app.inject({ url: `/api/nothing?secret=${canary.query}`, headers: host });
  await kernel.app.inject({
    url: `/api/auth/invite/invitations/${canary.invitation}/more?x=${canary.query}`,
    headers: host,
  });
  await kernel.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { ...host, referer: `http://x/?${canary.query}` },
  });
  // Defects are logged with their cause, which must not bring the body along.
  await world.owner('alter table users rename to users_away');
  await call(authEndpoints.me, { as: 'orgAdmin', headers: { authorization: `Bearer ${canary.bearer}` } });
  await world.owner('alter table users_away rename to users');
}

describe('the log of the server', () => {
  test('no secret that was planted stands in any line of the log', async () => {
    await plantEverywhere();
    const text = await logText();
    expect(text.split('\n').length).toBeGreaterThan(10);
    const cookie = world.people.orgAdmin.cookie;
    const found = Object.entries({ ...canary, 'session cookie': cookie }).filter(([, secret]) =>
      [secret, encodeURIComponent(secret)].some((form) => text.includes(form)),
    );
    expect(found.map(([name]) => name)).toEqual([]);
  });

  test('would be found if they were there', async () => {
    world.kernel.app.log.info({ password: canary.password }, 'planted');
    expect(await logText()).toContain(canary.password);
  });

  test('a defect is answered with its request id, and the log has its cause under the same id', async () => {
    await world.owner('alter table sessions rename to sessions_away');
    const reply = await world.call(authEndpoints.me, { as: 'mspAdmin' });
    await world.owner('alter table sessions_away rename to sessions');
    expect(reply.status).toBe(500);
    expect(reply.text).not.toMatch(/sessions|select|\.ts|relation/i);
    const { requestId } = reply.json as { requestId: string };
    const cause = (await logLines()).find(({ reqId, level }) => reqId === requestId && level === 50);
    expect(JSON.stringify(cause)).toContain('relation');
  });

  test('a line break in what a caller sends makes no line of the log', async () => {
    const forged = '{"level":30,"msg":"forged"}';
    const url = `/api/${encodeURIComponent(`x\n${forged}`)}`;
    const before = (await logLines()).length;
    await world.kernel.app.inject({ url, headers: { host: 'localhost:3000', 'user-agent': 'x' } });
    const lines = await logLines();
    expect(lines).toHaveLength(before + 1);
    expect(lines.some(({ msg }) => msg === 'forged')).toBe(false);
  });

  test('every answered request is one line with id, method, path, status and time', async () => {
    await world.call(authEndpoints.me, { as: 'mspAdmin' });
    const line = (await logLines()).at(-1);
    expect(line).toMatchObject({
      msg: 'answered',
      status: 200,
      milliseconds: expect.any(Number) as number,
      req: { method: 'GET', path: '/api/auth/me', id: expect.any(String) as string },
    });
  });
});

describe('slow queries', () => {
  /** What the log says of a statement that takes 80 milliseconds. */
  const toldOf = async ({ slowQueryMs }: { readonly slowQueryMs: number }) => {
    const told: { details: object; message: string }[] = [];
    const warn = (details: object, message: string) => void told.push({ details, message });
    const database = openDatabase({
      connection: world.appConnection,
      connections: 1,
      log: { warn },
      slowQueryMs,
    });
    try {
      const shape = { opening: [], waitsForCommit: () => true };
      await database.transaction(
        shape,
        ({ sql }) => sql`select pg_sleep(0.08), ${'a value of a person'}::text as value`,
      );
    } finally {
      await database.close();
    }
    return told;
  };

  test('stand in the log with their text and time, never with their values', async () => {
    // The same statement is no slow one where a minute is the limit, however busy the machine is.
    expect(await toldOf({ slowQueryMs: 60_000 })).toEqual([]);
    const told = await toldOf({ slowQueryMs: 50 });
    const took = told.map(({ details }) => Number(/"milliseconds":(\d+)/.exec(JSON.stringify(details))?.[1]));
    expect(Math.min(...took)).toBeGreaterThanOrEqual(50);
    expect(told.filter(({ details }) => JSON.stringify(details).includes('pg_sleep'))).toMatchObject([
      {
        message: 'a slow query',
        details: {
          query: { text: 'select pg_sleep(0.08), $1::text as value', milliseconds: expect.any(Number) as number },
        },
      },
    ]);
    expect(JSON.stringify(told)).not.toContain('a value of a person');
  });
});

test('a lost connection is one line in the log, without the connection and its statements', async () => {
  const told: string[] = [];
  const warn = (details: object, message: string) => void told.push(`${message}: ${inspect(details, { depth: 5 })}`);
  const database = openDatabase({ connection: world.appConnection, connections: 1, log: { warn } });
  try {
    const shape = { opening: [], waitsForCommit: () => true };
    const rows = await database.transaction(shape, ({ sql }) => sql<{ id: number }>`select pg_backend_pid() as id`);
    await world.owner(`select pg_terminate_backend(${only(rows).id})`);
    await expect.poll(() => told.length).toBeGreaterThan(0);
    await nextTurn();
  } finally {
    await database.close();
  }
  expect(told).toEqual([expect.stringContaining('a database connection was lost')]);
  expect(told.join('')).not.toContain('pg_backend_pid');
});

describe('metrics', () => {
  test('count answers by route and status, connections, jobs, delayed mails and the event loop', async () => {
    await world.call(authEndpoints.me, { as: 'mspAdmin' });
    await world.call(authEndpoints.me);
    await world.kernel.app.inject({ url: '/api/not/there', headers: { host: 'localhost:3000' } });
    await world.owner(`insert into jobs (bucket, tenant_id, kind, run_at, attempts, locked_until)
      values (2, 2, 'mail.send', now() - interval '1 minute', 3, null), (3, 3, 'other', now() + interval '1 day', 0, null),
        (2, 2, 'runs', now() - interval '1 minute', 0, now() + interval '1 minute')`);
    const text = await world.kernel.metrics.text();
    const secondsSoFar = (performance.now() - begun) / 1_000;
    await world.owner('delete from jobs');
    expect(text).toMatch(/^http_requests_total\{method="GET",route="\/api\/auth\/me",status="200"\} [1-9]\d*$/m);
    expect(text).toMatch(/^http_requests_total\{method="GET",route="\/api\/auth\/me",status="401"\} [1-9]\d*$/m);
    expect(text).toMatch(
      /^http_request_duration_seconds_bucket\{method="GET",route="\/api\/auth\/me",le="\+Inf"\} [1-9]/m,
    );
    expect(text).toMatch(/^database_connections\{state="idle"\} \d+$/m);
    expect(text).toMatch(/^jobs_waiting 1$/m);
    expect(text).toMatch(/^jobs_failing 1$/m);
    expect(text).toMatch(/^mails_delayed 1$/m);
    // In seconds: no timer was later than all the time until now, however busy the machine is.
    const lag = /^event_loop_lag_seconds\{quantile="0.99"\} (\d+\.\d+)$/m.exec(text)?.[1];
    expect(Number(lag)).toBeLessThanOrEqual(secondsSoFar);
    // Addresses that nobody serves are one route, however many there are; no token and no id becomes a label.
    expect(text).not.toMatch(/not\/there|canary/);
    for (const line of text.trim().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[^}]*\})? -?[\d.]+(e[+-]\d+)?)$/);
    }
  });

  test('are served at a port of their own, and nothing else is', async () => {
    const served = await serveMetrics(world.kernel.metrics, { host: '127.0.0.1', port: 0 });
    try {
      const at = `http://127.0.0.1:${served.port}`;
      const good = await fetch(`${at}/metrics`);
      expect(good.status).toBe(200);
      expect(good.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect((await fetch(`${at}/api/auth/me`)).status).toBe(404);
      expect((await fetch(`${at}/metrics`, { method: 'POST' })).status).toBe(404);
    } finally {
      await served.stop();
    }
    const main = await world.kernel.app.inject({ url: '/metrics', headers: { host: 'localhost:3000' } });
    expect(main.statusCode).toBe(404);
  });

  test('are off unless a port is set', () => {
    expect(readSettings({}).metrics).toBeUndefined();
    expect(readSettings({ METRICS_PORT: '9100' }).metrics).toEqual({ host: '127.0.0.1', port: 9100 });
    expect(readSettings({ SLOW_QUERY_MS: '0' }).slowQueryMs).toBeUndefined();
  });
});

describe('the program as it is served', () => {
  const port = 27_000 + (process.pid % 900);
  const metricsPort = port + 1_000;
  let server: AppServer;
  beforeAll(async () => {
    const { host = '', database = '' } = world.appConnection;
    const secrets = path.join(folder, 'secrets.json');
    writeFileSync(secrets, JSON.stringify(generateSecretTexts()));
    chmodSync(secrets, 0o600);
    server = appServer(port, {
      DATABASE_URL: `postgres://postgres@localhost/${database}?host=${encodeURIComponent(host)}`,
      SECRETS_FILE: secrets,
      DATA_DIR: path.join(folder, 'served'),
      LOG_LEVEL: 'info',
      METRICS_PORT: String(metricsPort),
      SLOW_QUERY_MS: '100',
    });
    await server.start();
  }, 60_000);
  afterAll(() => server.stop());

  const lines = () =>
    server
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const me = (sid: string) => fetch(`http://127.0.0.1:${port}/api/auth/me`, { headers: { cookie: `sid=${sid}` } });

  test('serves its metrics at METRICS_PORT, and not beside the product', async () => {
    expect((await me(world.people.orgAdmin.cookie)).status).toBe(200);
    expect(lines()).toContainEqual(expect.objectContaining({ msg: `Metrics at port ${metricsPort} of 127.0.0.1` }));
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/^http_requests_total\{method="GET",route="\/api\/auth\/me",status="200"\} 1$/m);
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).not.toContain('http_requests_total');
  });

  test('writes a statement that takes longer than SLOW_QUERY_MS to its log', async () => {
    await world.owner('begin');
    await world.owner('lock table sessions in access exclusive mode');
    const asked = me(world.people.orgAdmin.cookie);
    // Here alone: the other databases of this server are those of other tests.
    const waiting = () => world.owner("select 1 from pg_locks where not granted and relation = 'sessions'::regclass");
    await expect.poll(waiting, { timeout: 10_000 }).not.toEqual([]);
    await wait(150);
    await world.owner('rollback');
    expect((await asked).status).toBe(200);
    const slow = () => lines().flatMap(({ msg, query }) => (msg === 'a slow query' ? [JSON.stringify(query)] : []));
    const wanted = expect.stringMatching(/ from sessions .*"milliseconds":\d/) as string;
    await expect.poll(slow, { timeout: 5_000 }).toContainEqual(wanted);
  });

  test('writes one line of JSON for each request, with its id, and no secret in any', async () => {
    const headers = { origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ email: canary.email, password: canary.password });
    await fetch(`http://127.0.0.1:${port}/api/auth/login?x=${canary.query}`, { method: 'POST', headers, body });
    await me(canary.cookie);
    const ids = () => lines().flatMap(({ msg, reqId }) => (msg === 'answered' ? [reqId] : []));
    await expect.poll(() => ids().length, { timeout: 5_000 }).toBeGreaterThan(3);
    expect(new Set(ids()).size).toBe(ids().length);
    const secrets = [...Object.values(canary), world.people.orgAdmin.cookie];
    expect(secrets.filter((secret) => server.said().includes(secret))).toEqual([]);
  });
});

describe('behind a proxy', () => {
  const addressAs = async (trusted: string) => {
    const behind = await buildWorld({ environment: trusted === '' ? {} : { TRUSTED_PROXIES: trusted } });
    await behind.call(authEndpoints.login, {
      body: { email: 'admin@cedar.example', password: 'a wrong password of somebody' },
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    const rows = await behind.owner<{ address: string }>(
      "select address from audit_log where result = 'failure' or result = 'refused'",
    );
    return rows.map(({ address }) => address);
  };

  test('an address that a caller claims counts only behind a trusted proxy', async () => {
    expect(await addressAs('')).toEqual(['127.0.0.1']);
    expect(await addressAs('10.0.0.9')).toEqual(['127.0.0.1']);
    expect(await addressAs('127.0.0.1')).toEqual(['203.0.113.7']);
  });

  test('every answer over https asks for https from then on', async () => {
    const secure = await buildWorld({ environment: { PUBLIC_URL: 'https://app.sentrywell.example' } });
    for (const url of ['/api/auth/me', '/health/live', '/api/none']) {
      const reply = await secure.kernel.app.inject({ url, headers: { host: 'app.sentrywell.example' } });
      expect(reply.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    }
  });
});
