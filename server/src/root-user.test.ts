import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { organizationAuditLog } from '@sentrywell/contract/audit-log.ts';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { invitationEndpoints, invitationSent } from '@sentrywell/contract/invitations.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRootUser, removeRootUser } from './features/registration/root-users.ts';
import { doorOf } from './kernel/route.ts';
import { noOrigin } from './kernel/tenant.ts';
import { buildWorld } from './testing/world.ts';

const program = path.join(import.meta.dirname, 'root-user.ts');
const password = 'seven green kettles sing';
let dataFolder: string;
/** The days around the making of the root user, which differ only at midnight. */
let madeOn: readonly string[] = [];
const today = () => new Date().toISOString().slice(0, 10);
beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'root-user-'));
  // Started by root, the database runs as another account, which must be able to enter.
  await chmod(dataFolder, 0o711);
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

type Run = { readonly words: readonly string[]; readonly input?: string };

function run({ words, input = '' }: Run): Promise<{ code: number | null; out: string; errors: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...words], {
      env: { DATA_DIR: dataFolder, PATH: '/usr/bin:/bin', DEMO: 'off' },
    });
    let out = '';
    let errors = '';
    child.stdout.on('data', (data) => (out += String(data)));
    child.stderr.on('data', (data) => (errors += String(data)));
    child.on('close', (code) => resolve({ code, out, errors }));
    child.stdin.end(input);
  });
}

describe('npm run root-user', { timeout: 60_000 }, () => {
  test.each([
    [[], 'Usage: npm run root-user'],
    [['forget', 'root@a.example'], 'Usage: npm run root-user'],
    [['remove'], 'Usage: npm run root-user'],
    [['remove', 'root@a.example', 'and more'], 'Usage: npm run root-user'],
    [['list', 'everybody'], 'Usage: npm run root-user'],
    [['add', 'not an address'], 'is not an e-mail address'],
    [['remove', 'not an address'], 'is not an e-mail address'],
    [['add', 'root@a.example', `Rosa ${'R'.repeat(101)}`], 'Must be at most 100 characters'],
    [['add', 'root@a.example', 'Rosa \u001b[31mRoot'], 'Contains characters that are not allowed'],
  ])('%j is explained', async (words, sentence) => {
    const { code, errors } = await run({ words });
    expect(code).toBe(1);
    expect(errors).toContain(sentence);
  });

  test('makes one root user per address, and never shows the password', async () => {
    const words = ['add', 'Root@Sentrywell.example', 'Rosa Root'];
    const differs = await run({ words, input: `${password}\nsomething else\n` });
    expect(differs).toMatchObject({ code: 1, errors: 'The two passwords differ. Nothing was changed.\n' });
    const short = await run({ words, input: 'short\nshort\n' });
    expect(short).toMatchObject({ code: 1, errors: 'Please use at least 15 characters.\n' });
    const before = today();
    const made = await run({ words, input: `${password}\n${password}\n` });
    madeOn = [before, today()];
    expect(made.errors).toBe('');
    expect(made.out).toContain('root@sentrywell.example is a root user now');
    expect(made.out).not.toContain(password);
    const again = await run({ words, input: `${password}\n${password}\n` });
    expect(again).toMatchObject({ code: 1, errors: 'An account with this e-mail address already exists.\n' });
  });

  test('a name that is blank is none', async () => {
    const words = ['add', 'blank@sentrywell.example', ' '];
    expect((await run({ words, input: `${password}\n${password}\n` })).errors).toBe('');
    expect((await run({ words: ['list'] })).out).toContain('blank@sentrywell.example (Root User), added on');
    expect((await run({ words: ['remove', 'blank@sentrywell.example'] })).code).toBe(0);
  });

  test('lists them, and removes one by their address', async () => {
    // Midnight may lie between the test that added them and this one.
    const { out: listed } = await run({ words: ['list'] });
    const [, addedOn] = /root@sentrywell\.example \(Rosa Root\), added on (\S+), never signed in/.exec(listed) ?? [];
    expect(madeOn).toContain(addedOn);
    const unknown = await run({ words: ['remove', 'nobody@sentrywell.example'] });
    expect(unknown).toMatchObject({
      code: 1,
      errors: 'nobody@sentrywell.example is no root user. Nothing was changed.\n',
    });
    const removed = await run({ words: ['remove', 'ROOT@sentrywell.example'] });
    expect(removed.out).toContain('root@sentrywell.example is no root user any more, and their sessions have ended.');
    expect((await run({ words: ['list'] })).out).toContain('There is no root user.');
  });
});

