import { randomBytes } from 'node:crypto';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import { createServer as createTcp, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { type AuditSettings, mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readMigrations } from '../../kernel/migrate.ts';
import { seal } from '../../kernel/sealed.ts';
import { selfSigned } from '../../testing/self-signed.ts';
import { buildWorld, type PersonKey } from '../../testing/world.ts';

const world = await buildWorld({
  environment: { AUDIT_FORWARD_ALLOW: 'localhost,127.0.0.0/8', SMTP_URL: 'smtp://127.0.0.1:9' },
});
const guarded = await buildWorld();
const { cedar } = world.organizations;
const { key, certificate } = selfSigned();

const servers: (Server | HttpsServer)[] = [];
let received: string[] = [];
let status = 204;
let authorization: string | undefined;

async function listening(server: Server | HttpsServer): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

const collecting = (socket: Socket) => {
  let text = '';
  socket.on('data', (data) => (text += String(data)));
  socket.on('end', () => received.push(text));
  socket.on('error', () => undefined);
};

const web = () =>
  createHttps({ key, cert: certificate }, (request, answer) => {
    let text = '';
    authorization = request.headers.authorization;
    request.on('data', (data) => (text += String(data)));
    request.on('end', () => {
      if (status < 300) {
        received.push(text);
      }
      answer.writeHead(status).end();
    });
  });

beforeEach(() => {
  received = [];
  status = 204;
  authorization = undefined;
});

afterEach(async () => {
  await world.call(mspAuditLog.changeForwarding, { as: 'mspAdmin', body: { kind: 'off' } });
  for (const server of servers.splice(0)) {
    await new Promise((resolve) => server.close(resolve));
  }
});

let renamed = 0;
async function act(): Promise<string> {
  renamed += 1;
  const name = `Cedar ${renamed}`;
  const body = { name, domainName: 'cedar.example' };
  const reply = await world.call(organizationEndpoints.renameOrganization, {
    as: 'orgAdmin',
    params: { id: cedar.id },
    body,
  });
  expect(reply.status).toBe(200);
  return name;
}

async function settings(): Promise<AuditSettings['forwarding']> {
  const { json } = await world.call(mspAuditLog.findSettings, { as: 'mspAdmin' });
  return mspAuditLog.findSettings.reply.parse(json).forwarding;
}

const forward = (body: unknown, as: PersonKey = 'mspAdmin') => world.call(mspAuditLog.changeForwarding, { as, body });
/** Two seconds pass, and what is due runs. */
const later = async (minutes = 0.05) => {
  world.clock.move({ minutes });
  await world.kernel.jobs.runDue();
};

/** Splits `<length> <message>` frames. */
function framesOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const frames: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const length = Number(bytes.subarray(at, space).toString());
    frames.push(bytes.subarray(space + 1, space + 1 + length).toString());
    at = space + 1 + length;
  }
  return frames;
}

describe('forwarding to a collector', () => {
  test('sends what is written from now on as RFC 5424, once and in order, over TCP', async () => {
    await act();
    const port = await listening(createTcp({ allowHalfOpen: false }, collecting));
    expect(await forward({ kind: 'syslog', host: '127.0.0.1', port, tls: false })).toMatchObject({
      status: 200,
      json: { forwarding: { kind: 'syslog', target: `tcp://127.0.0.1:${port}`, waiting: 0 } },
    });
    const names = [await act(), await act()];
    expect((await settings()).waiting).toBe(3);
    await later();
    await act();
    await later();
    const frames = received.flatMap(framesOf);
    expect(frames).toHaveLength(4);
    expect(frames[0]).toMatch(/^<110>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z localhost sentrywell - Audit - \{"/);
    names.forEach((name, index) => expect(frames[index + 1]).toContain(name));
    const positions = frames.map((frame) => /"seq":(\d+)/.exec(frame)?.[1]).map(Number);
    expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) + index));
    expect(await settings()).toMatchObject({
      waiting: 0,
      waitingSince: null,
      lastError: null,
      lastSentAt: expect.any(String),
    });
  });

  test('sends over TLS to a collector whose authority was given, and to no other', async () => {
    const port = await listening(createTls({ key, cert: certificate }, collecting));
    await forward({ kind: 'syslog', host: 'localhost', port, tls: true });
    await later();
    expect(received.flatMap(framesOf)).toEqual([]);
    expect(await settings()).toMatchObject({ lastError: expect.stringMatching(/self-signed/), waiting: 1 });
    await forward({ kind: 'syslog', host: 'localhost', port, tls: true, authority: certificate });
    await later();
    expect(received.flatMap(framesOf)).toHaveLength(2);
    expect(await settings()).toMatchObject({ target: `tls://localhost:${port}`, lastError: null, waiting: 0 });
  });
});

