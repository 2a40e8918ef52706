import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { authEndpoints, passwordEndpoints, secondFactorEndpoints } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { generate } from 'otplib';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../kernel/passwords.ts';
import { withClient } from '../../kernel/with-client.ts';
import { newPassword, whilePersonIsHeld } from '../../testing/held-person.ts';
import { storeResetLink } from '../../testing/stored-reset-link.ts';
import { buildWorld, type Person, type Reply, testPassword, type World } from '../../testing/world.ts';

let world: World;
let person: Person;
beforeAll(async () => {
  world = await buildWorld();
});
beforeEach(async () => {
  // As it was before: what one test does to the person is none of the next one's business.
  person = world.people.orgAuditor;
  await world.owner('delete from sessions where user_id = $1', [person.userId]);
  await world.owner(
    `update users set password_hash = (select password_hash from users where id = $2), status = 'active', totp_secret = null,
      totp_last_step = null where id = $1`,
    [person.userId, world.people.orgAdmin.userId],
  );
});

const signIn = () => world.call(authEndpoints.login, { body: { email: person.email, password: testPassword } });
const openSessions = () =>
  world.owner("select 1 from sessions where user_id = $1 and stage = 'open' and ended_at is null", [person.userId]);
const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(world.kernel.clock.now().getTime() / 1_000) });

/** Sets up an authenticator app. @returns its secret. */
async function enrolTotp(): Promise<string> {
  const { cookie = '' } = await signIn();
  const begun = await world.call(accountEndpoints.beginTotp, { cookie });
  const { secret } = accountEndpoints.beginTotp.reply.parse(begun.json);
  const confirmed = await world.call(accountEndpoints.confirmTotp, { cookie, body: { code: await codeOf(secret) } });
  expect(confirmed.status).toBe(200);
  await world.owner('update sessions set ended_at = now() where user_id = $1', [person.userId]);
  world.clock.move({ minutes: 1 });
  return secret;
}

const whileItRuns = (begin: () => Promise<Reply>, changes: readonly string[]) =>
  whilePersonIsHeld(world, person.userId, { begin, changes });

describe('a sign-in under way', () => {
  test('with a password that has just been replaced opens nothing', async () => {
    expect(await whileItRuns(signIn, newPassword)).toMatchObject({ status: 401, json: { code: 'sign_in.failed' } });
    expect(await openSessions()).toEqual([]);
  });

  test('goes on where another one has just hashed the same password anew', async () => {
    const { orgAdmin } = world.people;
    const anew = `update users set password_hash = (select password_hash from users where id = ${orgAdmin.userId}) where id = $1`;
    await world.owner('update users set password_hash = $2 where id = $1', [
      person.userId,
      await hashPassword(world.kernel.secrets.passwordPepper, testPassword),
    ]);
    expect(await whileItRuns(signIn, [anew])).toMatchObject({ status: 200 });
    expect(await openSessions()).toHaveLength(1);
  });

  test('of somebody who has just been deactivated opens nothing', async () => {
    const reply = await whileItRuns(signIn, ["update users set status = 'inactive' where id = $1"]);
    expect(reply).toMatchObject({ status: 403, json: { code: 'sign_in.inactive' } });
    expect(await openSessions()).toEqual([]);
  });

  test('asks for a second factor that has just been set up', async () => {
    const reply = await whileItRuns(signIn, ["update users set totp_secret = 'v1.a.b' where id = $1"]);
    expect(reply).toMatchObject({ status: 200, json: { secondFactor: ['totp', 'recovery'] } });
    expect(await openSessions()).toEqual([]);
  });

  test('that waits for its second factor is over with a new password', async () => {
    const secret = await enrolTotp();
    const { cookie = '' } = await signIn();
    const body = { code: await codeOf(secret) };
    const give = () => world.call(secondFactorEndpoints.signInByTotp, { cookie, body });
    expect(await whileItRuns(give, newPassword)).toMatchObject({
      status: 401,
      json: { code: 'second_factor.session_over' },
    });
    expect(await openSessions()).toEqual([]);
  });
});

