import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { authEndpoints, passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { teamEndpoints } from '@sentrywell/contract/team.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MailServer } from '../../testing/mail-server.ts';
import { buildMailingWorld } from '../../testing/mailing-world.ts';
import { buildWorld, type PersonKey, testPassword, type World } from '../../testing/world.ts';

/** One product that sends mail, and one that has no mail server. */
let world: World;
let mailless: World;
let mailServer: MailServer;
beforeAll(async () => {
  ({ world, mailServer } = await buildMailingWorld());
  mailless = await buildWorld();
});

const signInAt = (at: World, email: string, password = testPassword) =>
  at.call(authEndpoints.login, { body: { email, password } });
const enterAs = async (at: World, who: PersonKey) => (await signInAt(at, at.people[who].email)).cookie ?? '';
const change = (at: World, cookie: string, email: string) =>
  at.call(accountEndpoints.changeEmail, { cookie, body: { email } });
const confirm = (token: string, cookie = '') =>
  world.call(registrationEndpoints.confirmEmail, { cookie, body: { token } });
const accountOf = async (at: World, cookie: string) => (await at.call(accountEndpoints.findAccount, { cookie })).json;
const isIn = async (at: World, cookie: string) => (await at.call(authEndpoints.me, { cookie })).status === 200;
const mailsTo = (email: string) => mailServer.mailsTo(email);
const subjectsTo = (email: string) => mailsTo(email).map(({ subject }) => subject);
const invalid = { status: 404, json: { code: 'confirmation.link_invalid' } };
const taken = { status: 409, json: { code: 'registration.email_taken', issues: [{ path: 'email' }] } };

/** Asks and follows the mail to the new address. */
async function linkTo(cookie: string, email: string): Promise<string> {
  expect(await change(world, cookie, email)).toMatchObject({ status: 200, json: { next: 'confirm_email' } });
  await world.kernel.jobs.runDue();
  const [, address = ''] = /(http\S+)/.exec(mailsTo(email.toLowerCase()).at(-1)?.text ?? '') ?? [];
  const url = new URL(address);
  expect(url.pathname).toBe('/confirm-email');
  return url.searchParams.get('token') ?? '';
}

describe('changing one’s address where mail is sent: what it does', () => {
  test('the link in the mail changes it, the old address hears of both, and other sessions end', async () => {
    const { email: before, userId } = world.people.orgAdmin;
    const [here, elsewhere] = [await enterAs(world, 'orgAdmin'), await enterAs(world, 'orgAdmin')];
    const token = await linkTo(here, 'New.Admin@Cedar.example');
    const email = 'new.admin@cedar.example';
    expect(await accountOf(world, here)).toMatchObject({ email: before, pendingEmail: email });
    expect((await signInAt(world, email)).status).toBe(401);

    expect((await confirm(token, here)).json).toEqual({ success: true, next: 'email_changed' });
    expect(await accountOf(world, here)).toMatchObject({ email, pendingEmail: null });
    expect([await isIn(world, here), await isIn(world, elsewhere)]).toEqual([true, false]);
    expect([(await signInAt(world, before)).status, (await signInAt(world, email)).status]).toEqual([401, 200]);
    await world.kernel.jobs.runDue();
    expect(subjectsTo(before)).toEqual(['A new e-mail address for your account', 'Your e-mail address was changed']);
    expect(mailsTo(before)[1]?.text).toContain(email);
    const log = await world.owner('select log from audit_log where target_type = $1 and target_id = $2 order by seq', [
      'user',
      String(userId),
    ]);
    expect(log).toContainEqual({ log: `Asked to change their e-mail address to ${email}` });
    expect(log).toContainEqual({ log: `E-mail address changed from ${before} to ${email}; other sessions ended` });
  });

  test('opened in a browser where nobody is signed in, it ends every session', async () => {
    const cookie = await enterAs(world, 'employee');
    const token = await linkTo(cookie, 'worker@elsewhere.example');
    expect((await confirm(token)).status).toBe(200);
    expect(await isIn(world, cookie)).toBe(false);
    expect((await signInAt(world, 'worker@elsewhere.example')).status).toBe(200);
  });

  test('a page that is loaded again says the same; a day later, or after another wish, the link is over', async () => {
    const cookie = await enterAs(world, 'vendor');
    const first = await linkTo(cookie, 'first@vendor.example');
    const second = await linkTo(cookie, 'second@vendor.example');
    expect(await confirm(first)).toMatchObject(invalid);
    expect((await confirm(second, cookie)).status).toBe(200);
    expect((await confirm(second, cookie)).json).toEqual({ success: true, next: 'email_changed' });
    const late = await linkTo(cookie, 'third@vendor.example');
    world.clock.move({ hours: 25 });
    expect(await confirm(late)).toMatchObject(invalid);
    expect(await confirm(second)).toMatchObject(invalid);
  });

  test('a change that waits ends when the person keeps the address or chooses a new password', async () => {
    const cookie = await enterAs(world, 'securityAnalyst');
    const cancelled = await linkTo(cookie, 'cancelled@cedar.example');
    expect((await world.call(accountEndpoints.cancelEmailChange, { cookie })).status).toBe(200);
    expect(await accountOf(world, cookie)).toMatchObject({ pendingEmail: null });
    expect(await confirm(cancelled)).toMatchObject(invalid);
    const stolen = await linkTo(cookie, 'thief@cedar.example');
    const body = { currentPassword: testPassword, newPassword: 'nine purple ladders fall' };
    expect((await world.call(passwordEndpoints.changePassword, { cookie, body })).status).toBe(200);
    expect(await confirm(stolen)).toMatchObject(invalid);
  });

  test('neither a change that waits nor a link to a new password outlives a removal: back in the team, the person begins anew', async () => {
    const { userId, email } = world.people.orgAuditor;
    const stolen = await linkTo(await enterAs(world, 'orgAuditor'), 'thief@elsewhere.example');
    await world.call(passwordEndpoints.requestPasswordReset, { body: { email } });
    await world.kernel.jobs.runDue();
    const [, token = ''] = /token=(\S+)/.exec(mailsTo(email).at(-1)?.text ?? '') ?? [];
    const look = () => world.call(passwordEndpoints.findPasswordReset, { body: { token } });
    expect((await look()).status).toBe(200);
    const by = {
      cookie: await enterAs(world, 'mspAdmin'),
      params: { userId },
      query: { orgId: world.organizations.cedar.id },
    };
    expect((await world.call(teamEndpoints.deactivateMember, by)).status).toBe(200);
    expect((await world.call(teamEndpoints.reactivateMember, by)).status).toBe(200);
    expect(await confirm(stolen)).toMatchObject(invalid);
    expect(await look()).toMatchObject({ status: 404, json: { code: 'password.link_invalid' } });
    expect(await accountOf(world, await enterAs(world, 'orgAuditor'))).toMatchObject({ email, pendingEmail: null });
  });

  test('a link to choose a new password that went to the old address stops working', async () => {
    const { email } = world.people.complianceAnalyst;
    await world.call(passwordEndpoints.requestPasswordReset, { body: { email } });
    await world.kernel.jobs.runDue();
    const [, token = ''] = /token=(\S+)/.exec(mailsTo(email.toLowerCase()).at(-1)?.text ?? '') ?? [];
    const cookie = await enterAs(world, 'complianceAnalyst');
    await confirm(await linkTo(cookie, 'rules@cedar.example'), cookie);
    const reply = await world.call(passwordEndpoints.findPasswordReset, { body: { token } });
    expect(reply).toMatchObject({ status: 404, json: { code: 'password.link_invalid' } });
  });
});

describe('changing one’s address without a mail server', () => {
  test('it changes at once; this session goes on with a new cookie, the others end', async () => {
    const [here, elsewhere] = [await enterAs(mailless, 'orgAdmin'), await enterAs(mailless, 'orgAdmin')];
    const reply = await change(mailless, here, 'boss@cedar.example');
    expect(reply.json).toEqual({ success: true, next: 'changed' });
    const cookie = reply.cookie ?? '';
    expect([await isIn(mailless, here), await isIn(mailless, elsewhere)]).toEqual([false, false]);
    expect(await accountOf(mailless, cookie)).toMatchObject({ email: 'boss@cedar.example', pendingEmail: null });
    expect((await signInAt(mailless, 'boss@cedar.example')).status).toBe(200);
    expect(await mailless.owner('select recipient, subject from mails')).toEqual([
      { recipient: mailless.people.orgAdmin.email, subject: 'Your e-mail address was changed' },
    ]);
  });

  test('an address that has an account is refused, and the old one is free once it is left', async () => {
    const [cookie, other] = [await enterAs(mailless, 'siblingAdmin'), await enterAs(mailless, 'independentAdmin')];
    const { email } = mailless.people.siblingAdmin;
    expect(await change(mailless, other, email)).toMatchObject(taken);
    expect((await change(mailless, cookie, 'moved@oak.example')).status).toBe(200);
    expect((await change(mailless, other, email)).status).toBe(200);
  });

  test('two who want one address at once: one gets it, and each account keeps exactly one, 20 times', async () => {
    const people: PersonKey[] = ['employee', 'vendor'];
    const cookies = await Promise.all(people.map((who) => enterAs(mailless, who)));
    for (let round = 0; round < 20; round += 1) {
      const email = `wanted${round}@cedar.example`;
      const replies = await Promise.all(cookies.map((cookie) => change(mailless, cookie, email)));
      expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
      replies.forEach((reply, index) => {
        cookies[index] = reply.cookie ?? cookies[index] ?? '';
      });
    }
    const ids = people.map((who) => mailless.people[who].userId);
    const addresses = await mailless.owner(
      'select u.email from users u join user_emails e on e.user_id = u.id and e.email = u.email where u.id = any($1)',
      [ids],
    );
    expect(addresses).toHaveLength(2);
    expect(await mailless.owner('select email from user_emails where user_id = any($1)', [ids])).toHaveLength(2);
  });
});

describe('changing one’s address: who may', () => {
  test('the password is asked for when it was given too long ago', async () => {
    const cookie = await enterAs(mailless, 'orgAuditor');
    mailless.clock.move({ minutes: 11 });
    const refused = { status: 403, json: { code: 'access.step_up_needed' } };
    expect(await change(mailless, cookie, 'later@cedar.example')).toMatchObject(refused);
    const { cookie: open = '' } = await mailless.call(authEndpoints.stepUp, {
      cookie,
      body: { password: testPassword },
    });
    expect((await change(mailless, open, 'later@cedar.example')).status).toBe(200);
  });

  test('people of an MSP stay in its domain; what is no address or no change is refused under its field', async () => {
    const cookie = await enterAs(mailless, 'mspUser');
    const cases = [
      ['user@lake.example', 'email.wrong_domain', "Email must be from your organization's domain (@harbor.example)"],
      [
        'user@sub.harbor.example',
        'email.wrong_domain',
        "Email must be from your organization's domain (@harbor.example)",
      ],
      ['USER@harbor.example', 'email.unchanged', 'This is your e-mail address already.'],
      ['two@@signs.example', 'request.invalid', 'Please enter a valid email address'],
    ] as const;
    for (const [email, code, message] of cases) {
      const reply = await change(mailless, cookie, email);
      expect(reply).toMatchObject({ status: 400, json: { code, issues: [{ path: 'email', message }] } });
    }
    expect((await change(mailless, cookie, 'colleague@harbor.example')).status).toBe(200);
  });

  test('with mail the answer says nothing of an account; its owner is told, and nothing of theirs changes', async () => {
    const { email } = world.people.independentAdmin;
    const before = await world.owner('select * from users where email = $1', [email]);
    const cookie = await enterAs(world, 'siblingAdmin');
    const [free, held] = [await change(world, cookie, 'free@oak.example'), await change(world, cookie, email)];
    expect({ ...held, headers: {} }).toEqual({ ...free, headers: {} });
    expect(await accountOf(world, cookie)).toMatchObject({ pendingEmail: email });
    await world.kernel.jobs.runDue();
    expect(subjectsTo(email)).toEqual(['Your e-mail address has an account already']);
    expect(mailsTo(email)[0]?.text).not.toContain('token');
    expect(await world.owner('select * from users where email = $1', [email])).toEqual(before);
  });

  test('a registration that nobody confirmed gives way to whoever shows that the address is theirs', async () => {
    const email = 'squatted@gmail.com';
    const password = 'a stranger knows this phrase';
    const cookie = await enterAs(world, 'siblingAdmin');
    const register = () =>
      world.call(registrationEndpoints.registerOrganization, {
        body: { firstName: 'Eve', lastName: 'Else', email, password, token: '' },
      });
    expect((await register()).status).toBe(200);
    await world.kernel.jobs.runDue();
    const token = await linkTo(cookie, email);
    expect((await confirm(token, cookie)).json).toEqual({ success: true, next: 'email_changed' });
    expect([(await signInAt(world, email, password)).status, (await signInAt(world, email)).status]).toEqual([
      401, 200,
    ]);
    const people = await world.owner<{ status: string }>('select status from users where email = $1 order by id', [
      email,
    ]);
    expect(people.map(({ status }) => status).sort()).toEqual(['active', 'inactive']);
    // What the stranger's own link would do is over.
    const [, strangers] = /token=(\S+)/.exec(String(mailsTo(email)[0]?.text)) ?? [];
    expect(await confirm(String(strangers))).toMatchObject(invalid);
  });

  test('nobody tries out addresses without end', async () => {
    const strict = await buildWorld({ environment: { RATE_LIMIT_FACTOR: '1' } });
    const cookie = await enterAs(strict, 'orgAdmin');
    const statuses: number[] = [];
    for (const who of ['employee', 'vendor', 'orgAuditor'] as const) {
      for (let round = 0; round < 4; round += 1) {
        statuses.push((await change(strict, cookie, strict.people[who].email)).status);
      }
    }
    expect(statuses).toEqual([...Array<number>(10).fill(409), 429, 429]);
  });
});

describe('changing one’s address: whose it is', () => {
  test('a link works in its own tenant alone, and another kind of link changes nothing', async () => {
    const cookie = await enterAs(world, 'foreignAdmin');
    const token = await linkTo(cookie, 'moved@pine.example');
    const foreign = `${world.msps.harbor.toString(36)}.${token.split('.')[1]}`;
    expect(await confirm(foreign)).toMatchObject(invalid);
    const reset = await world.call(passwordEndpoints.findPasswordReset, { body: { token } });
    expect(reset).toMatchObject({ status: 404, json: { code: 'password.link_invalid' } });
    expect((await confirm(token)).status).toBe(200);
  });
});
