import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GoogleWorkspaceEmulator, startGoogleWorkspaceEmulator } from '../../../emulator/google-workspace.ts';
import { generateSecretTexts } from '../kernel/secrets.ts';
import { type AppServer, appServer } from './app-server.ts';
import { googleSettings } from './assessing-world.ts';
import { createMailServer, type MailServer } from './mail-server.ts';
import { nginxProgram } from './nginx-program.ts';
import { signInAtGoogle } from './workspace-sign-in.ts';
import { buildWorld, type PersonKey, type World } from './world.ts';

/**
 * Two app servers behind nginx on one database, as docs/deployment.md has them: whichever answers, it is the same product.
 * Where there is no nginx, and none can be unpacked, these tests are left out.
 */
const nginx = nginxProgram();
const front = 24_100 + (process.pid % 700);
const publicUrl = `http://localhost:${front}`;
const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-two-'));

let world: World;
let google: GoogleWorkspaceEmulator;
let mails: MailServer;
let servers: readonly [AppServer, AppServer];
let balancer: ChildProcess | undefined;

function nginxSettings(ports: readonly number[]): string {
  const root = process.getuid?.() === 0 ? 'user root root;' : '';
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `${root} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off; ${places.join(' ')}
  upstream app { ${ports.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join(' ')} keepalive 16; }
  server {
    listen 127.0.0.1:${front};
    location / {
      proxy_pass http://app;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 1s;
      add_header X-Served-By $upstream_addr always;
    }
  }
}`;
}

