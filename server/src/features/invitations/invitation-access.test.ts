import { invitationEndpoints, invitationSent } from '@sentrywell/contract/invitations.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, type PersonKey, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const {
  findInvitation,
  inviteOrganization,
  inviteMember,
  inviteMspMember,
  listMspInvitations,
  listMemberInvitations,
  resendMspInvitation,
  resendMemberInvitation,
  revokeMspInvitation,
  revokeMemberInvitation,
} = invitationEndpoints;

const tokenIn = (link: string | undefined) => new URL(link ?? '').searchParams.get('token') ?? '';
const lookUp = (token: string) => world.call(findInvitation, { params: { token } });
const inviteTo = async (as: PersonKey, email: string, orgId?: number) => {
  const reply = await world.call(inviteMember, {
    as,
    query: { orgId },
    body: { email, role: 'ORG_AUDITOR', tenantIds: [] },
  });
  return invitationSent.parse(reply.json);
};
const colleague = (email: string) => ({
  email,
  role: 'MSP_USER',
  tenantIds: [world.organizations.cedar.id],
});
const notFound = { status: 404, json: { message: 'Invalid or expired invitation', code: 'invitation.not_found' } };

describe('inviting: who may invite whom', () => {
  test('a colleague’s address must be of the inviter’s own domain: equal, not merely ending so', async () => {
    const wrong = "Email must be from your organization's domain (@harbor.example)";
    for (const email of ['kim@evilharbor.example', 'kim@sub.harbor.example', 'kim@harbor.example.com']) {
      expect(await world.call(inviteMspMember, { as: 'mspAdmin', body: colleague(email) })).toMatchObject({
        status: 400,
        json: { code: 'invitation.wrong_domain', message: wrong, issues: [{ path: 'email', message: wrong }] },
      });
    }
    expect((await world.call(inviteMspMember, { as: 'mspAdmin', body: colleague('Lee@HARBOR.example') })).status).toBe(
      200,
    );
  });

  test('an organization’s admin invites the four roles of the dialog, its MSP’s admin the analysts as well', async () => {
    const invite = (as: PersonKey, role: string, orgId?: number) =>
      world.call(inviteMember, { as, query: { orgId }, body: { email: `${role.toLowerCase()}@cedar.example`, role } });
    for (const role of ['ORG_ADMIN', 'ORG_AUDITOR', 'ORG_USER_EMPLOYEE', 'ORG_USER_VENDOR']) {
      expect((await invite('orgAdmin', role)).status).toBe(200);
    }
    for (const role of ['SECURITY_ANALYST', 'COMPLIANCE_ANALYST']) {
      expect(await invite('orgAdmin', role)).toMatchObject({
        status: 403,
        json: { code: 'invitation.role_not_allowed' },
      });
      const sent = await invite('mspAdmin', role, world.organizations.cedar.id);
      const params = { invitationId: inviteMember.reply.parse(sent.json).invitationId };
      // Nor does whoever may not give a role send an invitation to it again, whose link they would see.
      expect(await world.call(resendMemberInvitation, { as: 'orgAdmin', params })).toMatchObject({
        status: 403,
        json: { code: 'invitation.role_not_allowed' },
      });
      expect(
        (
          await world.call(resendMemberInvitation, {
            as: 'mspAdmin',
            params,
            query: { orgId: world.organizations.cedar.id },
          })
        ).status,
      ).toBe(200);
    }
    expect((await invite('orgAdmin', 'MSP_SUPER_ADMIN')).status).toBe(400);
  });

  test('nobody invites themselves, whatever the case of the letters', async () => {
    const self = { status: 400, json: { code: 'invitation.self', message: 'You cannot invite yourself' } };
    expect(
      await world.call(inviteMspMember, { as: 'mspAdmin', body: colleague('ADMIN@harbor.example') }),
    ).toMatchObject(self);
    const body = { email: 'Admin@Cedar.example', role: 'ORG_AUDITOR' };
    expect(await world.call(inviteMember, { as: 'orgAdmin', body })).toMatchObject(self);
  });

  test('an address that has an account is a conflict, wherever that account is', async () => {
    const taken = { status: 409, json: { code: 'invitation.account_exists' } };
    const role = 'ORG_AUDITOR';
    for (const email of ['employee@cedar.example', 'admin@pine.example', 'Admin@Lake.example']) {
      expect(await world.call(inviteMember, { as: 'orgAdmin', body: { email, role } })).toMatchObject(taken);
    }
    expect(await world.call(inviteMspMember, { as: 'mspAdmin', body: colleague('user@harbor.example') })).toMatchObject(
      taken,
    );
    expect(
      await world.call(inviteOrganization, { as: 'mspAdmin', body: { email: 'admin@birch.example' } }),
    ).toMatchObject(taken);
  });

  test('an organization’s admin gives no role of an MSP, an MSP gives none of the other side', async () => {
    const email = 'someone@cedar.example';
    expect((await world.call(inviteMember, { as: 'orgAdmin', body: { email, role: 'MSP_SUPER_ADMIN' } })).status).toBe(
      400,
    );
    expect(
      (
        await world.call(inviteMspMember, {
          as: 'mspAdmin',
          body: { ...colleague('x@harbor.example'), role: 'ORG_ADMIN' },
        })
      ).status,
    ).toBe(400);
    expect((await world.call(inviteOrganization, { as: 'mspAdmin', body: { email, role: 'MSP_USER' } })).status).toBe(
      400,
    );
  });

  test('roles, places and keys that a body may not carry are refused', async () => {
    const email = 'mass@cedar.example';
    for (const extra of [{ mspId: 1 }, { isRootUser: true }, { status: 'active' }, { organizationId: 1 }]) {
      const body = { email, role: 'ORG_AUDITOR', ...extra };
      expect((await world.call(inviteMember, { as: 'orgAdmin', body })).status).toBe(400);
    }
    const tenantIds = [world.organizations.cedar.id];
    expect(
      (await world.call(inviteMember, { as: 'orgAdmin', body: { email, role: 'ORG_AUDITOR', tenantIds } })).status,
    ).toBe(400);
  });

  test.each(['mspUser', 'mspAuditor', 'orgAuditor', 'employee', 'securityAnalyst'] as const)(
    '%s invites nobody',
    async (as) => {
      const query = { orgId: world.organizations.cedar.id };
      const body = { email: 'nobody@cedar.example', role: 'ORG_AUDITOR' };
      expect((await world.call(inviteMember, { as, query, body })).status).toBe(403);
      expect((await world.call(listMemberInvitations, { as, query })).status).toBe(403);
      expect((await world.call(inviteOrganization, { as, body })).status).toBe(403);
      expect((await world.call(inviteMspMember, { as, body: colleague('n@harbor.example') })).status).toBe(403);
      expect((await world.call(listMspInvitations, { as })).status).toBe(403);
    },
  );

  test('a root user invites an organization that will be independent, and no colleague', async () => {
    const reply = await world.call(inviteOrganization, { as: 'root', body: { email: 'boss@solo.example' } });
    const { link } = invitationSent.parse(reply.json);
    expect((await lookUp(tokenIn(link))).json).toEqual({
      email: 'boss@solo.example',
      kind: 'organization',
      inviter: 'Sentrywell',
    });
    expect(await world.owner("select tenant_id::int from invitations where email = 'boss@solo.example'")).toEqual([
      { tenant_id: 1 },
    ]);
    expect(await world.call(inviteMspMember, { as: 'root', body: colleague('kim@sentrywell.example') })).toMatchObject({
      status: 404,
      json: { code: 'msp.not_found' },
    });
    const list = listMspInvitations.reply.parse((await world.call(listMspInvitations, { as: 'root' })).json);
    expect(list.invitations.map(({ email }) => email)).toEqual(['boss@solo.example']);
  });
});

