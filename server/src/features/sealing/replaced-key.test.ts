import { randomBytes } from 'node:crypto';
import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { authEndpoints, passwordEndpoints, secondFactorEndpoints } from '@sentrywell/contract/auth.ts';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kernel } from '../../kernel/kernel.ts';
import { seal, unseal } from '../../kernel/sealed.ts';
import { generateSecretTexts, readSecrets } from '../../kernel/secrets.ts';
import { restartedWith } from '../../testing/restarted-with.ts';
import { buildWorld, testPassword } from '../../testing/world.ts';
import { renewSealed } from './renew-sealed.ts';

const world = await buildWorld({ environment: { AUDIT_FORWARD_ALLOW: 'localhost' } });
const { settings, database, clock, secrets } = world.kernel;
const { encryptionKey: formerKey } = secrets;
const freshKey = randomBytes(32);
const { email } = world.people.orgAdmin;

const replaced = { encryptionKey: freshKey, previousEncryptionKey: formerKey };
const alone = { encryptionKey: freshKey, previousEncryptionKey: undefined };
const during = await restartedWith(world, replaced);
const after = await restartedWith(world, alone);
afterAll(() => Promise.all([during.app.close(), after.app.close()]));

async function renew(keys: typeof replaced | typeof alone): Promise<{ isDone: boolean; said: string[] }> {
  const said: string[] = [];
  const isDone = await renewSealed({ database, clock, secrets: keys, say: (sentence) => said.push(sentence) });
  return { isDone, said };
}

let seed = '';
beforeAll(async () => {
  const { cookie = '' } = await world.call(authEndpoints.login, { body: { email, password: testPassword } });
  const begun = await world.call(accountEndpoints.beginTotp, { cookie });
  ({ secret: seed } = accountEndpoints.beginTotp.reply.parse(begun.json));
  const code = await generate({ secret: seed, epoch: Math.floor(clock.now().getTime() / 1_000) });
  await world.call(accountEndpoints.confirmTotp, { cookie, body: { code } });
  const target = { kind: 'https', url: 'https://localhost:9/', token: 'secret-token' };
  await world.call(mspAuditLog.changeForwarding, { as: 'mspAdmin', body: target });
  await world.owner("delete from jobs where kind = 'audit.forward'");
  await world.kernel.jobs.runDue();
});

async function post({ app }: Kernel, path: string, { body, cookie }: { body: object; cookie?: string }) {
  const own = { host: 'localhost:3000', origin: settings.publicUrl, 'content-type': 'application/json' };
  const headers = cookie === undefined ? own : { ...own, cookie };
  const reply = await app.inject({ method: 'POST', url: path, headers, payload: JSON.stringify(body) });
  const [first] = reply.cookies;
  return { status: reply.statusCode, code: reply.json<{ code?: string }>().code, cookie: `sid=${first?.value ?? ''}` };
}

async function signInByApp(kernel: Kernel) {
  world.clock.move({ minutes: 1 });
  const login = await post(kernel, authEndpoints.login.path, { body: { email, password: testPassword } });
  const code = await generate({ secret: seed, epoch: Math.floor(clock.now().getTime() / 1_000) });
  return post(kernel, secondFactorEndpoints.signInByTotp.path, { cookie: login.cookie, body: { code } });
}

const stored = async (): Promise<string[]> => {
  const rows = await world.owner<{
    sealed: string;
  }>(`select totp_secret as sealed from users where totp_secret is not null
    union all select token from audit_forwarding where token <> ''`);
  return rows.map(({ sealed }) => unseal(alone, sealed));
};

