import { authEndpoints, passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { contactEndpoints } from '@sentrywell/contract/contact.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { networkOf } from '../../kernel/throttle.ts';
import { buildWorld, testPassword, type World } from '../../testing/world.ts';

// What is counted are tries, whatever each of them costs: four hundred hashes would only take their time.
vi.mock('../../kernel/passwords.ts', async (original) => ({
  ...(await original<object>()),
  verifyPassword: async (_peppers: unknown, stored: string | undefined, password: string) =>
    stored !== undefined && password === testPassword,
}));

let world: World;
beforeAll(async () => {
  // Time passes only where a test says so: a wait of a second is not over because the machine is busy.
  vi.useFakeTimers({ toFake: ['Date'] });
  // Behind a proxy that is trusted, so that a test can come from any address.
  world = await buildWorld({ environment: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } });
});
beforeEach(() => world.owner('delete from throttle'));
afterAll(() => void vi.useRealTimers());

const from = (address: string) => ({ 'x-forwarded-for': address });
const signIn = (email: string, password: string, address = '203.0.113.5') =>
  world.call(authEndpoints.login, { body: { email, password }, headers: from(address) });
const wrong = 'not the password at all';
const retryAfter = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  Number(headers['retry-after']);

describe('failed sign-ins of one account from one address', () => {
  test('five are free, then each waits twice as long as the one before, up to 15 minutes', async () => {
    const email = 'admin@cedar.example';
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await signIn(email, wrong)).status).toBe(401);
    }
    const waits: number[] = [];
    for (let failure = 5; failure < 18; failure += 1) {
      expect((await signIn(email, wrong)).status).toBe(401);
      const next = await signIn(email, wrong);
      expect(next).toMatchObject({ status: 429, json: { code: 'sign_in.throttled' } });
      waits.push(retryAfter(next));
      world.clock.move({ minutes: retryAfter(next) / 60 });
    }
    expect(waits.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
    expect(Math.max(...waits)).toBe(900);
  });

  test('while it waits the right password is not even looked at, and afterwards it clears the count', async () => {
    const email = 'admin@oak.example';
    for (let failure = 0; failure < 6; failure += 1) {
      await signIn(email, wrong);
    }
    expect((await signIn(email, testPassword)).status).toBe(429);
    world.clock.move({ minutes: 1 });
    expect((await signIn(email, testPassword)).status).toBe(200);
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await signIn(email, wrong)).status).toBe(401);
    }
  });

  test('many at once are counted one by one', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => signIn('admin@pine.example', wrong)));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(6);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(24);
  });

  test('an address that nobody has is slowed just the same', async () => {
    const email = 'nobody@nowhere.example';
    for (let failure = 0; failure < 6; failure += 1) {
      expect((await signIn(email, wrong)).status).toBe(401);
    }
    expect((await signIn(email, wrong)).status).toBe(429);
  });

  test('the same account from elsewhere, and others from here, are not held up', async () => {
    for (let failure = 0; failure < 7; failure += 1) {
      await signIn('admin@cedar.example', wrong);
    }
    expect((await signIn('admin@cedar.example', testPassword, '198.51.100.9')).status).toBe(200);
    expect((await signIn('auditor@cedar.example', testPassword)).status).toBe(200);
  });
});

describe('an account that strangers attack', () => {
  test('after 100 failures strangers get one attempt a minute together; the person gets in where they are known', async () => {
    const email = 'admin@harbor.example';
    expect((await signIn(email, testPassword, '192.0.2.44')).status).toBe(200);
    // A place is known for ninety days.
    world.clock.move({ days: 89 });
    for (let failure = 0; failure < 101; failure += 1) {
      expect((await signIn(email, wrong, `198.18.${failure}.1`)).status).toBe(401);
    }
    const stranger = await signIn(email, wrong, '198.19.0.1');
    expect(stranger.status).toBe(429);
    expect(retryAfter(stranger)).toBeLessThanOrEqual(60);
    expect((await signIn(email, testPassword, '192.0.2.44')).status).toBe(200);
  });

  test('it is never locked: from a new place the right password opens it after the wait', async () => {
    const email = 'user@harbor.example';
    for (let failure = 0; failure < 101; failure += 1) {
      await signIn(email, wrong, `198.18.${failure}.2`);
    }
    expect((await signIn(email, testPassword, '192.0.2.99')).status).toBe(429);
    world.clock.move({ minutes: 1 });
    expect((await signIn(email, testPassword, '192.0.2.99')).status).toBe(200);
  });

  test('one address that tries many accounts is slowed at all of them', async () => {
    const at = (email: string, password = wrong) => signIn(email, password, '203.0.113.77');
    for (const failures of [50, 50, 1]) {
      // Whoever has an account there takes back no more than their own attempt with it.
      expect((await at('admin@lake.example', testPassword)).status).toBe(200);
      for (let failure = 0; failure < failures; failure += 1) {
        expect((await at(`person${failure}@cedar.example`)).status).toBe(401);
      }
    }
    expect((await at('admin@birch.example', testPassword)).status).toBe(429);
    expect((await signIn('admin@birch.example', testPassword, '203.0.113.78')).status).toBe(200);
    world.clock.move({ minutes: 15 });
    for (const nobody of ['one', 'another']) {
      expect((await at(`${nobody}@cedar.example`)).status).toBe(401);
    }
  });
});