async function startEverything(program: string): Promise<void> {
  world = await buildWorld();
  google = await startGoogleWorkspaceEmulator();
  mails = await createMailServer();
  const secrets = path.join(folder, 'secrets.json');
  writeFileSync(secrets, JSON.stringify(generateSecretTexts()));
  const { host = '', port = 5432, database = '' } = world.appConnection;
  const environment = {
    PUBLIC_URL: publicUrl,
    DATABASE_URL: `postgres://postgres@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    DATABASE_CONNECTIONS: '4',
    SECRETS_FILE: secrets,
    SMTP_URL: mails.url,
    TRUSTED_PROXIES: '127.0.0.1',
    ...googleSettings(google),
  };
  servers = [
    appServer(front + 1_000, { ...environment, DATA_DIR: path.join(folder, 'one') }),
    appServer(front + 2_000, { ...environment, DATA_DIR: path.join(folder, 'two') }),
  ];
  await Promise.all(servers.map((server) => server.start()));
  const settings = path.join(folder, 'nginx.conf');
  writeFileSync(settings, nginxSettings(servers.map(({ port }) => port)));
  balancer = spawn(program, ['-c', settings, '-p', folder, '-e', path.join(folder, 'error.log')], { stdio: 'ignore' });
  for (let tries = 0; tries < 100 && (await me('mspAdmin').catch(() => undefined))?.status !== 200; tries += 1) {
    await wait(100);
  }
}

beforeAll(async () => {
  if (nginx !== undefined) {
    await startEverything(nginx);
  }
}, 120_000);
afterAll(async () => {
  balancer?.kill('SIGTERM');
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await google?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Ask = { readonly as?: PersonKey; readonly body?: unknown; readonly port?: number };

/** Through nginx, or straight to one server with what nginx would send. */
function ask(at: string, { as, body, port = front }: Ask = {}): Promise<Response> {
  return fetch(`http://localhost:${port}${at}`, {
    redirect: 'manual',
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { origin: publicUrl, 'content-type': 'application/json' }),
      ...(as === undefined ? {} : { cookie: `sid=${world.people[as].cookie}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
const me = (as: PersonKey, port = front) => ask('/api/auth/me', { as, port });

/** Asks without a pause until told to stop. @returns how many answers came in which status. */
function askWithoutPause(): () => Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let going = true;
  const loop = async (): Promise<void> => {
    while (going) {
      const { status } = await me('mspAdmin').catch(() => ({ status: 0 }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await wait(10);
    }
  };
  const loops = Promise.all([loop(), loop(), loop()]);
  return async () => {
    going = false;
    await loops;
    return statuses;
  };
}

async function until(isSo: () => boolean | Promise<boolean>, limitMs: number): Promise<void> {
  for (const end = performance.now() + limitMs; performance.now() < end && !(await isSo()); ) {
    await wait(100);
  }
}

describe.skipIf(nginx === undefined)('two app servers behind nginx on one database', { timeout: 90_000 }, () => {
  test('both answer, and a session opened anywhere is one everywhere until it ends anywhere', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => me('mspAdmin')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers.get('x-served-by'))).size).toBe(2);

    const [one, two] = servers;
    expect((await me('vendor', two.port)).status).toBe(200);
    expect((await ask('/api/auth/logout', { as: 'vendor', body: {}, port: one.port })).status).toBe(200);
    expect((await me('vendor', two.port)).status).toBe(401);
  });

  test('wrong passwords are counted together', async () => {
    const attempt = () =>
      ask('/api/auth/login', { body: { email: 'admin@oak.example', password: 'not the password of it' } });
    const answers: Response[] = [];
    for (let tries = 0; tries < 8; tries += 1) {
      answers.push(await attempt());
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-served-by'))).size).toBe(2);
    const statuses = answers.map(({ status }) => status);
    // Five are free; each server alone would have let eight through.
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses).toContain(429);
  });

  test('a workspace sign-in that begins on one ends on the other', async () => {
    const [one, two] = servers;
    const { id } = world.organizations.cedar;
    const begun = await ask(`/api/auth/google?orgId=${id}&expectedDomain=cedar.example`, {
      as: 'orgAdmin',
      port: one.port,
    });
    const { authUrl } = (await begun.json()) as { authUrl: string };
    const query = new URLSearchParams(await signInAtGoogle(authUrl));
    const back = await ask(`/api/auth/google/callback?${query.toString()}`, { as: 'orgAdmin', port: two.port });
    const location = new URL(back.headers.get('location') ?? '', publicUrl);
    expect(location.pathname).toBe('/oauth-success');
    const uuid = location.searchParams.get('uuid') ?? '';
    expect(
      (await ask(`/api/organization-service/policies?uuid=${uuid}`, { as: 'orgAdmin', port: one.port })).status,
    ).toBe(200);
  });

  test('stopping and starting one is noticed by nobody', async () => {
    const finish = askWithoutPause();
    await wait(500);
    await servers[0].stop();
    await wait(1_000);
    await servers[0].start();
    await wait(1_500);
    const statuses = await finish();
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(20);
    // nginx tries a server that it missed again after a while: from then on both answer.
    const served = new Set<string | null>();
    await until(async () => {
      served.add((await me('mspAdmin')).headers.get('x-served-by'));
      return served.size === 2;
    }, 30_000);
    expect(served.size).toBe(2);
  });

  test('a mail that one server could not send is sent by the other when the first is gone', async () => {
    const [one] = servers;
    const body = { email: 'newcomer@cedar.example', role: 'ORG_AUDITOR', tenantIds: [] };
    const invited = await ask('/api/auth/invite/org/member', { as: 'orgAdmin', body, port: one.port });
    expect(invited.status).toBe(200);
    const isDelayed = async () =>
      (await world.owner<{ n: string }>("select count(*) as n from mails where status = 'delayed'"))[0]?.n === '1';
    for (let tries = 0; tries < 50 && !(await isDelayed()); tries += 1) {
      await wait(100);
    }
    expect(await isDelayed()).toBe(true);
    await one.stop();
    await mails.start();
    await until(() => mails.received.length > 0, 40_000);
    expect(mails.received.map(({ to }) => to?.[0]?.address)).toEqual(['newcomer@cedar.example']);
  });
});
