import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mspRoles, organizationRoles } from './permissions.ts';
import { bodyId, done, email, idParams, instant, linkToken, noBody, nothing, orgIdQuery } from './shapes.ts';

/** What became of the mail; `link` is given to the inviter only where no SMTP server is configured (ruling R19). */
export const invitationSent = z.object({
  success: z.literal(true),
  invitationId: z.int(),
  resent: z.boolean(),
  link: z.string().optional(),
});

/** An open invitation as its inviters see it. */
export const openInvitation = z.object({
  id: z.int(),
  email: z.string(),
  role: z.string(),
  kind: z.enum(['organization', 'org_member', 'msp_member']),
  invitedBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  mail: z.enum(['waiting', 'sent', 'delayed', 'kept']),
});
export type OpenInvitation = z.output<typeof openInvitation>;

const refusals = ['invitation.account_exists', 'invitation.self', 'invitation.mail_limit'] as const;

export const invitationEndpoints = {
  findInvitation: endpoint({
    method: 'GET',
    path: '/api/auth/invite/invitations/:token',
    summary: 'The e-mail address an invitation was sent to; looking does not use it',
    access: { kind: 'open' },
    params: z.strictObject({ token: linkToken }),
    query: nothing,
    body: noBody,
    reply: z.object({
      email: z.string(),
      kind: z.enum(['organization', 'org_member', 'msp_member']),
      /** Name of the MSP or organization the person joins, for the page's greeting. */
      inviter: z.string(),
    }),
    refusals: ['invitation.not_found'],
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
    refusals: [...refusals],
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
    refusals: [...refusals],
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
      tenantIds: z.array(bodyId).min(1).max(10_000),
    }),
    reply: invitationSent,
    refusals: [...refusals, 'invitation.wrong_domain', 'organization.not_found'],
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
    refusals: [],
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
    refusals: ['invitation.not_found', 'invitation.mail_limit'],
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
    params: z.strictObject({ invitationId: idParams.shape.id }),
    query: orgIdQuery,
    body: noBody,
    reply: invitationSent,
    refusals: ['invitation.not_found', 'invitation.mail_limit'],
  }),
  revokeMemberInvitation: endpoint({
    method: 'POST',
    path: '/api/organization-service/org/invitations/:invitationId/revoke',
    summary: 'Withdraw an invitation of the organization',
    access: { kind: 'organization', roles: ['ORG_ADMIN', 'MSP_SUPER_ADMIN'], from: 'session' },
    params: z.strictObject({ invitationId: idParams.shape.id }),
    query: orgIdQuery,
    body: noBody,
    reply: done,
    refusals: ['invitation.not_found'],
  }),
};
