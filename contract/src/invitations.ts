import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mspRoles, organizationRoles, roles } from './permissions.ts';
import { bodyId, done, email, idParams, instant, noBody, nothing, orgIdQuery, pathId } from './shapes.ts';

/** What became of the mail; `link` is given to the inviter only where no SMTP server is configured (ruling R19). */
export const invitationSent = z.object({
  success: z.literal(true),
  invitationId: z.int(),
  resent: z.boolean(),
  link: z.string().optional(),
});

/** What an invitation lets somebody into: a new organization, an organization's team, or an MSP's. */
const invitationKinds = ['organization', 'org_member', 'msp_member'] as const;
export type InvitationKind = (typeof invitationKinds)[number];

/** An open invitation as its inviters see it. One that expired stays listed for a while, so that it can be sent again. */
const openInvitation = z.object({
  id: z.int(),
  email: z.string(),
  role: z.enum(roles),
  /** The role as a page that lists people shows it. */
  roleName: z.string(),
  kind: z.enum(invitationKinds),
  invitedBy: z.string(),
  createdAt: instant,
  /** When the newest link was made. */
  sentAt: instant,
  expiresAt: instant,
  expired: z.boolean(),
  /**
   * waiting: leaves in a moment; delayed: the mail server does not take it yet, it is tried again; failed: refused for good, or given
   * up after three days; kept: no mail server is configured.
   */
  mail: z.enum(['waiting', 'sent', 'delayed', 'failed', 'kept']),
});
export type OpenInvitation = z.output<typeof openInvitation>;

const refusals = [
  'invitation.account_exists',
  'invitation.self',
  'invitation.role_not_allowed',
  'invitation.mail_limit',
] as const;
const resendRefusals = [
  'invitation.not_found',
  'invitation.account_exists',
  'invitation.role_not_allowed',
  'invitation.mail_limit',
] as const;

export const invitationEndpoints = {
  findInvitation: endpoint({
    method: 'GET',
    path: '/api/auth/invite/invitations/:token',
    summary: 'The e-mail address an invitation was sent to; looking does not use it',
    access: { kind: 'open' },
    /** Any text: junk is the same 404 as a token that was used (security rule 9). */
    params: z.strictObject({ token: z.string() }),
    query: nothing,
    body: noBody,
    reply: z.object({
      email: z.string(),
      kind: z.enum(invitationKinds),
      /** Name of the MSP or organization the person joins, for the page's greeting. */
      inviter: z.string(),
    }),
    refusals: ['invitation.not_found', 'request.too_many'],
  }),
  inviteOrganization: endpoint({
    method: 'POST',
    path: '/api/auth/invite/msp/organization',
    summary: 'Invite an organization to the MSP',
    access: { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] },
    params: nothing,
    query: nothing,
    body: z.strictObject({ email, role: z.enum(organizationRoles).default('ORG_ADMIN') }),
    reply: invitationSent,
    refusals: [...refusals, 'organization.deactivated'],
  }),
  inviteMember: endpoint({
    method: 'POST',
    path: '/api/auth/invite/org/member',
    summary: 'Invite a member to an organization',
    access: { kind: 'organization', roles: ['ORG_ADMIN', 'MSP_SUPER_ADMIN'], from: 'session' },
    params: nothing,
    query: orgIdQuery,
    body: z.strictObject({ email, role: z.enum(organizationRoles), tenantIds: z.array(bodyId).max(0).default([]) }),
    reply: invitationSent,
    refusals: [...refusals, 'invitation.organization_limit', 'organization.not_found', 'organization.deactivated'],
  }),
  inviteMspMember: endpoint({
    method: 'POST',
    path: '/api/auth/invite/msp/member',
    summary: 'Invite a colleague to the MSP',
    access: { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] },
    params: nothing,
    query: nothing,
    body: z.strictObject({
      email,
      role: z.enum(mspRoles).default('MSP_USER'),
      tenantIds: z.array(bodyId).min(1, 'Please select at least one tenant').max(10_000),
    }),
    reply: invitationSent,
    refusals: [...refusals, 'invitation.wrong_domain', 'organization.not_found', 'msp.not_found'],
  }),
  listMspInvitations: endpoint({
    method: 'GET',
    path: '/api/msp-service/msp/invitations',
    summary: 'Open invitations of the MSP: colleagues and organizations',
    access: { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.object({ invitations: z.array(openInvitation) }),
    refusals: [],
  }),
  listMemberInvitations: endpoint({
    method: 'GET',
    path: '/api/organization-service/org/invitations',
    summary: 'Open invitations of an organization',
    access: { kind: 'organization', roles: ['ORG_ADMIN', 'MSP_SUPER_ADMIN'], from: 'session' },
    params: nothing,
    query: orgIdQuery,
    body: noBody,
    reply: z.object({ invitations: z.array(openInvitation) }),
    refusals: ['organization.not_found'],
  }),
  resendMspInvitation: endpoint({
    method: 'POST',
    path: '/api/msp-service/msp/invitations/:id/resend',
    summary: 'Send an invitation of the MSP again, with a new link',
    access: { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] },
    params: idParams,
    query: nothing,
    body: noBody,
    reply: invitationSent,
    refusals: [...resendRefusals, 'organization.deactivated'],
  }),
  revokeMspInvitation: endpoint({
    method: 'POST',
    path: '/api/msp-service/msp/invitations/:id/revoke',
    summary: 'Withdraw an invitation of the MSP',
    access: { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] },
    params: idParams,
    query: nothing,
    body: noBody,
    reply: done,
    refusals: ['invitation.not_found'],
  }),
  resendMemberInvitation: endpoint({
    method: 'POST',
    path: '/api/organization-service/org/invitations/:invitationId/resend',
    summary: 'Send an invitation of the organization again, with a new link',
    access: { kind: 'organization', roles: ['ORG_ADMIN', 'MSP_SUPER_ADMIN'], from: 'session' },
    params: z.strictObject({ invitationId: pathId }),
    query: orgIdQuery,
    body: noBody,
    reply: invitationSent,
    refusals: [
      ...resendRefusals,
      'invitation.organization_limit',
      'organization.not_found',
      'organization.deactivated',
    ],
  }),
  revokeMemberInvitation: endpoint({
    method: 'POST',
    path: '/api/organization-service/org/invitations/:invitationId/revoke',
    summary: 'Withdraw an invitation of the organization',
    access: { kind: 'organization', roles: ['ORG_ADMIN', 'MSP_SUPER_ADMIN'], from: 'session' },
    params: z.strictObject({ invitationId: pathId }),
    query: orgIdQuery,
    body: noBody,
    reply: done,
    refusals: ['invitation.not_found', 'organization.not_found'],
  }),
};
