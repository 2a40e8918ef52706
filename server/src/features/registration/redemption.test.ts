import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { storeInvitation } from '../../testing/stored-invitation.ts';
import { buildWorld, type World } from '../../testing/world.ts';

// What is raced for is the invitation: a thousand passwords, hashed two at a time, would only spread the uses out.
vi.mock('../../kernel/passwords.ts', async (original) => ({
  ...(await original<object>()),
  hashPassword: async () => 'nobody signs in here',
}));

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const rounds = 20;
const uses = 50;

test(`${uses} uses of one invitation at once: exactly one gets in, in each of ${rounds} rounds`, {
  timeout: 240_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    // Every kind in turn, so that each has its races.
    const kind = (['org_member', 'msp_member', 'organization'] as const)[round % 3] ?? 'organization';
    const email = `round${round}@round${round}.example`;
    const token = await storeInvitation(world, {
      kind,
      email,
      role: kind === 'msp_member' ? 'MSP_USER' : 'ORG_ADMIN',
      ...(kind === 'org_member' ? { organizationId: world.organizations.cedar.id } : {}),
    });
    const endpoint =
      kind === 'msp_member' ? registrationEndpoints.registerMsp : registrationEndpoints.registerOrganization;
    const body = { firstName: 'Robin', lastName: 'Round', email: '', password: 'seven green kettles sing', token };
    const replies = await Promise.all(Array.from({ length: uses }, () => world.call(endpoint, { body })));
    // 404 and not 409: the invitation itself is used up once, whatever else would stop a second account.
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect({ kind, succeeded: count(200), refused: count(404) }).toEqual({
      kind,
      succeeded: 1,
      refused: uses - 1,
    });
    expect(await world.owner('select 1 from users where email = $1', [email])).toHaveLength(1);
    expect(
      await world.owner('select 1 from organizations where domain_name = $1', [`round${round}.example`]),
    ).toHaveLength(kind === 'organization' ? 1 : 0);
  }
});