test('a removed root user is out at once, stays on record, and their address is free', async () => {
  const world = await buildWorld();
  const door = doorOf(world.kernel, noOrigin);
  const { email, cookie, userId } = world.people.root;
  expect(await removeRootUser(door, world.kernel, world.people.orgAdmin.email)).toBe(false);
  expect(await removeRootUser(door, world.kernel, email)).toBe(true);
  expect(await removeRootUser(door, world.kernel, email)).toBe(false);
  expect((await world.call(authEndpoints.me, { cookie })).status).toBe(401);
  expect((await world.call(authEndpoints.me, { as: 'orgAdmin' })).status).toBe(200);
  expect(await world.owner('select status from users where id = $1', [userId])).toEqual([{ status: 'inactive' }]);
  expect(await world.owner('select user_name, log from audit_log where tenant_id = 1')).toEqual([
    {
      user_name: 'Command line',
      log: `Root user ${email} was removed on the server's command line; all sessions ended`,
    },
  ]);
  await addRootUser(door, world.kernel, { firstName: 'Rosa', lastName: 'Root', email, password });
  expect((await world.call(authEndpoints.login, { body: { email, password } })).status).toBe(200);
});

test('a removed root user comes back through no invitation of their own, into whatever tenant, and each log says so', async () => {
  const world = await buildWorld();
  const { email, userId } = world.people.root;
  const { birch, cedar } = world.organizations;
  const { findInvitation, inviteMember, inviteOrganization } = invitationEndpoints;
  const sent = [
    ...[birch, cedar].map(({ id }) => ({
      endpoint: inviteMember,
      query: { orgId: id },
      body: { email: 'rosa@private.example', role: 'ORG_ADMIN' },
    })),
    { endpoint: inviteOrganization, body: { email: 'rosa@elsewhere.example' } },
  ];
  const tokens: string[] = [];
  for (const { endpoint, ...input } of sent) {
    const { link } = invitationSent.parse((await world.call(endpoint, { as: 'root', ...input })).json);
    tokens.push(new URL(link ?? '').searchParams.get('token') ?? '');
  }
  const look = () => Promise.all(tokens.map((token) => world.call(findInvitation, { params: { token } })));
  expect((await look()).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await removeRootUser(doorOf(world.kernel, noOrigin), world.kernel, email)).toBe(true);
  expect((await look()).map(({ status }) => status)).toEqual([404, 404, 404]);
  const entries = await world.owner<{ tenant: string }>(
    `select tenant_id as tenant from audit_log
      where log like 'Revoked an open invitation sent by %' and target_id = $1 order by tenant_id`,
    [String(userId)],
  );
  expect(entries.map(({ tenant }) => Number(tenant))).toEqual(
    [1, birch.tenantId, cedar.tenantId].toSorted((one, other) => one - other),
  );
  // An organization reads its own log: what happened to its invitations stands there, with an MSP or without one.
  for (const [as, id] of [
    ['independentAdmin', birch.id],
    ['orgAdmin', cedar.id],
  ] as const) {
    const { text } = await world.call(organizationAuditLog.list, { as, params: { id } });
    expect([as, text.includes('Revoked an open invitation sent by')]).toEqual([as, true]);
  }
});

test('a root user signs in, is in no MSP, and reaches every organization', async () => {
  const world = await buildWorld();
  const email = 'second.root@sentrywell.example';
  await addRootUser(doorOf(world.kernel, noOrigin), world.kernel, {
    firstName: 'Rosa',
    lastName: 'Root',
    email,
    password,
  });
  const { cookie = '' } = await world.call(authEndpoints.login, { body: { email, password } });
  expect((await world.call(authEndpoints.me, { cookie })).json).toMatchObject({
    isRootUser: true,
    mspId: null,
    orgId: null,
    roleId: null,
    userType: 'msp',
  });
  for (const { id } of Object.values(world.organizations)) {
    expect((await world.call(organizationEndpoints.findOrganization, { cookie, params: { id } })).status).toBe(200);
  }
});
