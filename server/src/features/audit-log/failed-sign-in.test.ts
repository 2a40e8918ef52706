import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { authEndpoints, secondFactorEndpoints } from '@sentrywell/contract/auth.ts';
import { generate } from 'otplib';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, testPassword, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const signIn = (email: string, password: string) => world.call(authEndpoints.login, { body: { email, password } });

/** What the MSP's administrator finds of it by a person's name. */
async function failuresFoundBy(name: string) {
  const { json } = await world.call(mspAuditLog.list, { as: 'mspAdmin', query: { search: name } });
  return mspAuditLog.list.reply.parse(json).entries.filter(({ result }) => result === 'failure');
}

describe('a failed sign-in is about the person and by nobody who is known, and is found by their name', () => {
  test('where the password was wrong', async () => {
    const { userId, email, name } = world.people.securityAnalyst;
    await signIn(email, 'wrong');
    const entries = await failuresFoundBy(name);
    expect(entries.map(({ log, user }) => [log, user])).toEqual([[`Sign-in failed for ${name} (${email})`, 'Unknown']]);
    const params = { seq: entries[0]?.seq ?? 0 };
    expect(await world.call(mspAuditLog.findEntry, { as: 'mspAdmin', params })).toMatchObject({
      json: {
        entry: { organizationId: world.organizations.cedar.id, targetType: 'user', targetId: String(userId) },
        chain: { verified: true },
      },
    });
    const actor = 'select actor_user_id from audit_log where tenant_id = $1 and seq = $2';
    expect(await world.owner(actor, [world.msps.harbor, params.seq])).toEqual([{ actor_user_id: null }]);
  });

  test('where the second factor was: a stranger may know the password', async () => {
    const { email, name } = world.people.orgAdmin;
    const { cookie: own = '' } = await signIn(email, testPassword);
    const begun = await world.call(accountEndpoints.beginTotp, { cookie: own });
    const { secret } = accountEndpoints.beginTotp.reply.parse(begun.json);
    const epoch = Math.floor(world.kernel.clock.now().getTime() / 1_000);
    const code = await generate({ secret, epoch });
    expect((await world.call(accountEndpoints.confirmTotp, { cookie: own, body: { code } })).status).toBe(200);
    const { cookie = '' } = await signIn(email, testPassword);
    // The one of the setting up is used.
    expect((await world.call(secondFactorEndpoints.signInByTotp, { cookie, body: { code } })).status).toBe(400);
    expect((await failuresFoundBy(name)).map(({ log, user }) => [log, user])).toEqual([
      [`Second factor refused for ${name} (${email})`, 'Unknown'],
    ]);
  });
});
