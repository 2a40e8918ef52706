import { authEndpoints, passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { MailServer } from '../../testing/mail-server.ts';
import { buildMailingWorld } from '../../testing/mailing-world.ts';
import { buildWorld, type PersonKey, testPassword, type World } from '../../testing/world.ts';

let world: World;
let mailServer: MailServer;
beforeAll(async () => {
  ({ world, mailServer } = await buildMailingWorld({ PUBLIC_URL: 'http://localhost:3000' }));
});

const newPassword = 'nine purple ladders fall';
const signIn = (email: string, password: string) => world.call(authEndpoints.login, { body: { email, password } });
const me = (cookie: string) => world.call(authEndpoints.me, { cookie });
const ask = (email: string) => world.call(passwordEndpoints.requestPasswordReset, { body: { email } });
const check = (token: string) => world.call(passwordEndpoints.findPasswordReset, { body: { token } });
const reset = (token: string, password = newPassword) =>
  world.call(passwordEndpoints.resetPassword, { body: { token, password } });
const mailsTo = (email: string) => mailServer.mailsTo(email);

/** Follows the newest mail to the address. @returns the token in its link. */
function linkTo(email: string): string {
  const text = mailsTo(email).findLast(({ subject }) => subject === 'Choose a new password')?.text ?? '';
  const [, address = ''] = /(http\S+)/.exec(text) ?? [];
  const url = new URL(address);
  expect(`${url.origin}${url.pathname}`).toBe('http://localhost:3000/reset-password');
  return url.searchParams.get('token') ?? '';
}

async function askAndFollow(who: PersonKey): Promise<string> {
  const { email } = world.people[who];
  expect((await ask(email)).status).toBe(200);
  await world.kernel.jobs.runDue();
  return linkTo(email);
}

describe('resetting a forgotten password: what it does', () => {
  test('a mail with a link, a new password, all sessions over', async () => {
    const { email, cookie } = world.people.orgAdmin;
    expect((await me(cookie)).status).toBe(200);
    const token = await askAndFollow('orgAdmin');
    const [mail] = mailsTo(email);
    expect(mail?.from?.name).toBe('Sentrywell');
    expect(mail?.html).toContain(`href="http://localhost:3000/reset-password?token=${token}"`);
    expect((await check(token)).json).toEqual({
      email,
      firstName: 'orgAdmin',
      lastName: 'Tester',
      minimumLength: 15,
    });
    expect((await reset(token)).status).toBe(200);
    expect((await me(cookie)).status).toBe(401);
    expect((await signIn(email, testPassword)).status).toBe(401);
    expect((await signIn(email, newPassword)).status).toBe(200);
    await world.kernel.jobs.runDue();
    expect(mailsTo(email).at(-1)?.subject).toBe('Your password was changed');
    expect(
      await world.owner("select log, user_name from audit_log where log like 'Password reset%' order by log"),
    ).toEqual([
      { log: `Password reset asked for ${email}`, user_name: 'Unknown' },
      { log: `Password reset mailed to ${email}`, user_name: 'Unknown' },
      { log: 'Password reset with a mailed link; all sessions ended', user_name: 'orgAdmin Tester' },
    ]);
  });

  test('the mail’s text is forgotten once it has left, and nothing stored opens anything', async () => {
    const token = await askAndFollow('orgAuditor');
    const stored = await world.owner<{ row: string }>(
      `select row_to_json(m)::text as row from mails m union all select row_to_json(k)::text from one_use_tokens k
       union all select row_to_json(j)::text from jobs j union all select row_to_json(a)::text from audit_log a`,
    );
    expect(stored.length).toBeGreaterThan(0);
    for (const { row } of stored) {
      expect(row).not.toContain(token);
      expect(row).not.toContain(token.split('.')[1]);
    }
    expect(await world.owner("select 1 from mails where status = 'sent' and text_body <> ''")).toEqual([]);
  });

  test('a mail server that is down delays the mail and loses nothing', async () => {
    const { email } = world.people.siblingAdmin;
    await mailServer.stop();
    expect((await ask(email)).status).toBe(200);
    await world.kernel.jobs.runDue();
    expect(mailsTo(email)).toEqual([]);
    expect(await world.owner('select status, attempts from mails where recipient = $1', [email])).toEqual([
      { status: 'delayed', attempts: 1 },
    ]);
    world.clock.move({ minutes: 1 });
    await world.kernel.jobs.runDue();
    await mailServer.start();
    world.clock.move({ minutes: 5 });
    await world.kernel.jobs.runDue();
    expect(mailsTo(email)).toHaveLength(1);
    expect((await reset(linkTo(email))).status).toBe(200);
    await world.kernel.jobs.runDue();
  });
});

describe('resetting a forgotten password: who may', () => {
  test('an unknown, a deactivated and a known address are answered the same, and only the known one gets a mail', async () => {
    const replies = await Promise.all(
      ['nobody@cedar.example', 'inactive@harbor.example', 'vendor@cedar.example'].map((email) => ask(email)),
    );
    expect(replies.map(({ status, json }) => ({ status, json }))).toEqual(
      Array(3).fill({ status: 200, json: { success: true } }),
    );
    const before = mailServer.received.length;
    await world.kernel.jobs.runDue();
    expect(mailServer.received.slice(before).map(({ to }) => to?.[0]?.address)).toEqual(['vendor@cedar.example']);
  });

  test('a link works once, for an hour, and a newer one replaces it', async () => {
    const old = await askAndFollow('employee');
    const token = await askAndFollow('employee');
    expect(await check(old)).toMatchObject({ status: 404, json: { code: 'password.link_invalid' } });
    const replies = await Promise.all(Array.from({ length: 5 }, () => reset(token)));
    expect(replies.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 404, 404, 404, 404]);
    const late = await askAndFollow('employee');
    world.clock.move({ minutes: 61 });
    for (const reply of [await check(late), await reset(late), await reset(`${late}x`), await reset('x'.repeat(30))]) {
      expect(reply).toMatchObject({ status: 404, json: { code: 'password.link_invalid' } });
    }
  });

  test('a weak password is refused and the link stays good', async () => {
    const token = await askAndFollow('complianceAnalyst');
    expect(await reset(token, 'password12345678')).toMatchObject({
      status: 400,
      json: { code: 'password.too_common' },
    });
    expect(await reset(token, 'tester compliance')).toMatchObject({ json: { code: 'password.personal' } });
    expect(await reset(token, 'tiny')).toMatchObject({
      status: 400,
      json: { code: 'password.too_short', message: 'Please use at least 15 characters.' },
    });
    expect((await reset(token)).status).toBe(200);
  });
});

