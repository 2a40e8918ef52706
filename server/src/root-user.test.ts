import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRootUser } from './features/registration/add-root-user.ts';
import { doorOf } from './kernel/route.ts';
import { noOrigin } from './kernel/tenant.ts';
import { buildWorld } from './testing/world.ts';

const program = path.join(import.meta.dirname, 'root-user.ts');
const password = 'seven green kettles sing';
let dataFolder: string;
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
    [['remove', 'root@a.example'], 'Usage: npm run root-user'],
    [['add', 'not an address'], 'is not an e-mail address'],
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
    const made = await run({ words, input: `${password}\n${password}\n` });
    expect(made.errors).toBe('');
    expect(made.out).toContain('root@sentrywell.example is a root user now');
    expect(made.out).not.toContain(password);
    const again = await run({ words, input: `${password}\n${password}\n` });
    expect(again).toMatchObject({ code: 1, errors: 'An account with this e-mail address already exists.\n' });
  });
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