describe('an encryption key that was replaced: what it does', () => {
  test('still opens everything while it is named, and is told apart from one that is not there', async () => {
    expect(await signInByApp(after)).toMatchObject({ status: 409, code: 'second_factor.unreadable' });
    expect((await signInByApp(during)).status).toBe(200);
    const lost = '2 things open with no key that is named.';
    expect(await renew(alone)).toEqual({ isDone: false, said: [expect.stringContaining(lost)] });
  });

  test('sends the mails that waited for it, which are counted until then and left as they are', async () => {
    const { email: wishedBy } = world.people.vendor;
    await world.call(passwordEndpoints.requestPasswordReset, { body: { email: wishedBy } });
    await world.owner("update jobs set run_at = now() - interval '1 minute'");
    expect(await renew(replaced)).toEqual({
      isDone: false,
      said: [
        '2 seeds and tokens were encrypted anew.',
        expect.stringMatching(
          /^1 mail, wish for one or seed that waits still needs ENCRYPTION_KEY_PREVIOUS\. Leave it/,
        ),
      ],
    });
    // The wish, and then the mail that comes of it.
    expect(await during.jobs.runDue()).toBe(2);
    expect(await world.owner("select 1 from mails where status = 'kept' and recipient = $1", [wishedBy])).toHaveLength(
      1,
    );
  });

  test('is needed by nothing any more once that is said: without it everything opens', async () => {
    expect(await renew(replaced)).toEqual({
      isDone: true,
      said: [
        '0 seeds and tokens were encrypted anew.',
        'Nothing is left that needs ENCRYPTION_KEY_PREVIOUS: it may be taken out.',
      ],
    });
    expect(await stored()).toEqual([seed, 'secret-token']);
    expect((await signInByApp(after)).status).toBe(200);
    expect(await renew(alone)).toEqual({ isDone: true, said: ['ENCRYPTION_KEY opens everything that is encrypted.'] });
  });
});

describe('an encryption key that was replaced: what it does not', () => {
  test('a seed of neither key stays as it is, and is said to be lost', async () => {
    const [before] = await world.owner<{ totp_secret: string }>('select totp_secret from users where email = $1', [
      email,
    ]);
    const foreign = seal(randomBytes(32), seed);
    await world.owner('update users set totp_secret = $1 where email = $2', [foreign, email]);
    expect(await renew(replaced)).toMatchObject({
      isDone: false,
      said: [expect.anything(), expect.anything(), expect.stringMatching(/^1 thing opens with no key that is named/)],
    });
    expect(await signInByApp(during)).toMatchObject({ status: 409, code: 'second_factor.unreadable' });
    expect(await world.owner('select 1 from users where totp_secret = $1', [foreign])).toHaveLength(1);
    await world.owner('update users set totp_secret = $1 where email = $2', [before?.totp_secret, email]);
  });

  test('an app that is being set up meanwhile keeps it needed', async () => {
    const { userId, tenantId } = world.people.employee;
    await world.owner(
      `insert into one_use_tokens (tenant_id, token_hash, purpose, user_id, payload, expires_at)
        values ($1, '\\x00', 'totp_enrolment', $2, jsonb_build_object('secret', $3::text), $4)`,
      [tenantId, userId, seal(formerKey, seed), new Date(clock.now().getTime() + 60_000)],
    );
    expect((await renew(replaced)).isDone).toBe(false);
    world.clock.move({ minutes: 2 });
    expect((await renew(replaced)).isDone).toBe(true);
  });

  test('is held to the rules of the present one, and may not be the same', () => {
    const texts = generateSecretTexts();
    const read = (previous: string) => () => readSecrets({ ...texts, ENCRYPTION_KEY_PREVIOUS: previous });
    expect(read('short')).toThrow('The secret ENCRYPTION_KEY_PREVIOUS is too short or a placeholder');
    expect(read('x1'.repeat(40))).toThrow('ENCRYPTION_KEY_PREVIOUS must be 32 bytes in base64.');
    expect(read(texts.ENCRYPTION_KEY)).toThrow('ENCRYPTION_KEY_PREVIOUS is the same key as ENCRYPTION_KEY.');
    expect(read('')().previousEncryptionKey).toBeUndefined();
  });
});
