import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, testPassword, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const signIn = async (email: string, remember = false): Promise<string> =>
  (await world.call(authEndpoints.login, { body: { email, password: testPassword, remember } })).cookie ?? '';
const me = (cookie: string) => world.call(authEndpoints.me, { cookie });
const time = (cookie: string) => world.call(authEndpoints.sessionTime, { cookie });
const keepAlive = (cookie: string) => world.call(authEndpoints.keepAlive, { cookie });
const now = () => world.kernel.clock.now().getTime();
const minutesLeft = (json: unknown) =>
  Math.round((Date.parse(authEndpoints.sessionTime.reply.parse(json).idleExpiresAt) - now()) / 60_000);

describe('the time a session lasts', () => {
  test('thirty minutes without a call end it; a call or a keep-alive begins them anew', async () => {
    const cookie = await signIn('admin@cedar.example');
    world.clock.move({ minutes: 20 });
    expect((await me(cookie)).status).toBe(200);
    // A read is answered before its note of the time is on disk.
    await expect.poll(async () => minutesLeft((await time(cookie)).json)).toBe(30);
    world.clock.move({ minutes: 25 });
    expect(minutesLeft((await keepAlive(cookie)).json)).toBe(30);
    world.clock.move({ minutes: 29 });
    expect((await me(cookie)).status).toBe(200);
    world.clock.move({ minutes: 31 });
    expect((await me(cookie)).status).toBe(401);
    expect((await keepAlive(cookie)).status).toBe(401);
  });

  test.each([
    ['a person of an organization in it', 'orgAdmin', true],
    ['a person of an MSP in an organization', 'mspAdmin', true],
    ['a person of an MSP in their MSP', 'mspAdmin', false],
    ['a root user in an organization of somebody', 'root', true],
    ['a root user over all tenants', 'root', false],
  ] as const)('a call of %s counts', async (_name, as, isInOrganization) => {
    const cookie = await signIn(world.people[as].email);
    world.clock.move({ minutes: 20 });
    const { status } = isInOrganization
      ? await world.call(organizationEndpoints.findOrganization, {
          cookie,
          params: { id: world.organizations.cedar.id },
        })
      : await world.call(organizationEndpoints.listTenants, { cookie });
    expect(status).toBe(200);
    // A read is answered before its note of the time is on disk.
    await expect.poll(async () => minutesLeft((await time(cookie)).json)).toBe(30);
  });

  test('asking how long it lasts does not extend it', async () => {
    const cookie = await signIn('admin@cedar.example');
    for (const minutes of [10, 10, 9]) {
      world.clock.move({ minutes });
      expect((await time(cookie)).status).toBe(200);
    }
    expect(minutesLeft((await time(cookie)).json)).toBe(1);
    world.clock.move({ minutes: 2 });
    expect(await time(cookie)).toMatchObject({ status: 401, json: { code: 'session.missing' } });
  });

  test('twelve hours end it whatever happens; a remembered one after seven days', async () => {
    const short = await signIn('admin@cedar.example');
    const long = await signIn('admin@cedar.example', true);
    for (let half = 0; half < 25; half += 1) {
      world.clock.move({ minutes: 29 });
      await Promise.all([keepAlive(short), keepAlive(long)]);
    }
    expect([(await me(short)).status, (await me(long)).status]).toEqual([401, 200]);
    for (let half = 0; half < 330; half += 1) {
      world.clock.move({ minutes: 29 });
      await keepAlive(long);
    }
    expect((await me(long)).status).toBe(401);
  });

  test('nonsense for a cookie is nobody', async () => {
    for (const cookie of ['', 'x', '2.short', `zzzzzzzzzzz.${'a'.repeat(43)}`, `2.${'a'.repeat(43)}`]) {
      for (const reply of [await me(cookie), await time(cookie)]) {
        expect(reply).toMatchObject({ status: 401, json: { code: 'session.missing' } });
      }
    }
  });
});

