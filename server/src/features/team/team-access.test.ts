import { teamEndpoints } from '@sentrywell/contract/team.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../../testing/add-person.ts';
import { buildWorld, type PersonKey, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const {
  listMspTeam,
  editMspMember,
  deactivateMspMember,
  reactivateMspMember,
  listOrganizationTeam,
  editMember,
  deactivateMember,
  reactivateMember,
} = teamEndpoints;

const mspTeam = (as: PersonKey) => world.call(listMspTeam, { as });
const orgTeam = (as: PersonKey, orgId?: number) => world.call(listOrganizationTeam, { as, query: { orgId } });

describe('changing people: who may', () => {
  test('nobody changes or removes themselves', async () => {
    const { mspAdmin, orgAdmin } = world.people;
    const self = { status: 409, json: { code: 'person.is_self', message: 'You cannot change or remove yourself.' } };
    const params = { userId: mspAdmin.userId };
    const body = { role: 'MSP_USER', tenantIds: [] };
    expect(await world.call(editMspMember, { as: 'mspAdmin', params, body })).toMatchObject(self);
    expect(await world.call(deactivateMspMember, { as: 'mspAdmin', params })).toMatchObject(self);
    const own = { userId: orgAdmin.userId };
    expect(await world.call(editMember, { as: 'orgAdmin', params: own, body: { role: 'ORG_AUDITOR' } })).toMatchObject(
      self,
    );
    expect(await world.call(deactivateMember, { as: 'orgAdmin', params: own })).toMatchObject(self);
  });

  test('the last active ORG_ADMIN can be neither demoted nor removed, not even by the MSP or root', async () => {
    const { userId } = world.people.orgAdmin;
    const query = { orgId: world.organizations.cedar.id };
    const last = { status: 409, json: { code: 'person.last_admin' } };
    for (const as of ['mspAdmin', 'root'] as const) {
      const call = { as, params: { userId }, query };
      expect(await world.call(editMember, { ...call, body: { role: 'ORG_AUDITOR' } })).toMatchObject(last);
      expect(await world.call(deactivateMember, call)).toMatchObject(last);
      // Keeping the role is no demotion.
      expect((await world.call(editMember, { ...call, body: { role: 'ORG_ADMIN' } })).status).toBe(200);
    }
  });

  test('with a second active administrator the first can be removed', async () => {
    const { birch } = world.organizations;
    const second = await addPerson(world, {
      email: 'second@birch.example',
      role: 'ORG_ADMIN',
      tenantId: birch.tenantId,
      organizationId: birch.id,
    });
    const { independentAdmin } = world.people;
    const params = { userId: second.userId };
    expect((await world.call(deactivateMember, { as: 'independentAdmin', params })).status).toBe(200);
    // An inactive administrator does not count as one.
    const first = { as: 'root', params: { userId: independentAdmin.userId }, query: { orgId: birch.id } } as const;
    expect(await world.call(deactivateMember, first)).toMatchObject({ status: 409 });
    expect((await world.call(reactivateMember, { as: 'independentAdmin', params })).status).toBe(200);
    expect((await world.call(editMember, { ...first, body: { role: 'ORG_AUDITOR' } })).status).toBe(200);
    expect((await world.call(editMember, { ...first, body: { role: 'ORG_ADMIN' } })).status).toBe(200);
  });

  test.each(['mspUser', 'mspAuditor', 'orgAdmin'] as const)('%s changes nobody of the MSP', async (as) => {
    const params = { userId: world.people.inactiveMspUser.userId };
    const body = { role: 'MSP_USER', tenantIds: [] };
    expect((await world.call(editMspMember, { as, params, body })).status).toBe(403);
    expect((await world.call(deactivateMspMember, { as, params })).status).toBe(403);
    expect((await world.call(reactivateMspMember, { as, params })).status).toBe(403);
  });

  test.each(['mspUser', 'mspAuditor', 'orgAuditor', 'securityAnalyst', 'employee'] as const)(
    '%s changes nobody of an organization',
    async (as) => {
      const call = {
        as,
        params: { userId: world.people.vendor.userId },
        query: { orgId: world.organizations.cedar.id },
      };
      expect((await world.call(editMember, { ...call, body: { role: 'ORG_AUDITOR' } })).status).toBe(403);
      expect((await world.call(deactivateMember, call)).status).toBe(403);
      expect((await world.call(reactivateMember, call)).status).toBe(403);
    },
  );

  test('roles of the other side, unknown keys and junk are refused', async () => {
    const params = { userId: world.people.mspUser.userId };
    for (const body of [
      { role: 'ORG_ADMIN', tenantIds: [] },
      { role: 'MSP_USER' },
      { role: 'MSP_USER', tenantIds: [-1] },
      { role: 'MSP_USER', tenantIds: [], isRootUser: true },
      { role: 'MSP_USER', tenantIds: [], status: 'active' },
    ]) {
      expect((await world.call(editMspMember, { as: 'mspAdmin', params, body })).status).toBe(400);
    }
    const member = { userId: world.people.vendor.userId };
    expect(
      (await world.call(editMember, { as: 'orgAdmin', params: member, body: { role: 'MSP_SUPER_ADMIN' } })).status,
    ).toBe(400);
    expect((await world.call(deactivateMember, { as: 'orgAdmin', params: { userId: '1e3' } })).status).toBe(404);
  });

  test('only those who may edit see which organizations a colleague is assigned', async () => {
    expect((await mspTeam('mspUser')).text).not.toContain('tenantIds');
    expect((await mspTeam('mspAuditor')).text).not.toContain('tenantIds');
  });

  test('a root user sees root users and changes none of them', async () => {
    const { json } = await mspTeam('root');
    expect(json).toMatchObject({ team: [{ role: null, isRootUser: true }] });
    expect(listMspTeam.reply.parse(json).team[0]).not.toHaveProperty('roleName');
    const [second] = await world.owner<{ id: string }>(
      `insert into users (tenant_id, user_type, is_root_user, first_name, last_name, email, password_hash)
       values (1, 'msp', true, 'Second', 'Root', 'second-root@sentrywell.example', 'none') returning id`,
    );
    const params = { userId: Number(second?.id) };
    expect((await world.call(deactivateMspMember, { as: 'root', params })).status).toBe(404);
  });
});

describe('people: whose they are', () => {
  test('another MSP, another organization, and the other side of the same tenant are the same 404', async () => {
    const { mspUser, orgAuditor, siblingAdmin, foreignMspAdmin, pendingMspUser } = world.people;
    const missing = { status: 404, json: { code: 'person.not_found' } };
    const body = { role: 'MSP_AUDITOR', tenantIds: [] };
    for (const userId of [foreignMspAdmin.userId, orgAuditor.userId, pendingMspUser.userId, 999_999]) {
      expect(await world.call(editMspMember, { as: 'mspAdmin', params: { userId }, body })).toMatchObject(missing);
      expect(await world.call(deactivateMspMember, { as: 'mspAdmin', params: { userId } })).toMatchObject(missing);
    }
    for (const userId of [siblingAdmin.userId, mspUser.userId, 999_999]) {
      expect(await world.call(deactivateMember, { as: 'orgAdmin', params: { userId } })).toMatchObject(missing);
      expect(
        await world.call(editMember, { as: 'orgAdmin', params: { userId }, body: { role: 'ORG_AUDITOR' } }),
      ).toMatchObject(missing);
    }
  });

  test('organizations of another MSP cannot be assigned', async () => {
    const { pine, cedar } = world.organizations;
    const params = { userId: world.people.mspUser.userId };
    for (const tenantIds of [[pine.id], [cedar.id, world.organizations.birch.id], [999_999]]) {
      const body = { role: 'MSP_USER', tenantIds };
      expect(await world.call(editMspMember, { as: 'mspAdmin', params, body })).toMatchObject({
        status: 404,
        json: { code: 'organization.not_found' },
      });
    }
  });

  test('a team is seen by nobody who does not reach the organization', async () => {
    const { cedar, oak, pine, birch } = world.organizations;
    const cells: readonly (readonly [PersonKey, number, number])[] = [
      ['mspUser', cedar.id, 200],
      ['mspUser', oak.id, 404],
      ['mspAuditor', oak.id, 404],
      ['mspAdmin', oak.id, 200],
      ['mspAdmin', pine.id, 404],
      ['mspAdmin', birch.id, 404],
      ['foreignMspAdmin', birch.id, 404],
      ['siblingAdmin', cedar.id, 404],
      ['independentAdmin', birch.id, 200],
      ['independentAdmin', cedar.id, 404],
      ['root', birch.id, 200],
      ['employee', cedar.id, 403],
    ];
    for (const [as, orgId, status] of cells) {
      expect([as, orgId, (await orgTeam(as, orgId)).status]).toEqual([as, orgId, status]);
    }
    // Somebody of an MSP names the organization: without one there is nothing to list.
    expect((await orgTeam('mspAdmin')).status).toBe(404);
  });

  test('a second MSP sees its own people only', async () => {
    expect((await mspTeam('foreignMspAdmin')).json).toMatchObject({ team: [{ email: 'admin@lake.example' }] });
  });
});