describe('a server that dies between sending and ending its job', () => {
  const jobs = () => world.owner<{ id: string }>("select * from jobs where kind = 'audit.forward'");
  const seqs = () => received.flatMap(framesOf).map((frame) => /"seq":(\d+)/.exec(frame)?.[1]);

  test('leaves one job, which goes on: nothing is sent twice from then on', async () => {
    await world.owner('delete from jobs');
    const port = await listening(createTcp({ allowHalfOpen: false }, collecting));
    await forward({ kind: 'syslog', host: '127.0.0.1', port, tls: false });
    const [before] = await jobs();
    await later();
    await world.owner(
      `insert into jobs select * from jsonb_populate_record(null::jobs, $1)
       on conflict (bucket, id) do update set run_at = excluded.run_at, locked_until = null`,
      [JSON.stringify(before)],
    );
    for (let round = 0; round < 4; round += 1) {
      await act();
      await later();
    }
    expect(await jobs()).toHaveLength(1);
    expect(seqs().length).toBe(5);
    expect(new Set(seqs()).size).toBe(5);
  });

  test('of the two jobs that it left before this version one goes on', async () => {
    await world.owner('delete from jobs');
    const port = await listening(createTcp({ allowHalfOpen: false }, collecting));
    await forward({ kind: 'syslog', host: '127.0.0.1', port, tls: false });
    const [before] = await jobs();
    await world.owner(
      'insert into jobs (bucket, tenant_id, kind, payload) select bucket, tenant_id, kind, payload from jobs',
    );
    const other = `insert into jobs (bucket, tenant_id, kind, payload) select bucket, tenant_id, kind, '{"generation":"another"}' from jobs limit 1`;
    await world.owner(other);
    const migration = readMigrations().find(({ name }) => name.startsWith('0101'));
    await world.owner(migration?.statements.at(-1) ?? '');
    expect(await jobs()).toHaveLength(2);
    expect((await jobs()).map(({ id }) => id)).toContain(before?.id);
  });
});

describe('forwarding to an HTTPS address', () => {
  test('posts JSON lines with the token, which is never shown again', async () => {
    const port = await listening(web());
    const url = `https://localhost:${port}/audit`;
    const reply = await forward({ kind: 'https', url, token: 'secret-token-of-harbor', authority: certificate });
    expect(reply).toMatchObject({ json: { forwarding: { kind: 'https', target: url, hasToken: true } } });
    expect(reply.text).not.toContain('secret-token');
    const name = await act();
    await later();
    const lines = received.join('').trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ log: `Audit log is forwarded to ${url}` });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ log: expect.stringContaining(name), hash: expect.any(String) });
    expect(authorization).toBe('Bearer secret-token-of-harbor');
    const stored = await world.owner<{ token: string }>('select token from audit_forwarding');
    expect(stored[0]?.token).toMatch(/^v1\./);
  });

  test('a token that was stored with another key is said to be unreadable, and nothing is sent or skipped without it', async () => {
    const url = `https://localhost:${await listening(web())}/`;
    await forward({ kind: 'https', url, token: 'secret-token-of-harbor', authority: certificate });
    await world.owner('update audit_forwarding set token = $1', [seal(randomBytes(32), 'secret-token-of-harbor')]);
    await later();
    const lastError = 'the token that was stored cannot be read: enter it again';
    expect([received, await settings()]).toEqual([[], expect.objectContaining({ waiting: 1, lastError })]);
    await forward({ kind: 'https', url, token: 'secret-token-of-harbor', authority: certificate });
    await later(1);
    expect([authorization, await settings()]).toEqual([
      'Bearer secret-token-of-harbor',
      expect.objectContaining({ waiting: 0, lastError: null }),
    ]);
  });

  test('tries again while the other side is down, shows the lag, and loses nothing', async () => {
    const port = await listening(web());
    await forward({ kind: 'https', url: `https://localhost:${port}/`, authority: certificate });
    await later();
    status = 503;
    const names = [await act(), await act()];
    await later();
    expect(await settings()).toMatchObject({
      waiting: 2,
      waitingSince: expect.any(String),
      lastError: 'the address answered with status 503',
    });
    status = 200;
    received = [];
    await later(1);
    const text = received.join('');
    for (const name of names) {
      expect(text).toContain(name);
    }
    expect(await settings()).toMatchObject({ waiting: 0, lastError: null });
  });

  test('stops when it is switched off', async () => {
    const port = await listening(web());
    await forward({ kind: 'https', url: `https://localhost:${port}/`, authority: certificate });
    await forward({ kind: 'off' });
    await act();
    await later();
    expect(received).toEqual([]);
    expect(await settings()).toMatchObject({ kind: 'off', waiting: 0 });
  });
});

