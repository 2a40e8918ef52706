import { createHmac, randomBytes } from 'node:crypto';
import { hash as argonHash } from '@node-rs/argon2';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Kernel } from '../../kernel/kernel.ts';
import { generateSecretTexts, readSecrets } from '../../kernel/secrets.ts';
import { restartedWith } from '../../testing/restarted-with.ts';
import { buildWorld, testPassword } from '../../testing/world.ts';

const world = await buildWorld();
const { settings, secrets } = world.kernel;
const { userId, email, cookie } = world.people.orgAdmin;
const { passwordPepper: oldPepper } = secrets;
const newPepper = randomBytes(32).toString('base64url');

const during = await restartedWith(world, { passwordPepper: newPepper, previousPasswordPepper: oldPepper });
const after = await restartedWith(world, { passwordPepper: newPepper, previousPasswordPepper: undefined });
afterAll(() => Promise.all([during.app.close(), after.app.close()]));

async function give({ app }: Kernel, { path: url, method }: (typeof authEndpoints)['login' | 'stepUp'], body: object) {
  const own = { host: 'localhost:3000', origin: settings.publicUrl, 'content-type': 'application/json' };
  const headers = url === authEndpoints.stepUp.path ? { ...own, cookie: `sid=${cookie}` } : own;
  return (await app.inject({ method, url, headers, payload: JSON.stringify(body) })).statusCode;
}
const signIn = (kernel: Kernel, password = testPassword) => give(kernel, authEndpoints.login, { email, password });

async function stored(): Promise<string> {
  const [row] = await world.owner<{ hash: string }>('select password_hash as hash from users where id = $1', [userId]);
  return row?.hash ?? '';
}
const store = (hash: string) => world.owner('update users set password_hash = $2 where id = $1', [userId, hash]);

const first = await stored();
beforeEach(() => store(first));

describe('a pepper that was replaced', () => {
  test('still lets everybody in while it is named, and is gone from a password with its next sign-in', async () => {
    expect(await signIn(after)).toBe(401);
    expect(await signIn(during, 'wrong wrong wrong wrong')).toBe(401);
    expect(await stored()).toBe(first);
    expect(await signIn(during)).toBe(200);
    expect(await stored()).not.toBe(first);
    expect(await signIn(during)).toBe(200);
    expect(await signIn(after)).toBe(200);
    expect(await signIn(world.kernel)).toBe(401);
  });

  test('still confirms the password of somebody who has been signed in all along', async () => {
    expect(await give(after, authEndpoints.stepUp, { password: testPassword })).toBe(400);
    expect(await give(during, authEndpoints.stepUp, { password: testPassword })).toBe(200);
  });

  test('is the one that a password from before hashes named theirs was mixed with', async () => {
    const mixed = createHmac('sha256', oldPepper).update(testPassword).digest('base64');
    await store(`p1$${await argonHash(mixed, { memoryCost: 47_104, timeCost: 1, parallelism: 1, algorithm: 2 })}`);
    expect(await signIn(after)).toBe(401);
    expect(await signIn(during)).toBe(200);
    expect(await signIn(after)).toBe(200);
  });

  test('changes no hash that names the present one', async () => {
    expect(await signIn(world.kernel)).toBe(200);
    expect(await stored()).toBe(first);
  });

  test('is held to the rules of the present one', () => {
    const texts = generateSecretTexts();
    expect(() => readSecrets({ ...texts, PASSWORD_PEPPER_PREVIOUS: 'short' })).toThrow(
      'The secret PASSWORD_PEPPER_PREVIOUS is too short or a placeholder',
    );
    expect(readSecrets({ ...texts, PASSWORD_PEPPER_PREVIOUS: '' }).previousPasswordPepper).toBeUndefined();
  });
});
