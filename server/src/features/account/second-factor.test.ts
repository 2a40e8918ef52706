import { randomBytes } from 'node:crypto';
import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { authEndpoints, passwordEndpoints, secondFactorEndpoints } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { generate } from 'otplib';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { seal } from '../../kernel/sealed.ts';
import { storeResetLink } from '../../testing/stored-reset-link.ts';
import { buildWorld, type PersonKey, testPassword, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const emailOf = (who: PersonKey) => world.people[who].email;
const signIn = (email: string, password = testPassword) =>
  world.call(authEndpoints.login, { body: { email, password, remember: true } });
const me = (cookie: string) => world.call(authEndpoints.me, { cookie });
const account = async (cookie: string) =>
  accountEndpoints.findAccount.reply.parse((await world.call(accountEndpoints.findAccount, { cookie })).json);
const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(world.kernel.clock.now().getTime() / 1_000) });
const nextStep = () => world.clock.move({ minutes: 1 });
const codesOf = (json: unknown) => z.object({ recoveryCodes: z.array(z.string()) }).parse(json).recoveryCodes;

/** Signs in freshly, which confirms the password besides. */
async function freshCookie(who: PersonKey): Promise<string> {
  const { cookie = '' } = await signIn(emailOf(who));
  return cookie;
}

async function enrolTotp(cookie: string): Promise<{ secret: string; codes: string[] }> {
  const begun = await world.call(accountEndpoints.beginTotp, { cookie });
  const { secret } = accountEndpoints.beginTotp.reply.parse(begun.json);
  const confirmed = await world.call(accountEndpoints.confirmTotp, { cookie, body: { code: await codeOf(secret) } });
  expect(confirmed.status).toBe(200);
  nextStep();
  return { secret, codes: codesOf(confirmed.json) };
}