describe('one’s own password, asked for once more', () => {
  test('a right one clears the count of the wrong ones before it, for a sensitive setting and for a new password', async () => {
    let { cookie = '' } = await signIn('auditor@harbor.example', testPassword);
    const calls = [
      (password: string) => world.call(authEndpoints.stepUp, { cookie, body: { password } }),
      (currentPassword: string) =>
        world.call(passwordEndpoints.changePassword, {
          cookie,
          body: { currentPassword, newPassword: `${wrong} yet` },
        }),
    ];
    for (const give of calls) {
      for (let failure = 0; failure < 5; failure += 1) {
        expect((await give(wrong)).status).toBe(400);
      }
      const right = await give(testPassword);
      expect(right.status).toBe(200);
      cookie = right.cookie ?? '';
      for (let failure = 0; failure < 5; failure += 1) {
        expect((await give(wrong)).status).toBe(400);
      }
      await world.owner('delete from throttle');
    }
  });
});

describe('open calls', () => {
  test('registrations, invitations, reset wishes and reset links are limited per address', async () => {
    const calls = [
      [registrationEndpoints.registerMsp, 30, { firstName: 'A', lastName: 'B', email: '', password: 'x', token: '' }],
      [passwordEndpoints.requestPasswordReset, 20, { email: 'nobody@nowhere.example' }],
      [passwordEndpoints.findPasswordReset, 60, { token: 'a'.repeat(20) }],
      [registrationEndpoints.confirmEmail, 60, { token: 'a'.repeat(20) }],
      [registrationEndpoints.resendConfirmation, 20, { email: 'nobody@nowhere.example' }],
      [invitationEndpoints.findInvitation, 120, undefined],
    ] as const;
    for (const [endpoint, limit, body] of calls) {
      const sent = body === undefined ? { params: { token: 'a'.repeat(20) } } : { body };
      for (let count = 0; count < limit; count += 1) {
        expect((await world.call(endpoint, { ...sent, headers: from('203.0.113.9') })).status).not.toBe(429);
      }
      const over = await world.call(endpoint, { ...sent, headers: from('203.0.113.9') });
      const message = 'Too many requests. Please try again in 60 minutes.';
      expect(over).toMatchObject({ status: 429, json: { code: 'request.too_many', message } });
      expect(retryAfter(over)).toBeGreaterThan(3_500);
      expect((await world.call(endpoint, { ...sent, headers: from('203.0.113.10') })).status).not.toBe(429);
    }
    const followed = { token: 'a'.repeat(20), password: wrong };
    const follow = (address: string) =>
      world.call(passwordEndpoints.resetPassword, { body: followed, headers: from(address) });
    expect((await follow('203.0.113.9')).status).toBe(429);
    expect((await follow('203.0.113.10')).status).toBe(404);
  });

  test('what was counted while a clock was days ahead holds nobody up once it is set right', async () => {
    const ask = () =>
      world.call(passwordEndpoints.requestPasswordReset, {
        body: { email: 'nobody@nowhere.example' },
        headers: from('203.0.113.20'),
      });
    const contact = () =>
      world.call(contactEndpoints.sendContactMessage, {
        body: {
          name: 'Ada',
          email: 'ada@clinic.example',
          organization: '',
          message: 'Hello, we would like to know more.',
          website: '',
        },
        headers: from('203.0.113.20'),
      });
    world.clock.move({ days: 30 });
    for (let count = 0; count < 21; count += 1) {
      await ask();
      await contact();
      await signIn('admin@cedar.example', wrong);
    }
    expect([(await ask()).status, (await contact()).status]).toEqual([429, 429]);
    expect((await signIn('admin@cedar.example', testPassword)).status).toBe(429);
    world.clock.move({ days: -30 });
    expect([(await ask()).status, (await contact()).status]).toEqual([200, 200]);
    expect((await signIn('admin@cedar.example', testPassword)).status).toBe(200);
  });

  test('what no longer counts is removed by and by', async () => {
    await signIn('nobody@cedar.example', wrong, '203.0.113.31');
    world.clock.move({ days: 1, minutes: 1 });
    await signIn('somebody@cedar.example', wrong, '203.0.113.32');
    const over = 'select key from throttle where window_ends_at < $1';
    expect(await world.owner(over, [world.kernel.clock.now()])).toEqual([]);
  });

  test('the counters hold neither addresses nor e-mails', async () => {
    await signIn('admin@cedar.example', wrong);
    const rows = await world.owner<{ key: string }>('select key from throttle');
    expect(rows.length).toBeGreaterThan(2);
    for (const { key } of rows) {
      expect(key).toMatch(/^[a-z_:]+:[A-Za-z0-9_-]{32}$/);
    }
  });
});

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
