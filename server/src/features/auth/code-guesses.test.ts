import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { authEndpoints, secondFactorEndpoints } from '@sentrywell/contract/auth.ts';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createAuthenticator } from '../../testing/software-authenticator.ts';
import { buildWorld, testPassword, type World } from '../../testing/world.ts';

const home = '192.0.2.44';
const elsewhere = '198.51.100.7';
const wrongCode = '000000';

let world: World;
let secret = '';
let device: ReturnType<typeof createAuthenticator>;
beforeAll(async () => {
  // Time passes only where a test says so: a wait of a second is not over because the machine is busy.
  vi.useFakeTimers({ toFake: ['Date'] });
  world = await buildWorld({ environment: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } });
  device = createAuthenticator(world.kernel.settings.publicUrl);
  await enrol();
});
beforeEach(async () => {
  // A code works once.
  world.clock.move({ minutes: 1 });
  await world.owner("delete from throttle where key like 'sign_in:code:%'");
});
afterAll(() => void vi.useRealTimers());

/** An authenticator app and a passkey, at home. */
async function enrol(): Promise<void> {
  const cookie = await password(home);
  const begun = await world.call(accountEndpoints.beginTotp, { cookie });
  ({ secret } = accountEndpoints.beginTotp.reply.parse(begun.json));
  const body = { code: await rightCode() };
  expect((await world.call(accountEndpoints.confirmTotp, { cookie, body })).status).toBe(200);
  const options = optionsOf((await world.call(accountEndpoints.beginPasskey, { cookie })).json);
  const passkey = { name: 'Laptop', credential: device.register(options) };
  expect((await world.call(accountEndpoints.confirmPasskey, { cookie, body: passkey })).status).toBe(200);
}

const from = (address: string) => ({ 'x-forwarded-for': address });
const optionsOf = (json: unknown) =>
  z.object({ publicKey: z.looseObject({ challenge: z.string() }) }).parse(json).publicKey;
const rightCode = () => generate({ secret, epoch: Math.floor(world.kernel.clock.now().getTime() / 1_000) });

/** The first half of a sign-in, which everybody passes who knows the password. */
async function password(address: string): Promise<string> {
  const { email } = world.people.mspAdmin;
  const reply = await world.call(authEndpoints.login, {
    body: { email, password: testPassword },
    headers: from(address),
  });
  expect(reply.status).toBe(200);
  return reply.cookie ?? '';
}

async function give(code: string, address: string): Promise<number> {
  const cookie = await password(address);
  const reply = await world.call(secondFactorEndpoints.signInByTotp, {
    cookie,
    body: { code },
    headers: from(address),
  });
  return reply.status;
}

async function guess(times: number, address: (index: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) {
    statuses.push(await give(wrongCode, address(index)));
  }
  return statuses;
}

describe('somebody who knows the password and guesses the code', () => {
  test('is slowed down from wherever they come, and the person gets in where they have signed in before', async () => {
    expect(await guess(8, (index) => `203.0.113.${index}`)).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
    expect(await give(await rightCode(), home)).toBe(200);
    // What the person may do gives nobody else another five.
    expect(await give(wrongCode, elsewhere)).toBe(429);
  });

  test('is slowed down as well in a place where the person has signed in', async () => {
    expect(await guess(8, () => home)).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
    expect(await give(await rightCode(), home)).toBe(429);
    world.clock.move({ minutes: 1 });
    expect(await give(await rightCode(), home)).toBe(200);
  });

  test('does not keep the person from their passkey, wherever that is', async () => {
    await guess(7, () => elsewhere);
    expect(await give(await rightCode(), elsewhere)).toBe(429);
    const cookie = await password(elsewhere);
    const begun = await world.call(secondFactorEndpoints.passkeySignInOptions, { cookie, headers: from(elsewhere) });
    const body = { credential: device.signIn(optionsOf(begun.json)) };
    const done = await world.call(secondFactorEndpoints.signInByPasskey, { cookie, body, headers: from(elsewhere) });
    expect(done.status).toBe(200);
  });

  test('guesses at recovery codes by the same count', async () => {
    await guess(3, () => elsewhere);
    const cookie = await password(elsewhere);
    const again = { cookie, body: { code: 'aaaaa-bbbbb' }, headers: from(elsewhere) };
    for (let index = 0; index < 3; index += 1) {
      expect((await world.call(secondFactorEndpoints.signInByRecoveryCode, again)).status).toBe(400);
    }
    expect((await world.call(secondFactorEndpoints.signInByRecoveryCode, again)).status).toBe(429);
    expect(await give(await rightCode(), elsewhere)).toBe(429);
  });
});