describe('an authenticator app: what it does', () => {
  let secret: string;
  let codes: string[];

  test('is set up with its first code, and gives ten recovery codes once', async () => {
    const cookie = await freshCookie('orgAdmin');
    ({ secret, codes } = await enrolTotp(cookie));
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    }
    expect(await account(cookie)).toMatchObject({
      minimumPasswordLength: 8,
      secondFactor: { totp: true, passkeys: [], recoveryCodesLeft: 10, required: false },
    });
    const [stored] = await world.owner<{ totp_secret: string }>('select totp_secret from users where email = $1', [
      emailOf('orgAdmin'),
    ]);
    expect(stored?.totp_secret).toMatch(/^v1\./);
    expect(stored?.totp_secret).not.toContain(secret);
  });

  test('is asked for at sign-in; until then the session opens nothing', async () => {
    const login = await signIn(emailOf('orgAdmin'));
    expect(login).toMatchObject({ status: 200, json: { secondFactor: ['totp', 'recovery'] } });
    const half = login.cookie ?? '';
    expect((await me(half)).status).toBe(401);
    const pending = await world.call(secondFactorEndpoints.pendingSecondFactor, { cookie: half });
    expect(pending.json).toEqual({ secondFactor: ['totp', 'recovery'] });
    const body = { code: await codeOf(secret) };
    const done = await world.call(secondFactorEndpoints.signInByTotp, { cookie: half, body });
    expect(done).toMatchObject({ status: 200, json: { userType: 'organization' } });
    expect(done.cookie).not.toBe(half);
    expect((await me(done.cookie ?? '')).status).toBe(200);
    expect((await world.call(secondFactorEndpoints.pendingSecondFactor, { cookie: half })).status).toBe(401);
  });

  test('a code works once, and so does every code before it', async () => {
    nextStep();
    const before = await codeOf(secret);
    world.clock.move({ minutes: 0.5 });
    const code = await codeOf(secret);
    const attempt = async (given: string) => {
      const { cookie = '' } = await signIn(emailOf('orgAdmin'));
      return world.call(secondFactorEndpoints.signInByTotp, { cookie, body: { code: given } });
    };
    expect((await attempt(code)).status).toBe(200);
    for (const used of [code, before]) {
      expect(await attempt(used)).toMatchObject({ status: 400, json: { code: 'second_factor.failed' } });
    }
  });

  test('of many uses of one code at once exactly one gets in', async () => {
    nextStep();
    const code = await codeOf(secret);
    const cookies = await Promise.all(
      Array.from({ length: 6 }, async () => (await signIn(emailOf('orgAdmin'))).cookie),
    );
    const replies = await Promise.all(
      cookies.map((cookie = '') => world.call(secondFactorEndpoints.signInByTotp, { cookie, body: { code } })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('an app whose seed this server cannot read any more is said to be so, whatever the code', async () => {
    const [stored] = await world.owner<{ totp_secret: string }>('select totp_secret from users where email = $1', [
      emailOf('orgAdmin'),
    ]);
    const set = (seed: string | undefined) =>
      world.owner('update users set totp_secret = $1 where email = $2', [seed, emailOf('orgAdmin')]);
    await set(seal(randomBytes(32), secret));
    const { cookie = '' } = await signIn(emailOf('orgAdmin'));
    const refused = await world.call(secondFactorEndpoints.signInByTotp, { cookie, body: { code: '123456' } });
    expect(refused).toMatchObject({ status: 409, json: { code: 'second_factor.unreadable' } });
    await set(stored?.totp_secret);
  });

  test('the half-open session is over after ten minutes', async () => {
    const { cookie = '' } = await signIn(emailOf('orgAdmin'));
    world.clock.move({ minutes: 11 });
    const reply = await world.call(secondFactorEndpoints.signInByTotp, {
      cookie,
      body: { code: await codeOf(secret) },
    });
    expect(reply).toMatchObject({ status: 401, json: { code: 'second_factor.session_over' } });
  });

  test('a recovery code gets in once, typed in any way, and its owner is told by mail', async () => {
    const typed = (codes[0] ?? '').toUpperCase().replaceAll('-', ' ');
    const use = async () => {
      const { cookie = '' } = await signIn(emailOf('orgAdmin'));
      return world.call(secondFactorEndpoints.signInByRecoveryCode, { cookie, body: { code: typed } });
    };
    expect(await use()).toMatchObject({ status: 200, json: { recoveryCodesLeft: 9 } });
    expect(await use()).toMatchObject({ status: 400, json: { code: 'second_factor.failed' } });
    const mails = await world.owner<{ subject: string }>('select subject from mails where recipient = $1 order by id', [
      emailOf('orgAdmin'),
    ]);
    expect(mails.map(({ subject }) => subject)).toContain('A recovery code was used');
  });

  test('a password reset does not get around it', async () => {
    const { userId, email } = world.people.orgAdmin;
    const token = await storeResetLink(world, world.people.orgAdmin);
    const reset = { token, password: 'eight silver spoons bend' };
    expect((await world.call(passwordEndpoints.resetPassword, { body: reset })).status).toBe(200);
    const login = await signIn(email, reset.password);
    expect(login.json).toMatchObject({ secondFactor: ['totp', 'recovery'] });
    expect((await me(login.cookie ?? '')).status).toBe(401);
    await world.owner(
      'update users set password_hash = (select password_hash from users where email = $1) where id = $2',
      [emailOf('employee'), userId],
    );
  });

  test('a short password is allowed beside it, and keeps it from being removed', async () => {
    const half = (await signIn(emailOf('orgAdmin'))).cookie ?? '';
    nextStep();
    const done = await world.call(secondFactorEndpoints.signInByTotp, {
      cookie: half,
      body: { code: await codeOf(secret) },
    });
    const change = (cookie: string, currentPassword: string, newPassword: string) =>
      world.call(passwordEndpoints.changePassword, { cookie, body: { currentPassword, newPassword } });
    const short = await change(done.cookie ?? '', testPassword, 'k7#Lm!x2');
    expect(short.status).toBe(200);
    const removal = () => world.call(accountEndpoints.removeTotp, { cookie: short.cookie ?? '' });
    expect(await removal()).toMatchObject({ status: 409, json: { code: 'second_factor.password_short' } });
    const long = await change(short.cookie ?? '', 'k7#Lm!x2', 'nine purple ladders fall');
    expect((await world.call(accountEndpoints.removeTotp, { cookie: long.cookie ?? '' })).status).toBe(200);
    expect(await account(long.cookie ?? '')).toMatchObject({
      minimumPasswordLength: 15,
      secondFactor: { totp: false, recoveryCodesLeft: 0 },
    });
    expect((await signIn(emailOf('orgAdmin'), 'nine purple ladders fall')).json).not.toHaveProperty('secondFactor');
  });
});

describe('sensitive settings: who may', () => {
  test('ask for the password again after ten minutes, and take it', async () => {
    const cookie = await freshCookie('vendor');
    world.clock.move({ minutes: 11 });
    for (const endpoint of [
      accountEndpoints.beginTotp,
      accountEndpoints.beginPasskey,
      accountEndpoints.removeTotp,
      accountEndpoints.renewRecoveryCodes,
    ]) {
      expect(await world.call(endpoint, { cookie })).toMatchObject({
        status: 403,
        json: { code: 'access.step_up_needed' },
      });
    }
    const wrong = await world.call(authEndpoints.stepUp, { cookie, body: { password: 'not the right one at all' } });
    expect(wrong).toMatchObject({ status: 400, json: { code: 'password.wrong' } });
    const right = await world.call(authEndpoints.stepUp, { cookie, body: { password: testPassword } });
    expect(right.status).toBe(200);
    expect((await me(cookie)).status).toBe(401);
    expect((await world.call(accountEndpoints.beginTotp, { cookie: right.cookie ?? '' })).status).toBe(200);
  });

  test('a seed that was not confirmed within fifteen minutes is over', async () => {
    const cookie = await freshCookie('mspAuditor');
    const begun = await world.call(accountEndpoints.beginTotp, { cookie });
    const { secret } = accountEndpoints.beginTotp.reply.parse(begun.json);
    world.clock.move({ minutes: 16 });
    const stepped = await world.call(authEndpoints.stepUp, { cookie, body: { password: testPassword } });
    const body = { code: await codeOf(secret) };
    expect(await world.call(accountEndpoints.confirmTotp, { cookie: stepped.cookie ?? '', body })).toMatchObject({
      status: 400,
      json: { code: 'second_factor.failed' },
    });
  });

  test('the last second factor stays where one is required, and a code is needed to set one up', async () => {
    const cookie = await freshCookie('employee');
    expect(await world.call(accountEndpoints.renewRecoveryCodes, { cookie })).toMatchObject({
      status: 409,
      json: { code: 'second_factor.none' },
    });
    await world.call(accountEndpoints.beginTotp, { cookie });
    const wrong = await world.call(accountEndpoints.confirmTotp, { cookie, body: { code: '000000' } });
    expect(wrong).toMatchObject({ status: 400, json: { code: 'second_factor.failed' } });
    const { codes } = await enrolTotp(cookie);
    const renewed = await world.call(accountEndpoints.renewRecoveryCodes, { cookie });
    expect(codesOf(renewed.json)).toHaveLength(10);
    expect(codesOf(renewed.json).filter((code) => codes.includes(code))).toEqual([]);
  });
});

describe('requiring a second factor of everybody: whose it is', () => {
  test('an administrator without one cannot require it', async () => {
    const cookie = await freshCookie('foreignMspAdmin');
    const reply = await world.call(accountEndpoints.changeMspRequirement, { cookie, body: { required: true } });
    expect(reply).toMatchObject({ status: 409, json: { code: 'second_factor.none' } });
  });

  test('the MSP’s people reach nothing but their settings until they have one; its organizations are not bound', async () => {
    const cookie = await freshCookie('foreignMspAdmin');
    await enrolTotp(cookie);
    const reply = await world.call(accountEndpoints.changeMspRequirement, { cookie, body: { required: true } });
    expect(reply).toMatchObject({ status: 200, json: { required: true, people: 1, enrolled: 1 } });
    expect(await world.call(accountEndpoints.removeTotp, { cookie })).toMatchObject({
      status: 409,
      json: { code: 'second_factor.required' },
    });
    const pine = await freshCookie('foreignAdmin');
    expect((await me(pine)).json).toMatchObject({ mustEnrolSecondFactor: false });
  });

  test('an MSP’s administrator requires it of one of its organizations, and takes it back', async () => {
    const { oak } = world.organizations;
    const { mspAdmin, foreignMspAdmin } = world.people;
    const { cookie } = mspAdmin;
    await world.owner('update sessions set confirmed_at = $1, last_seen_at = $1 where user_id = any($2)', [
      world.kernel.clock.now(),
      [mspAdmin.userId, foreignMspAdmin.userId],
    ]);
    const require = (as: string, required: boolean) =>
      world.call(accountEndpoints.changeOrganizationRequirement, {
        cookie: as,
        query: { orgId: oak.id },
        body: { required },
      });
    expect((await require(cookie, true)).json).toEqual({ required: true, requiredByMsp: true, people: 1, enrolled: 0 });
    const sibling = await freshCookie('siblingAdmin');
    expect((await me(sibling)).json).toMatchObject({ mustEnrolSecondFactor: true });
    expect((await me(cookie)).json).toMatchObject({ mustEnrolSecondFactor: false });
    expect((await require(foreignMspAdmin.cookie, false)).status).toBe(404);
    expect((await require(cookie, false)).json).toMatchObject({ required: false });
    expect((await me(sibling)).json).toMatchObject({ mustEnrolSecondFactor: false });
    const log = await world.owner('select log from audit_log where organization_id = $1 and target_type = $2', [
      oak.id,
      'organization',
    ]);
    expect(log).toEqual([
      { log: 'A second factor is now required of everybody' },
      { log: 'A second factor is no longer required' },
    ]);
  });

  test('an organization’s people are bound, its neighbours and its MSP are not', async () => {
    const { cedar } = world.organizations;
    const admin = await freshCookie('mspUser');
    const refused = await world.call(accountEndpoints.changeOrganizationRequirement, {
      cookie: admin,
      query: { orgId: cedar.id },
      body: { required: true },
    });
    expect(refused.status).toBe(403);
    const cookie = (await signIn(emailOf('orgAdmin'), 'nine purple ladders fall')).cookie ?? '';
    await enrolTotp(cookie);
    const reply = await world.call(accountEndpoints.changeOrganizationRequirement, {
      cookie,
      body: { required: true },
    });
    expect(reply).toMatchObject({ status: 200, json: { required: true } });
    const auditor = await freshCookie('orgAuditor');
    expect((await me(auditor)).json).toMatchObject({ mustEnrolSecondFactor: true });
    const look = (as: string) =>
      world.call(organizationEndpoints.findOrganization, { cookie: as, params: { id: cedar.id } });
    expect(await look(auditor)).toMatchObject({ status: 403, json: { code: 'access.second_factor_needed' } });
    expect((await world.call(accountEndpoints.findAccount, { cookie: auditor })).status).toBe(200);
    const details = (userId: number) => world.call(authEndpoints.userDetails, { cookie: auditor, params: { userId } });
    expect((await details(world.people.orgAuditor.userId)).status).toBe(200);
    expect((await details(world.people.orgAdmin.userId)).status).toBe(404);
    await enrolTotp(auditor);
    expect((await details(world.people.orgAdmin.userId)).status).toBe(200);
    expect((await look(auditor)).status).toBe(200);
    expect((await look(admin)).status).toBe(200);
  });
});
