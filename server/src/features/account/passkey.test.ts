import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { authEndpoints, secondFactorEndpoints } from '@sentrywell/contract/auth.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAuthenticator } from '../../testing/software-authenticator.ts';
import { buildWorld, type PersonKey, testPassword, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const emailOf = (who: PersonKey) => world.people[who].email;
const signIn = (email: string) => world.call(authEndpoints.login, { body: { email, password: testPassword } });
const me = (cookie: string) => world.call(authEndpoints.me, { cookie });
const freshCookie = async (who: PersonKey) => (await signIn(emailOf(who))).cookie ?? '';
const account = async (cookie: string) =>
  accountEndpoints.findAccount.reply.parse((await world.call(accountEndpoints.findAccount, { cookie })).json);
const optionsOf = (json: unknown) =>
  z.object({ publicKey: z.looseObject({ challenge: z.string() }) }).parse(json).publicKey;
const codesOf = (json: unknown) => z.object({ recoveryCodes: z.array(z.string()) }).parse(json).recoveryCodes;

describe('a passkey: what it does', () => {
  const authenticator = () => createAuthenticator(world.kernel.settings.publicUrl);
  const key: { current?: ReturnType<typeof authenticator> } = {};

  async function register(cookie: string, change: object = {}) {
    const device = authenticator();
    const begun = await world.call(accountEndpoints.beginPasskey, { cookie });
    const credential = device.register(optionsOf(begun.json), change);
    const reply = await world.call(accountEndpoints.confirmPasskey, { cookie, body: { name: 'Laptop', credential } });
    return { device, credential, reply };
  }

  test('is set up, and completes signing in', async () => {
    const cookie = await freshCookie('mspAdmin');
    const { device, reply } = await register(cookie);
    expect(reply.status).toBe(200);
    expect(codesOf(reply.json)).toHaveLength(10);
    key.current = device;
    const login = await signIn(emailOf('mspAdmin'));
    expect(login.json).toMatchObject({ secondFactor: ['passkey', 'recovery'] });
    const half = login.cookie ?? '';
    const begun = await world.call(secondFactorEndpoints.passkeySignInOptions, { cookie: half });
    expect(optionsOf(begun.json)).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: device.id }] });
    const credential = device.signIn(optionsOf(begun.json));
    const done = await world.call(secondFactorEndpoints.signInByPasskey, { cookie: half, body: { credential } });
    expect(done).toMatchObject({ status: 200, json: { userType: 'msp' } });
    expect((await me(done.cookie ?? '')).status).toBe(200);
    const { secondFactor } = await account(done.cookie ?? '');
    expect(secondFactor.passkeys).toEqual([
      { id: device.id, name: 'Laptop', createdAt: expect.any(String), lastUsedAt: expect.any(String) },
    ]);
  });

  test.each([
    ['of another page', { origin: 'https://evil.example' }],
    ['of another host', { host: 'evil.example' }],
    // As it was at the sign-in above, which is one more than when the key was set up.
    ['of a copied key whose counter went back', { signCount: 2 }],
  ])('an answer %s is refused', async (_, changes) => {
    const half = (await signIn(emailOf('mspAdmin'))).cookie ?? '';
    const begun = await world.call(secondFactorEndpoints.passkeySignInOptions, { cookie: half });
    const credential = key.current?.signIn(optionsOf(begun.json), changes);
    const done = await world.call(secondFactorEndpoints.signInByPasskey, { cookie: half, body: { credential } });
    expect(done).toMatchObject({ status: 400, json: { code: 'second_factor.failed' } });
  });

  test('an answer works once, and somebody else’s key never', async () => {
    const half = (await signIn(emailOf('mspAdmin'))).cookie ?? '';
    const begin = async () =>
      optionsOf((await world.call(secondFactorEndpoints.passkeySignInOptions, { cookie: half })).json);
    const use = (credential: unknown) =>
      world.call(secondFactorEndpoints.signInByPasskey, { cookie: half, body: { credential } });
    expect((await use(authenticator().signIn(await begin()))).status).toBe(400);
    const credential = key.current?.signIn(await begin(), { signCount: 100 });
    expect((await use(credential)).status).toBe(200);
    const again = (await signIn(emailOf('mspAdmin'))).cookie ?? '';
    const replay = await world.call(secondFactorEndpoints.signInByPasskey, { cookie: again, body: { credential } });
    expect(replay.status).toBe(400);
  });

  test('an answer made for signing in sets up nothing, and one for another page neither', async () => {
    const cookie = await freshCookie('siblingAdmin');
    expect((await register(cookie, { origin: 'https://evil.example' })).reply.status).toBe(400);
    const { credential, reply } = await register(cookie);
    expect(reply.status).toBe(200);
    const replay = await world.call(accountEndpoints.confirmPasskey, { cookie, body: { name: 'Again', credential } });
    expect(replay.status).toBe(400);
  });

  test('a challenge is over after five minutes', async () => {
    const cookie = await freshCookie('vendor');
    const begun = await world.call(accountEndpoints.beginPasskey, { cookie });
    const credential = authenticator().register(optionsOf(begun.json));
    world.clock.move({ minutes: 6 });
    const late = await world.call(accountEndpoints.confirmPasskey, { cookie, body: { name: 'Late', credential } });
    expect(late).toMatchObject({ status: 400, json: { code: 'second_factor.failed' } });
  });

  test('is removed by its owner alone', async () => {
    const cookie = await freshCookie('foreignAdmin');
    const other = await register(cookie);
    const intruder = await freshCookie('independentAdmin');
    const remove = (as: string) =>
      world.call(accountEndpoints.removePasskey, { cookie: as, body: { id: other.device.id } });
    expect(await remove(intruder)).toMatchObject({ status: 404, json: { code: 'passkey.not_found' } });
    expect((await remove(cookie)).status).toBe(200);
    expect((await remove(cookie)).status).toBe(404);
  });
});