describe('inviting: whose it is', () => {
  test('organizations that the MSP does not have can’t be assigned', async () => {
    const { pine, birch, cedar } = world.organizations;
    for (const tenantIds of [[pine.id], [birch.id], [cedar.id, pine.id], [999_999]]) {
      const body = { ...colleague('assigned@harbor.example'), tenantIds };
      expect(await world.call(inviteMspMember, { as: 'mspAdmin', body })).toMatchObject({
        status: 404,
        json: { code: 'organization.not_found' },
      });
    }
    expect(
      (await world.call(inviteMspMember, { as: 'mspAdmin', body: { ...colleague('a@harbor.example'), tenantIds: [] } }))
        .status,
    ).toBe(400);
  });

  test('nobody invites into an organization they do not reach', async () => {
    const { cedar, pine, birch } = world.organizations;
    const body = { email: 'stranger@example.com', role: 'ORG_AUDITOR' };
    const cells: readonly (readonly [PersonKey, number])[] = [
      ['siblingAdmin', cedar.id],
      ['foreignMspAdmin', cedar.id],
      ['mspAdmin', pine.id],
      // No MSP on either side never counts as the same MSP.
      ['mspAdmin', birch.id],
      ['independentAdmin', cedar.id],
    ];
    for (const [as, orgId] of cells) {
      expect(await world.call(inviteMember, { as, query: { orgId }, body })).toMatchObject({
        status: 404,
        json: { code: 'organization.not_found' },
      });
    }
    // Somebody of an MSP must say which organization.
    expect((await world.call(inviteMember, { as: 'mspAdmin', body })).status).toBe(404);
    expect((await world.call(inviteMember, { as: 'mspAdmin', query: { orgId: cedar.id }, body })).status).toBe(200);
    expect((await world.call(inviteMember, { as: 'root', query: { orgId: birch.id }, body })).status).toBe(200);
  });

  test('an invitation of another place is neither listed, sent again nor revoked', async () => {
    const member = await inviteTo('orgAdmin', 'mine@cedar.example');
    const organization = invitationSent.parse(
      (await world.call(inviteOrganization, { as: 'mspAdmin', body: { email: 'mine@mine.example' } })).json,
    );
    for (const endpoint of [resendMemberInvitation, revokeMemberInvitation]) {
      for (const invitationId of [member.invitationId, organization.invitationId]) {
        expect(await world.call(endpoint, { as: 'siblingAdmin', params: { invitationId } })).toMatchObject(notFound);
      }
      // The MSP reaches its organization's invitations through the organization only.
      const params = { invitationId: organization.invitationId };
      expect(await world.call(endpoint, { as: 'orgAdmin', params })).toMatchObject(notFound);
    }
    for (const endpoint of [resendMspInvitation, revokeMspInvitation]) {
      expect(await world.call(endpoint, { as: 'mspAdmin', params: { id: member.invitationId } })).toMatchObject(
        notFound,
      );
      const params = { id: organization.invitationId };
      expect(await world.call(endpoint, { as: 'foreignMspAdmin', params })).toMatchObject(notFound);
    }
    const cedar = await world.call(listMemberInvitations, { as: 'orgAdmin' });
    const msp = await world.call(listMspInvitations, { as: 'mspAdmin' });
    expect([cedar.text.includes('mine@mine.example'), msp.text.includes('mine@cedar.example')]).toEqual([false, false]);
    expect((await world.call(listMspInvitations, { as: 'foreignMspAdmin' })).json).toEqual({ invitations: [] });
    const query = { orgId: world.organizations.cedar.id };
    expect((await world.call(listMemberInvitations, { as: 'mspAdmin', query })).json).toEqual(cedar.json);
  });
});
