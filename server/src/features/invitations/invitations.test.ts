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
const notFound = { status: 404, json: { message: 'Invalid or expired invitation', code: 'invitation.not_found' } };

describe('inviting: what it does', () => {
  test('an organization’s admin invites a member, and the link says whom it is for', async () => {
    const { link, resent, invitationId } = await inviteTo('orgAdmin', 'New.Nurse@Cedar.example');
    expect(resent).toBe(false);
    expect(link).toMatch(/^http:\/\/localhost:3000\/register\/org\?token=/);
    const reply = { email: 'new.nurse@cedar.example', kind: 'org_member', inviter: 'Cedar' };
    // Looking does not use it up.
    expect(await lookUp(tokenIn(link))).toMatchObject({ status: 200, json: reply });
    expect(await lookUp(tokenIn(link))).toMatchObject({ status: 200, json: reply });
    const rows = await world.owner(
      "select log, category, user_name, organization_id::int, target_type, target_id from audit_log where log like 'Invited new.nurse%'",
    );
    expect(rows).toEqual([
      {
        log: 'Invited new.nurse@cedar.example to Cedar as Auditor',
        category: 'User Management',
        user_name: 'orgAdmin Tester',
        organization_id: world.organizations.cedar.id,
        target_type: 'invitation',
        target_id: String(invitationId),
      },
    ]);
  });

  test('an MSP invites a colleague, with organizations, and an organization', async () => {
    const { cedar, oak } = world.organizations;
    const member = await world.call(inviteMspMember, {
      as: 'mspAdmin',
      body: { email: 'Kim@Harbor.example', role: 'MSP_AUDITOR', tenantIds: [cedar.id, oak.id, cedar.id] },
    });
    const { link, invitationId } = invitationSent.parse(member.json);
    expect(link).toMatch(/\/register\/msp\?token=/);
    expect((await lookUp(tokenIn(link))).json).toEqual({
      email: 'kim@harbor.example',
      kind: 'msp_member',
      inviter: 'Harbor',
    });
    const [row] = await world.owner('select role_id, organization_ids::int[] from invitations where id = $1', [
      invitationId,
    ]);
    expect(row).toEqual({ role_id: 3, organization_ids: [cedar.id, oak.id] });
    const clinic = await world.call(inviteOrganization, { as: 'mspAdmin', body: { email: 'owner@clinic.example' } });
    expect((await lookUp(tokenIn(invitationSent.parse(clinic.json).link))).json).toEqual({
      email: 'owner@clinic.example',
      kind: 'organization',
      inviter: 'Harbor',
    });
    // Specification §9: the default role of an organization's invitation is ORG_ADMIN.
    expect(await world.owner("select role_id from invitations where email = 'owner@clinic.example'")).toEqual([
      { role_id: 4 },
    ]);
  });

  test('inviting twice sends again: the first link opens nothing any more, and there is one invitation', async () => {
    const first = await inviteTo('orgAdmin', 'twice@cedar.example');
    const second = await inviteTo('orgAdmin', 'twice@cedar.example');
    expect(second).toMatchObject({ resent: true, invitationId: first.invitationId });
    expect(await lookUp(tokenIn(first.link))).toMatchObject(notFound);
    expect((await lookUp(tokenIn(second.link))).status).toBe(200);
  });

  test('an invitation is listed, sent again and revoked', async () => {
    const sent = await inviteTo('siblingAdmin', 'listed@oak.example');
    const list = async () =>
      listMemberInvitations.reply.parse((await world.call(listMemberInvitations, { as: 'siblingAdmin' })).json)
        .invitations;
    expect(await list()).toMatchObject([
      {
        id: sent.invitationId,
        email: 'listed@oak.example',
        role: 'ORG_AUDITOR',
        roleName: 'Auditor',
        kind: 'org_member',
        invitedBy: 'siblingAdmin Tester',
        expired: false,
        mail: 'waiting',
      },
    ]);
    const params = { invitationId: sent.invitationId };
    const again = invitationSent.parse((await world.call(resendMemberInvitation, { as: 'siblingAdmin', params })).json);
    expect(again.resent).toBe(true);
    expect(await lookUp(tokenIn(sent.link))).toMatchObject(notFound);
    expect((await lookUp(tokenIn(again.link))).status).toBe(200);
    expect((await world.call(revokeMemberInvitation, { as: 'siblingAdmin', params })).status).toBe(200);
    expect(await lookUp(tokenIn(again.link))).toMatchObject(notFound);
    expect(await list()).toEqual([]);
    for (const endpoint of [revokeMemberInvitation, resendMemberInvitation]) {
      expect(await world.call(endpoint, { as: 'siblingAdmin', params })).toMatchObject(notFound);
    }
  });

  test('an invitation lasts 7 days, stays listed as expired, and can be sent again', async () => {
    const body = { email: 'slow@slowclinic.example', role: 'ORG_ADMIN' };
    const sent = invitationSent.parse((await world.call(inviteOrganization, { as: 'foreignMspAdmin', body })).json);
    const listed = async () =>
      listMspInvitations.reply.parse((await world.call(listMspInvitations, { as: 'foreignMspAdmin' })).json)
        .invitations[0];
    const lifetime = await listed();
    expect(Date.parse(lifetime?.expiresAt ?? '') - Date.parse(lifetime?.sentAt ?? '')).toBe(7 * 86_400_000);
    await world.owner("update invitations set expires_at = now() - interval '1 second' where id = $1", [
      sent.invitationId,
    ]);
    expect(await lookUp(tokenIn(sent.link))).toMatchObject(notFound);
    expect(await listed()).toMatchObject({ id: sent.invitationId, expired: true });
    const params = { id: sent.invitationId };
    const again = await world.call(resendMspInvitation, { as: 'foreignMspAdmin', params });
    expect((await lookUp(tokenIn(invitationSent.parse(again.json).link))).status).toBe(200);
    expect(await listed()).toMatchObject({ expired: false });
    expect((await world.call(revokeMspInvitation, { as: 'foreignMspAdmin', params })).status).toBe(200);
  });

  test('a used, a revoked, an unknown and a junk token are the same 404', async () => {
    const used = await inviteTo('orgAdmin', 'used@cedar.example');
    await world.owner('update invitations set used_at = now() where id = $1', [used.invitationId]);
    const tokens = [
      tokenIn(used.link),
      `${world.msps.harbor.toString(36)}.${'A'.repeat(43)}`,
      `zzzzzz.${'A'.repeat(43)}`,
      'junk',
      'a b\u0000',
      "' or 1=1 --",
      '9'.repeat(250),
    ];
    for (const token of tokens) {
      const { status, json } = await lookUp(token);
      expect({ token, status, json }).toEqual({ token, ...notFound });
    }
  });

  test('only the hash of the secret is stored', async () => {
    const { link } = await inviteTo('orgAdmin', 'secret@cedar.example');
    const token = tokenIn(link);
    const [row] = await world.owner<{ everything: string }>(
      "select string_agg(i::text, ' ') || (select string_agg(m::text, ' ') from mails m) || (select string_agg(a::text, ' ') from audit_log a) as everything from invitations i",
    );
    expect(row?.everything).not.toContain(token.split('.')[1]);
  });

  test('a deactivated organization invites nobody, and its open invitations open nothing', async () => {
    const { oak } = world.organizations;
    const sent = await inviteTo('siblingAdmin', 'early@oak.example');
    await world.owner("update organizations set status = 'inactive' where id = $1", [oak.id]);
    expect(await lookUp(tokenIn(sent.link))).toMatchObject(notFound);
    const body = { email: 'late@oak.example', role: 'ORG_AUDITOR' };
    expect(await world.call(inviteMember, { as: 'mspAdmin', query: { orgId: oak.id }, body })).toMatchObject({
      status: 403,
      json: { code: 'organization.deactivated' },
    });
    await world.owner("update organizations set status = 'active' where id = $1", [oak.id]);
    expect((await lookUp(tokenIn(sent.link))).status).toBe(200);
  });
});