describe('changing one’s password', () => {
  const change = (cookie: string, currentPassword: string, next: string) =>
    world.call(passwordEndpoints.changePassword, { cookie, body: { currentPassword, newPassword: next } });

  test('ends the other sessions and gives this one a new secret', async () => {
    const { email } = world.people.mspAuditor;
    const { cookie: here = '' } = await signIn(email, testPassword);
    const { cookie: there = '' } = await signIn(email, testPassword);
    const reply = await change(here, testPassword, newPassword);
    expect(reply.status).toBe(200);
    expect((await me(there)).status).toBe(401);
    expect((await me(here)).status).toBe(401);
    expect((await me(reply.cookie ?? '')).status).toBe(200);
    expect((await signIn(email, newPassword)).status).toBe(200);
    await world.kernel.jobs.runDue();
    expect(mailsTo(email).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  });

  test('stops a link to reset it that was mailed before', async () => {
    const token = await askAndFollow('mspUser');
    const { cookie = '' } = await signIn(world.people.mspUser.email, testPassword);
    expect((await change(cookie, testPassword, newPassword)).status).toBe(200);
    for (const reply of [await check(token), await reset(token, 'seven green lanterns sway')]) {
      expect(reply).toMatchObject({ status: 404, json: { code: 'password.link_invalid' } });
    }
    expect((await signIn(world.people.mspUser.email, newPassword)).status).toBe(200);
  });

  test('needs the current one, and another one', async () => {
    const { cookie = '' } = await signIn(world.people.securityAnalyst.email, testPassword);
    expect(await change(cookie, 'wrong wrong wrong wrong', newPassword)).toMatchObject({
      status: 400,
      json: { code: 'password.wrong' },
    });
    expect(await change(cookie, testPassword, testPassword)).toMatchObject({ json: { code: 'password.unchanged' } });
    expect(await change(cookie, testPassword, 'analyst@cedar!!')).toMatchObject({
      json: { code: 'password.personal' },
    });
    expect((await me(cookie)).status).toBe(200);
  });

  test('counts every character as it was typed: case, blanks at the ends, all of 256', async () => {
    const { email } = world.people.vendor;
    const { cookie = '' } = await signIn(email, testPassword);
    const words = Array.from({ length: 60 }, (_, index) => `Kettle${index * 7}`).join(' ');
    const long = ` ${words.slice(0, 254)} `;
    expect((await change(cookie, testPassword, long)).status).toBe(200);
    for (const near of [long.trim(), long.toLowerCase(), long.slice(0, 255), `${long.slice(0, 255)}x`]) {
      expect((await signIn(email, near)).status).toBe(401);
    }
    expect((await signIn(email, long)).status).toBe(200);
  });

  test('is stored as argon2id of 46 MiB, salted for each person anew', async () => {
    const { orgAdmin, siblingAdmin, mspAuditor } = world.people;
    const emails = [orgAdmin, siblingAdmin, mspAuditor].map(({ email }) => email);
    const rows = await world.owner<{ password_hash: string }>('select password_hash from users where email = any($1)', [
      emails,
    ]);
    for (const { password_hash: stored } of rows) {
      expect(stored).toMatch(
        /^p1\$\$argon2id\$v=19\$m=47104,t=1,p=1,keyid=[A-Za-z0-9+/]{8}\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
      );
    }
    // All three chose the same password above.
    expect(new Set(rows.map(({ password_hash: stored }) => stored)).size).toBe(3);
  });

  test('whoever holds an open browser can’t guess the password there', async () => {
    const guarded = await buildWorld({ environment: { RATE_LIMIT_FACTOR: '1' } });
    // The wait is a second: it is not over because the machine is busy.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const guess = () =>
      guarded.call(authEndpoints.stepUp, { as: 'mspUser', body: { password: 'wrong wrong wrong wrong' } });
    for (let count = 0; count < 6; count += 1) {
      expect((await guess()).status).toBe(400);
    }
    expect(await guess()).toMatchObject({ status: 429, json: { code: 'sign_in.throttled' } });
  });
});
