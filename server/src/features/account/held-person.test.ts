import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { authEndpoints, passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { generate } from 'otplib';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPassword, removal, whilePersonIsHeld } from '../../testing/held-person.ts';
import type { MailServer } from '../../testing/mail-server.ts';
import { buildMailingWorld } from '../../testing/mailing-world.ts';
import { type PersonKey, type Reply, testPassword, type World } from '../../testing/world.ts';

let world: World;
let mailServer: MailServer;
beforeAll(async () => {
  ({ world, mailServer } = await buildMailingWorld());
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

describe('two who come to one person at the same moment, each for all that the person has', () => {
  /** Asks for a new address. @returns what the link to it carries. */
  async function askFor(cookie: string, email: string): Promise<string> {
    await world.call(accountEndpoints.changeEmail, { cookie, body: { email } });
    await world.kernel.jobs.runDue();
    return /token=(\S+)/.exec(mailServer.mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';
  }

  test('a link to a new address that is followed while the person is removed waits, and changes nothing', async () => {
    const token = await askFor(await signIn('siblingAdmin'), 'new@oak.example');
    const { userId, email } = world.people.siblingAdmin;
    const begin = () => world.call(registrationEndpoints.confirmEmail, { body: { token } });
    expect(await whilePersonIsHeld(world, userId, { begin, changes: removal })).toMatchObject({
      status: 404,
      json: { code: 'confirmation.link_invalid' },
    });
    expect(await protectionOf(userId)).toMatchObject({ email });
  });

  test('a link to a new password that is about to be mailed while the person is removed is not made any more', async () => {
    const { userId, email } = world.people.foreignMspAdmin;
    const asked = await world.call(passwordEndpoints.requestPasswordReset, { body: { email } });
    const begin = async () => {
      await world.kernel.jobs.runDue();
      return asked;
    };
    await whilePersonIsHeld(world, userId, { begin, changes: removal });
    expect(await world.owner('select purpose from one_use_tokens where user_id = $1', [userId])).toEqual([]);
    expect(mailServer.mailsTo(email)).toEqual([]);
  });

  test('who keeps their address while they are removed is signed out', async () => {
    const cookie = await signIn('foreignAdmin');
    await askFor(cookie, 'new@pine.example');
    world.clock.move({ minutes: 2 });
    const { userId } = world.people.foreignAdmin;
    const begin = () => world.call(accountEndpoints.cancelEmailChange, { cookie });
    expect(await whilePersonIsHeld(world, userId, { begin, changes: removal })).toMatchObject({ status: 401 });
  });

  test('of two browsers that end each other’s session one stays signed in, and neither finds the server busy', async () => {
    for (let round = 0; round < 5; round += 1) {
      const cookies = [await signIn('mspAuditor'), await signIn('mspAuditor')];
      world.clock.move({ minutes: 2 });
      const ended = await Promise.all(
        cookies.map((cookie) => world.call(accountEndpoints.endOtherSessions, { cookie })),
      );
      expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([200, 401]));
    }
  });
});
