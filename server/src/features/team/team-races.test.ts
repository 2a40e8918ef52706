import { teamEndpoints } from '@sentrywell/contract/team.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../../testing/add-person.ts';
import { buildWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const { deactivateMspMember, editMember, deactivateMember } = teamEndpoints;
type Added = Awaited<ReturnType<typeof addPerson>>;

async function addAdmins(tenantId: number, emails: readonly string[], organizationId?: number): Promise<Added[]> {
  const added: Added[] = [];
  for (const email of emails) {
    added.push(
      await addPerson(world, {
        email,
        tenantId,
        role: organizationId === undefined ? 'MSP_SUPER_ADMIN' : 'ORG_ADMIN',
        organizationId: organizationId ?? null,
      }),
    );
  }
  return added;
}

const ascending = (a: number, b: number) => a - b;

describe('two administrators at once', () => {
  test('who demote or remove each other: exactly one wins, and an administrator is left, 20 times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { birch } = world.organizations;
      const tenantId = birch.tenantId;
      await world.owner("update users set status = 'inactive' where organization_id = $1", [birch.id]);
      const [one, two] = await addAdmins(
        tenantId,
        [`one${round}@birch.example`, `two${round}@birch.example`],
        birch.id,
      );
      if (one === undefined || two === undefined) {
        throw new Error('two people were added');
      }
      if (round >= 10) {
        // They have done nothing for a minute, so that it is noted as well that they are there.
        await world.owner("update sessions set last_seen_at = now() - interval '2 minutes' where user_id in ($1, $2)", [
          one.userId,
          two.userId,
        ]);
      }
      const against = (by: { cookie: string }, on: { userId: number }, remove: boolean) =>
        remove
          ? world.call(deactivateMember, { cookie: by.cookie, params: { userId: on.userId } })
          : world.call(editMember, {
              cookie: by.cookie,
              params: { userId: on.userId },
              body: { role: 'ORG_AUDITOR' },
            });
      const replies = await Promise.all([against(one, two, round % 2 === 0), against(two, one, round % 4 < 2)]);
      const statuses = replies.map(({ status }) => status).sort(ascending);
      expect(statuses[0]).toBe(200);
      expect([401, 403, 409]).toContain(statuses[1]);
      const admins = await world.owner(
        "select id from users where organization_id = $1 and role_id = 4 and status = 'active'",
        [birch.id],
      );
      expect(admins).toHaveLength(1);
    }
  });

  test('of three who act in a ring, none acts on what they were before', async () => {
    const { lake } = world.msps;
    const people = await addAdmins(lake, ['a@lake.example', 'b@lake.example', 'c@lake.example']);
    const replies = await Promise.all(
      people.map(({ cookie }, index) => {
        const on = people[(index + 1) % people.length];
        return world.call(deactivateMspMember, { cookie, params: { userId: on?.userId ?? 0 } });
      }),
    );
    const succeeded = replies.filter(({ status }) => status === 200).length;
    const [left] = await world.owner<{ count: string }>(
      "select count(*) from users where tenant_id = $1 and organization_id is null and role_id = 1 and status = 'active'",
      [lake],
    );
    expect(Number(left?.count)).toBe(4 - succeeded);
    expect(Number(left?.count)).toBeGreaterThanOrEqual(2);
  });

  test('a person is deactivated once, however often the button is pressed', async () => {
    const { oak } = world.organizations;
    const { userId } = await addPerson(world, {
      email: 'twice@oak.example',
      role: 'ORG_AUDITOR',
      tenantId: oak.tenantId,
      organizationId: oak.id,
    });
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => world.call(deactivateMember, { as: 'siblingAdmin', params: { userId } })),
    );
    expect(replies.map(({ status }) => status).sort(ascending)).toEqual([200, 409, 409, 409, 409]);
    const entries = await world.owner('select seq from audit_log where log = $1', [
      'Deactivated twice Added (twice@oak.example)',
    ]);
    expect(entries).toHaveLength(1);
  });
});
