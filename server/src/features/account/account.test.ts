import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, type PersonKey, testPassword, type World } from '../../testing/world.ts';
import { browserName } from './browser-name.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';
const signIn = async (who: PersonKey, userAgent = firefox): Promise<string> => {
  const body = { email: world.people[who].email, password: testPassword };
  return (await world.call(authEndpoints.login, { body, headers: { 'user-agent': userAgent } })).cookie ?? '';
};
const sessionsOf = async (cookie: string) =>
  accountEndpoints.listSessions.reply.parse((await world.call(accountEndpoints.listSessions, { cookie })).json)
    .sessions;
const me = (cookie: string) => world.call(authEndpoints.me, { cookie });

describe('one’s own settings: what they do', () => {
  test('show who one is and where one belongs', async () => {
    const settings = await world.call(accountEndpoints.findAccount, { as: 'orgAdmin' });
    expect(settings).toMatchObject({
      status: 200,
      json: {
        firstName: 'orgAdmin',
        email: 'admin@cedar.example',
        theme: 'system',
        memberOf: 'Cedar',
        minimumPasswordLength: 15,
        secondFactor: { totp: false, passkeys: [], recoveryCodesLeft: 0, required: false },
      },
    });
    expect((await world.call(accountEndpoints.findAccount, { as: 'mspUser' })).json).toMatchObject({
      memberOf: 'Harbor',
    });
    expect((await world.call(accountEndpoints.findAccount, { as: 'root' })).json).toMatchObject({ memberOf: null });
  });

  test('name and theme change, and nothing else can be slipped in', async () => {
    const change = (body: object) => world.call(accountEndpoints.changeProfile, { as: 'vendor', body });
    const profile = { firstName: ' \u202eZoë ', lastName: "O'Neil", theme: 'dark' };
    expect((await change(profile)).status).toBe(200);
    expect((await world.call(accountEndpoints.findAccount, { as: 'vendor' })).json).toMatchObject({
      firstName: 'Zoë',
      lastName: "O'Neil",
      theme: 'dark',
    });
    for (const extra of [{ email: 'new@x.example' }, { roleId: 1 }, { isRootUser: true }, { status: 'active' }]) {
      expect(await change({ ...profile, ...extra })).toMatchObject({ status: 400, json: { code: 'request.invalid' } });
    }
    for (const bad of [{ firstName: '' }, { firstName: '\u2066\u200b' }, { lastName: 'a\u0000b' }, { theme: 'pink' }]) {
      expect((await change({ ...profile, ...bad })).status).toBe(400);
    }
    expect(
      await world.owner('select log from audit_log where actor_user_id = $1 and log = $2', [
        world.people.vendor.userId,
        'Changed their own profile',
      ]),
    ).toHaveLength(1);
  });

  test('what a change of the profile leaves out stays as it is', async () => {
    const change = (body: object) => world.call(accountEndpoints.changeProfile, { as: 'employee', body });
    expect((await change({ firstName: 'Ida', lastName: 'Lund' })).status).toBe(200);
    expect((await change({ theme: 'dark' })).status).toBe(200);
    expect((await change({ lastName: 'Berg' })).status).toBe(200);
    expect((await world.call(accountEndpoints.findAccount, { as: 'employee' })).json).toMatchObject({
      firstName: 'Ida',
      lastName: 'Berg',
      theme: 'dark',
    });
  });
});

describe('one’s own sessions', () => {
  test('are listed with browser, place and time, the current one marked', async () => {
    const cookie = await signIn('employee');
    const [newest, ...others] = await sessionsOf(cookie);
    expect(newest).toMatchObject({ browser: 'Firefox on Windows', address: '127.0.0.1', current: true });
    expect([...new Set(others.map(({ current }) => current))]).toEqual([false]);
  });

  test('one is ended, then all others', async () => {
    const [here, there, third] = [await signIn('orgAuditor'), await signIn('orgAuditor'), await signIn('orgAuditor')];
    const thirdId = (await sessionsOf(third)).find(({ current }) => current)?.id ?? 0;
    const end = () => world.call(accountEndpoints.endSession, { cookie: here, params: { sessionId: thirdId } });
    expect((await end()).status).toBe(200);
    expect((await me(third)).status).toBe(401);
    expect(await end()).toMatchObject({ status: 404, json: { code: 'session.not_found' } });
    const others = await world.call(accountEndpoints.endOtherSessions, { cookie: here });
    expect(others.json).toEqual({ success: true, ended: 2 });
    expect([(await me(here)).status, (await me(there)).status]).toEqual([200, 401]);
    expect(await sessionsOf(here)).toHaveLength(1);
  });

  test('those that are over are not listed, and not counted among those that are ended', async () => {
    const cookie = await signIn('complianceAnalyst');
    world.clock.move({ minutes: 40 });
    const [later, beside] = [await signIn('complianceAnalyst'), await signIn('complianceAnalyst')];
    expect((await me(cookie)).status).toBe(401);
    expect(await sessionsOf(later)).toHaveLength(2);
    const ended = await world.call(accountEndpoints.endOtherSessions, { cookie: later });
    expect(ended.json).toEqual({ success: true, ended: 1 });
    expect((await me(beside)).status).toBe(401);
    expect(
      await world.owner(
        "select 1 from audit_log where actor_user_id = $1 and log = 'Ended all other own sessions (1)'",
        [world.people.complianceAnalyst.userId],
      ),
    ).toHaveLength(1);
  });
});

describe('one’s own settings: whose they are', () => {
  test('nobody ends somebody else’s session, in the same organization or elsewhere', async () => {
    const victim = await signIn('siblingAdmin');
    const sessionId = (await sessionsOf(victim)).find(({ current }) => current)?.id ?? 0;
    for (const as of ['orgAdmin', 'mspAdmin', 'foreignAdmin', 'root'] as const) {
      const cookie = await signIn(as);
      const reply = await world.call(accountEndpoints.endSession, { cookie, params: { sessionId } });
      expect(reply).toMatchObject({ status: 404, json: { code: 'session.not_found' } });
    }
    expect((await me(victim)).status).toBe(200);
  });
});

test.each([
  [firefox, 'Firefox on Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36 SamsungBrowser/29.0',
    'Samsung Internet on Android',
  ],
  ['curl/8.5.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('%s is called %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
