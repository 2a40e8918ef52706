import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { teamEndpoints } from '@sentrywell/contract/team.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../../testing/add-person.ts';
import { buildWorld, type PersonKey, testPassword, type World } from '../../testing/world.ts';

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
const me = (cookie: string) => world.call(authEndpoints.me, { cookie });
const lastLog = async (tenantId: number) => {
  const [row] = await world.owner<{ category: string; log: string; user_name: string }>(
    'select category, log, user_name from audit_log where tenant_id = $1 and category <> $2 order by seq desc limit 1',
    [tenantId, 'Authentication'],
  );
  return row;
};

describe('the people of an MSP: what it does', () => {
  test('lists the members with their role, and not those who still wait to be let in', async () => {
    const { json } = await mspTeam('mspAdmin');
    const { mspAdmin, mspUser } = world.people;
    const { cedar } = world.organizations;
    const { team } = listMspTeam.reply.parse(json);
    expect(team).toMatchObject([
      { email: 'inactive@harbor.example', status: 'inactive' },
      { id: mspAdmin.userId, name: 'mspAdmin Tester', role: 'MSP_SUPER_ADMIN', roleName: 'MSP Super Admin' },
      { email: 'auditor@harbor.example', role: 'MSP_AUDITOR', tenantIds: [cedar.id] },
      { id: mspUser.userId, status: 'active', isRootUser: false, tenantIds: [cedar.id] },
    ]);
    expect(team.every(({ createdAt, date }) => createdAt === date)).toBe(true);
  });

  test('a person who asked to join is listed once approved, and never when declined', async () => {
    const waiting = await addPerson(world, {
      email: 'waiting@harbor.example',
      role: 'MSP_USER',
      tenantId: world.msps.harbor,
      status: 'inactive',
    });
    await world.owner("insert into access_requests (tenant_id, user_id, status) values ($1, $2, 'declined')", [
      world.msps.harbor,
      waiting.userId,
    ]);
    const emails = async () => (await mspTeam('mspUser')).text;
    expect(await emails()).not.toContain('waiting@harbor.example');
    const again = await world.call(reactivateMspMember, { as: 'mspAdmin', params: { userId: waiting.userId } });
    expect(again).toMatchObject({ status: 404, json: { code: 'person.not_found' } });
    await world.owner("update access_requests set status = 'approved' where user_id = $1", [waiting.userId]);
    expect(await emails()).toContain('waiting@harbor.example');
  });

  test('a change of role and organizations works on the next request', async () => {
    const { cedar, oak } = world.organizations;
    const person = await addPerson(world, {
      email: 'moving@harbor.example',
      role: 'MSP_USER',
      tenantId: world.msps.harbor,
      assigned: [cedar.id],
    });
    const open = (id: number) =>
      world.call(organizationEndpoints.findOrganization, { cookie: person.cookie, params: { id } });
    expect((await open(oak.id)).status).toBe(404);
    const edit = (body: object) =>
      world.call(editMspMember, { as: 'mspAdmin', params: { userId: person.userId }, body });
    expect(await edit({ role: 'MSP_AUDITOR', tenantIds: [oak.id, oak.id] })).toMatchObject({ status: 200 });
    expect([(await open(oak.id)).status, (await open(cedar.id)).status]).toEqual([200, 404]);
    expect(await me(person.cookie)).toMatchObject({
      json: {
        roleId: 3,
        effectivePermissionBitfield: 3,
        scopes: [{ resourceType: 'organization', resourceId: oak.id, effectivePermissions: 3 }],
      },
    });
    expect(await lastLog(world.msps.harbor)).toEqual({
      category: 'User Management',
      log: 'Changed moving Added (moving@harbor.example) from MSP User to MSP Auditor, with access to 1 organization',
      user_name: 'mspAdmin Tester',
    });
    expect(await edit({ role: 'MSP_SUPER_ADMIN', tenantIds: [] })).toMatchObject({ status: 200 });
    expect(await me(person.cookie)).toMatchObject({
      json: { roleId: 1, scopes: [{ resourceType: 'msp', resourceId: -1, effectivePermissions: 127 }] },
    });
    expect(await edit({ role: 'MSP_USER', tenantIds: [] })).toMatchObject({ status: 200 });
    expect(await me(person.cookie)).toMatchObject({ json: { roleId: 2, scopes: [] } });
  });

  test('whoever is removed, or may no longer give a role, lets nobody in through what they sent before', async () => {
    const { findInvitation, inviteMspMember, inviteOrganization } = invitationEndpoints;
    const tenantId = world.msps.harbor;
    const invites = async (name: string) => {
      const { userId, cookie } = await addPerson(world, {
        email: `${name}@harbor.example`,
        role: 'MSP_SUPER_ADMIN',
        tenantId,
      });
      const colleague = {
        email: `${name}.two@harbor.example`,
        role: 'MSP_SUPER_ADMIN',
        tenantIds: [world.organizations.cedar.id],
      };
      const sent = [
        await world.call(inviteMspMember, { cookie, body: colleague }),
        await world.call(inviteOrganization, { cookie, body: { email: `${name}@clinic.example`, role: 'ORG_ADMIN' } }),
      ];
      const links = sent.map(({ json }) => new URL(inviteMspMember.reply.parse(json).link ?? ''));
      const opens = () =>
        Promise.all(
          links.map(async ({ searchParams }) => {
            const params = { token: searchParams.get('token') ?? '' };
            return (await world.call(findInvitation, { params })).status;
          }),
        );
      expect(await opens()).toEqual([200, 200]);
      return { params: { userId }, opens };
    };
    const revoked = async () =>
      (
        await world.owner<{ log: string }>("select log from audit_log where log like 'Revoked 2 open%' order by seq")
      ).map(({ log }) => log);
    const removed = await invites('gone');
    await world.call(deactivateMspMember, { as: 'mspAdmin', params: removed.params });
    expect(await removed.opens()).toEqual([404, 404]);
    const demoted = await invites('lower');
    await world.call(editMspMember, {
      as: 'mspAdmin',
      params: demoted.params,
      body: { role: 'MSP_SUPER_ADMIN', tenantIds: [] },
    });
    expect(await demoted.opens()).toEqual([200, 200]);
    await world.call(editMspMember, {
      as: 'mspAdmin',
      params: demoted.params,
      body: { role: 'MSP_USER', tenantIds: [] },
    });
    expect(await demoted.opens()).toEqual([404, 404]);
    expect(await revoked()).toEqual([
      'Revoked 2 open invitations sent by gone Added',
      'Revoked 2 open invitations sent by lower Added',
    ]);
    await world.call(deactivateMspMember, { as: 'mspAdmin', params: demoted.params });
  });

  test('deactivating ends the sessions, keeps the person listed, and can be taken back', async () => {
    const person = await addPerson(world, {
      email: 'leaving@harbor.example',
      role: 'MSP_AUDITOR',
      tenantId: world.msps.harbor,
      assigned: [world.organizations.cedar.id],
    });
    const params = { userId: person.userId };
    expect((await me(person.cookie)).status).toBe(200);
    expect((await world.call(deactivateMspMember, { as: 'mspAdmin', params })).status).toBe(200);
    expect((await me(person.cookie)).status).toBe(401);
    expect(await lastLog(world.msps.harbor)).toMatchObject({
      log: 'Deactivated leaving Added (leaving@harbor.example)',
    });
    const { team } = listMspTeam.reply.parse((await mspTeam('mspAuditor')).json);
    expect(team.find(({ id }) => id === person.userId)).toMatchObject({ status: 'inactive' });
    expect(await world.call(deactivateMspMember, { as: 'mspAdmin', params })).toMatchObject({
      status: 409,
      json: { code: 'person.not_active' },
    });
    expect((await world.call(reactivateMspMember, { as: 'mspAdmin', params })).status).toBe(200);
    // The session that was ended stays ended.
    expect((await me(person.cookie)).status).toBe(401);
    expect(await world.call(reactivateMspMember, { as: 'mspAdmin', params })).toMatchObject({
      status: 409,
      json: { code: 'person.already_active' },
    });
  });
});