describe('a session begins', () => {
  test('with a new secret; signing in again ends the one that the browser had, and no other', async () => {
    const body = { email: 'admin@cedar.example', password: testPassword };
    const [here, elsewhere] = [await signIn(body.email), await signIn(body.email)];
    const again = await world.call(authEndpoints.login, { body, cookie: here });
    expect(again.cookie).not.toBe(here);
    const statuses = [here, elsewhere, again.cookie ?? ''].map(async (cookie) => (await me(cookie)).status);
    expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
  });

  test('not where the password was wrong: the one that the browser had goes on', async () => {
    const cookie = await signIn('admin@cedar.example');
    const wrong = { email: 'admin@cedar.example', password: 'not the right one at all' };
    expect((await world.call(authEndpoints.login, { body: wrong, cookie })).status).toBe(401);
    expect((await me(cookie)).status).toBe(200);
  });
});

describe('what changes about a person takes effect on their next call', () => {
  test('deactivation', async () => {
    const cookie = await signIn('analyst@cedar.example');
    expect((await me(cookie)).status).toBe(200);
    await world.owner("update users set status = 'inactive' where email = 'analyst@cedar.example'");
    expect((await me(cookie)).status).toBe(401);
  });

  test('deactivation of their organization', async () => {
    const { independentAdmin } = world.people;
    const cookie = await signIn(independentAdmin.email);
    await world.owner("update organizations set status = 'inactive' where id = $1", [independentAdmin.organizationId]);
    expect((await me(cookie)).status).toBe(401);
    expect(
      await world.call(authEndpoints.login, { body: { email: independentAdmin.email, password: testPassword } }),
    ).toMatchObject({
      status: 403,
      json: { message: 'Your organization has been deactivated. Ask us through the contact page.' },
    });
  });

  test('a lower role and lost scopes', async () => {
    const { cedar } = world.organizations;
    const cookie = await signIn('user@harbor.example');
    const look = () => world.call(organizationEndpoints.findOrganization, { cookie, params: { id: cedar.id } });
    expect((await look()).status).toBe(200);
    await world.owner('delete from role_assignments where user_id = $1', [world.people.mspUser.userId]);
    expect((await look()).status).toBe(404);
    await world.owner("update users set role_id = 3 where email = 'user@harbor.example'");
    expect((await me(cookie)).json).toMatchObject({ roleId: 3, effectivePermissionBitfield: 3, scopes: [] });
  });
});

describe('the cookie', () => {
  test('is kept from scripts and other sites, and outlives the browser only when asked to', async () => {
    const login = (remember: boolean) =>
      world.call(authEndpoints.login, { body: { email: 'admin@oak.example', password: testPassword, remember } });
    const plain = String((await login(false)).headers['set-cookie']);
    expect(plain).toMatch(/^sid=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(String((await login(true)).headers['set-cookie'])).toMatch(/; Max-Age=604800;/);
  });

  test('carries the __Host- prefix and Secure where the product is served over https', async () => {
    const secure = await buildWorld({ environment: { PUBLIC_URL: 'https://app.sentrywell.example' } });
    const reply = await secure.call(authEndpoints.login, {
      body: { email: 'admin@oak.example', password: testPassword },
      headers: { host: 'app.sentrywell.example' },
    });
    expect(String(reply.headers['set-cookie'])).toMatch(/^__Host-sid=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test('holds 256 random bits and little else, and is stored as a hash only', async () => {
    const cookie = await signIn('admin@oak.example');
    expect(cookie).toMatch(/^[0-9a-z]{1,11}\.[A-Za-z0-9_-]{43}$/);
    expect(cookie).not.toBe(await signIn('admin@oak.example'));
    const rows = await world.owner<{ row: string }>('select row_to_json(s)::text as row from sessions s');
    expect(rows.some(({ row }) => row.includes(cookie.split('.')[1] ?? ''))).toBe(false);
  });
});
