import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { generate } from 'otplib';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPassword, whilePersonIsHeld } from '../../testing/held-person.ts';
import { buildMailingWorld } from '../../testing/mailing-world.ts';
import { type PersonKey, type Reply, testPassword, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  ({ world } = await buildMailingWorld());
});

const signIn = async (who: PersonKey) =>
  (await world.call(authEndpoints.login, { body: { email: world.people[who].email, password: testPassword } }))
    .cookie ?? '';
const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(world.kernel.clock.now().getTime() / 1_000) });

async function beginTotp(cookie: string): Promise<string> {
  return accountEndpoints.beginTotp.reply.parse((await world.call(accountEndpoints.beginTotp, { cookie })).json).secret;
}

async function enrolTotp(cookie: string): Promise<void> {
  const code = await codeOf(await beginTotp(cookie));
  expect((await world.call(accountEndpoints.confirmTotp, { cookie, body: { code } })).status).toBe(200);
}

/** What an account is protected by, and what waits to change it. */
const protectionOf = async (userId: number) =>
  (
    await world.owner(
      `select email, totp_secret,
        (select array_agg(code_hash order by code_hash) from recovery_codes c where c.user_id = u.id) as codes,
        (select count(*) from one_use_tokens k where k.user_id = u.id and purpose = 'change_email' and used_at is null) as waiting
      from users u where id = $1`,
      [userId],
    )
  )[0];

/** Ends the session, as a new password does, while what it asked for waits. */
async function meanwhile(who: PersonKey, begin: () => Promise<Reply>) {
  const { userId } = world.people[who];
  const before = await protectionOf(userId);
  const { status, json } = await whilePersonIsHeld(world, userId, { begin, changes: newPassword });
  return { status, json, isChanged: JSON.stringify(before) !== JSON.stringify(await protectionOf(userId)) };
}

const nothing = { status: 401, json: { code: 'session.missing' }, isChanged: false };

describe('a session that a new password ends while it is at work changes nothing any more', () => {
  test('no new address waits to be confirmed', async () => {
    const cookie = await signIn('orgAdmin');
    const body = { email: 'thief@elsewhere.example' };
    expect(await meanwhile('orgAdmin', () => world.call(accountEndpoints.changeEmail, { cookie, body }))).toMatchObject(
      nothing,
    );
  });

  test('no authenticator app is set up', async () => {
    const cookie = await signIn('orgAuditor');
    const body = { code: await codeOf(await beginTotp(cookie)) };
    expect(
      await meanwhile('orgAuditor', () => world.call(accountEndpoints.confirmTotp, { cookie, body })),
    ).toMatchObject(nothing);
  });

  test('none is removed', async () => {
    const cookie = await signIn('employee');
    await enrolTotp(cookie);
    expect(await meanwhile('employee', () => world.call(accountEndpoints.removeTotp, { cookie }))).toMatchObject(
      nothing,
    );
  });

  test('no recovery codes are made', async () => {
    const cookie = await signIn('vendor');
    await enrolTotp(cookie);
    expect(await meanwhile('vendor', () => world.call(accountEndpoints.renewRecoveryCodes, { cookie }))).toMatchObject(
      nothing,
    );
  });
});