describe('the people of an organization: what it does', () => {
  test('lists the members for its own people and for the MSP', async () => {
    const own = await orgTeam('orgAuditor');
    const { team } = listOrganizationTeam.reply.parse(own.json);
    expect(team).toHaveLength(6);
    expect(team.find(({ email }) => email === 'vendor@cedar.example')).toMatchObject({
      role: 'ORG_USER_VENDOR',
      roleName: 'Vendor',
    });
    expect((await orgTeam('mspUser', world.organizations.cedar.id)).json).toEqual(own.json);
    expect(own.text).not.toContain('tenantIds');
  });

  test('an administrator changes a role, and it works on the next request', async () => {
    const { cedar } = world.organizations;
    const { userId, cookie } = await addPerson(world, {
      email: 'nurse@cedar.example',
      role: 'ORG_USER_EMPLOYEE',
      tenantId: cedar.tenantId,
      organizationId: cedar.id,
    });
    const see = () => world.call(listOrganizationTeam, { cookie });
    expect((await see()).status).toBe(403);
    const edited = await world.call(editMember, { as: 'orgAdmin', params: { userId }, body: { role: 'ORG_AUDITOR' } });
    expect(edited).toMatchObject({ status: 200, json: { success: true } });
    expect((await see()).status).toBe(200);
    expect(await lastLog(cedar.tenantId)).toMatchObject({
      log: 'Changed nurse Added (nurse@cedar.example) from Employee to Auditor',
      user_name: 'orgAdmin Tester',
    });
    const entries = await world.owner<{ organization_id: string; target_id: string }>(
      "select organization_id, target_id from audit_log where log like 'Changed nurse%'",
    );
    expect(entries).toEqual([{ organization_id: String(cedar.id), target_id: String(userId) }]);
  });

  test('whoever is no administrator any more lets nobody in through what they sent before', async () => {
    const { findInvitation, inviteMember } = invitationEndpoints;
    const { cedar } = world.organizations;
    const { userId, cookie } = await addPerson(world, {
      email: 'inviter@cedar.example',
      role: 'ORG_ADMIN',
      tenantId: cedar.tenantId,
      organizationId: cedar.id,
    });
    const body = { email: 'friend@cedar.example', role: 'ORG_ADMIN' };
    const { json } = await world.call(inviteMember, { cookie, body });
    const token = new URL(inviteMember.reply.parse(json).link ?? '').searchParams.get('token') ?? '';
    const opens = async () => (await world.call(findInvitation, { params: { token } })).status;
    const becomes = (role: string) => world.call(editMember, { as: 'orgAdmin', params: { userId }, body: { role } });
    expect((await becomes('ORG_ADMIN')).status).toBe(200);
    expect(await opens()).toBe(200);
    expect((await becomes('ORG_AUDITOR')).status).toBe(200);
    expect(await opens()).toBe(404);
  });

  test('a deactivated member cannot sign in, and can again once reactivated', async () => {
    const { oak } = world.organizations;
    const [hash] = await world.owner<{ password_hash: string }>('select password_hash from users where id = $1', [
      world.people.orgAdmin.userId,
    ]);
    const { userId } = await addPerson(world, {
      email: 'clerk@oak.example',
      role: 'ORG_USER_EMPLOYEE',
      tenantId: oak.tenantId,
      organizationId: oak.id,
    });
    await world.owner('update users set password_hash = $1 where id = $2', [hash?.password_hash, userId]);
    const signIn = () =>
      world.call(authEndpoints.login, { body: { email: 'clerk@oak.example', password: testPassword } });
    await world.call(deactivateMember, { as: 'siblingAdmin', params: { userId } });
    expect(await signIn()).toMatchObject({ status: 403, json: { code: 'sign_in.inactive' } });
    await world.call(reactivateMember, { as: 'siblingAdmin', params: { userId } });
    expect((await signIn()).status).toBe(200);
  });
});