describe('a sign-in that an organization’s deactivation does not see', () => {
  const { deactivateOrganization, reactivateOrganization } = organizationEndpoints;

  test('opens nothing, also once the organization is back', async () => {
    const params = { id: world.organizations.cedar.id };
    await signIn();
    const late = await withClient({ ...world.appConnection, user: 'postgres' }, async (blocker) => {
      // Held up by what it writes after its session: it has seen an active organization by then.
      await blocker.query('begin');
      await blocker.query("select 1 from throttle where key like 'sign_in:familiar:%' for update");
      const answered = signIn();
      const waiting = `select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into throttle%'`;
      await expect.poll(() => world.owner(waiting), { timeout: 10_000 }).toHaveLength(1);
      expect((await world.call(deactivateOrganization, { as: 'mspAdmin', params })).status).toBe(200);
      await blocker.query('commit');
      return answered;
    });
    expect(late.status).toBe(200);
    const me = () => world.call(authEndpoints.me, { cookie: late.cookie ?? '' });
    expect((await me()).status).toBe(401);
    expect((await world.call(reactivateOrganization, { as: 'mspAdmin', params })).status).toBe(200);
    expect((await me()).status).toBe(401);
    expect(await openSessions()).toEqual([]);
    expect((await signIn()).status).toBe(200);
  });
});

describe('a short password', () => {
  const short = 'q7!Lmv2#x';
  const withoutFactor = ['update users set totp_secret = null, totp_last_step = null where id = $1'];
  const isStillLong = async () => {
    const [row] = await world.owner('select has_short_password from users where id = $1', [person.userId]);
    expect(row).toEqual({ has_short_password: false });
  };

  test('is refused to whoever changes theirs when the second factor has gone meanwhile', async () => {
    const secret = await enrolTotp();
    const half = await signIn();
    const { cookie = '' } = await world.call(secondFactorEndpoints.signInByTotp, {
      cookie: half.cookie ?? '',
      body: { code: await codeOf(secret) },
    });
    const body = { currentPassword: testPassword, newPassword: short };
    const change = () => world.call(passwordEndpoints.changePassword, { cookie, body });
    expect(await whileItRuns(change, withoutFactor)).toMatchObject({
      status: 400,
      json: { code: 'password.too_short' },
    });
    await isStillLong();
  });

  test('is refused to whoever follows a link to a new one when the second factor has gone meanwhile', async () => {
    await enrolTotp();
    const token = await storeResetLink(world, person);
    const body = { token, password: short };
    const follow = () => world.call(passwordEndpoints.resetPassword, { body });
    expect(await whileItRuns(follow, withoutFactor)).toMatchObject({
      status: 400,
      json: { code: 'password.too_short' },
    });
    await isStillLong();
  });

  test('whoever changes theirs twice at once, with the same present one, does so once', async () => {
    const { cookie = '' } = await signIn();
    const body = { currentPassword: testPassword, newPassword: 'nine purple ladders fall' };
    const change = () => world.call(passwordEndpoints.changePassword, { cookie, body });
    const [replaced = ''] = newPassword;
    expect(await whileItRuns(change, [replaced])).toMatchObject({ status: 400, json: { code: 'password.wrong' } });
  });
});

describe('a new address', () => {
  test('is not given to whose session is ended meanwhile, and nobody waits for the other', async () => {
    const { cookie = '' } = await signIn();
    const change = () =>
      world.call(accountEndpoints.changeEmail, { cookie, body: { email: 'elsewhere@cedar.example' } });
    // The person first and then their sessions, as whoever deactivates them does.
    expect(await whileItRuns(change, newPassword.slice(1))).toMatchObject({
      status: 401,
      json: { code: 'session.missing' },
    });
    expect(await world.owner('select email from users where id = $1', [person.userId])).toEqual([
      { email: person.email },
    ]);
  });
});