describe('an address that says a little now and then and never comes to an end', () => {
  const unending = new Set<Socket>();
  const say = (socket: Socket, something: () => unknown) => {
    unending.add(socket.on('error', () => undefined));
    const timer = setInterval(something, 200);
    socket.on('close', () => clearInterval(timer));
  };

  test.each(['syslog', 'https'])('keeps nobody else waiting: %s', async (kind) => {
    const port = await listening(
      kind === 'syslog'
        ? createTcp({ allowHalfOpen: true }, (socket) => say(socket.resume(), () => socket.write('.')))
        : createHttps({ key, cert: certificate }, (request, answer) =>
            say(request.resume().socket, () => answer.writeProcessing()),
          ),
    );
    await forward(
      kind === 'syslog'
        ? { kind, host: '127.0.0.1', port, tls: false }
        : { kind, url: `https://localhost:${port}/`, authority: certificate },
    );
    world.clock.move({ minutes: 0.05 });
    world.kernel.jobs.start();
    await expect.poll(() => unending.size, { timeout: 10_000 }).toBe(1);
    const { email } = world.people.foreignMspAdmin;
    await world.call(passwordEndpoints.requestPasswordReset, { body: { email } });
    const mails = () => world.owner('delete from mails where recipient = $1 returning subject', [email]);
    await expect.poll(mails, { timeout: 10_000 }).toEqual([{ subject: 'Choose a new password' }]);
    for (const socket of unending) {
      socket.destroy();
    }
    unending.clear();
    await world.kernel.jobs.stop();
  });
});

describe('where entries may be sent', () => {
  test.each(['127.0.0.1', 'localhost', '10.0.0.8', '169.254.169.254', '[::1]', '::ffff:127.0.0.1', '0.0.0.0'])(
    'not to %s, unless the operator allows it',
    async (host) => {
      const body = { kind: 'syslog', host, port: 6514, tls: true };
      const reply = await guarded.call(mspAuditLog.changeForwarding, { as: 'mspAdmin', body });
      expect(reply).toMatchObject({ status: 400, json: { code: 'audit.target_refused' } });
    },
  );

  test('only by https, without a name and password in the address', async () => {
    for (const url of ['http://logs.example/', 'https://user:pass@logs.example/', 'file:///etc/passwd', 'https://']) {
      expect(
        (await guarded.call(mspAuditLog.changeForwarding, { as: 'mspAdmin', body: { kind: 'https', url } })).status,
      ).toBe(400);
    }
  });

  test('a target that has become private since is not connected to', async () => {
    await guarded.owner('insert into audit_heads (tenant_id) values ($1) on conflict do nothing', [
      guarded.msps.harbor,
    ]);
    const generation = '00000000-0000-4000-8000-000000000001';
    await guarded.owner(
      "insert into audit_forwarding (tenant_id, kind, target, generation, sent_seq) values ($1, 'syslog', 'tcp://127.0.0.1:9', $2, 0)",
      [guarded.msps.harbor, generation],
    );
    await guarded.call(mspAuditLog.changeSettings, { as: 'mspAdmin', body: { retentionYears: 6, legalHold: false } });
    await guarded.owner(
      "insert into jobs (bucket, tenant_id, kind, payload, run_at) values ($1, $2, 'audit.forward', jsonb_build_object('generation', $3::text), now() - interval '1 second')",
      [guarded.msps.harbor % 64, guarded.msps.harbor, generation],
    );
    await guarded.kernel.jobs.runDue();
    const { json } = await guarded.call(mspAuditLog.findSettings, { as: 'mspAdmin' });
    expect(json).toMatchObject({
      forwarding: { lastError: '127.0.0.1 does not lead to a public address', waiting: 1 },
    });
  });
});
