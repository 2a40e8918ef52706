import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { succeeded } from '@sentrywell/contract/shapes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { openRoute, route } from '../../kernel/route.ts';
import { findInvitation } from './find-invitation.ts';
import { inviteMspMember } from './invite-msp-member.ts';
import { listOpenInvitations } from './list-invitations.ts';
import { activeOrganizationName, mspOrPlatformName } from './place-name.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { resendInvitation, sendInvitation } from './send-invitation.ts';

export function invitationRoutes(kernel: Kernel): void {
  openRoute(kernel, invitationEndpoints.findInvitation, ({ door, params }) =>
    findInvitation(door, kernel, params.token),
  );
  mspRoutes(kernel);
  organizationRoutes(kernel);
}

function mspRoutes(kernel: Kernel): void {
  route(kernel, invitationEndpoints.inviteOrganization, async ({ db, actor, body }) =>
    sendInvitation(db, kernel, actor, { kind: 'organization', ...body, placeName: await mspOrPlatformName(db) }),
  );

  route(kernel, invitationEndpoints.inviteMspMember, ({ db, actor, body }) => inviteMspMember(db, kernel, actor, body));

  route(kernel, invitationEndpoints.listMspInvitations, async ({ db }) => ({
    invitations: await listOpenInvitations(db, kernel),
  }));

  route(kernel, invitationEndpoints.resendMspInvitation, async ({ db, actor, params }) =>
    resendInvitation(db, kernel, actor, { id: params.id, placeName: await mspOrPlatformName(db) }),
  );

  route(kernel, invitationEndpoints.revokeMspInvitation, async ({ db, params }) => {
    await revokeInvitation(db, kernel, params.id);
    return succeeded;
  });
}

function organizationRoutes(kernel: Kernel): void {
  route(kernel, invitationEndpoints.inviteMember, async ({ db, actor, body: { email, role } }) =>
    sendInvitation(db, kernel, actor, { kind: 'org_member', email, role, placeName: await activeOrganizationName(db) }),
  );

  route(kernel, invitationEndpoints.listMemberInvitations, async ({ db }) => ({
    invitations: await listOpenInvitations(db, kernel),
  }));

  route(kernel, invitationEndpoints.resendMemberInvitation, async ({ db, actor, params }) =>
    resendInvitation(db, kernel, actor, { id: params.invitationId, placeName: await activeOrganizationName(db) }),
  );

  route(kernel, invitationEndpoints.revokeMemberInvitation, async ({ db, params }) => {
    await revokeInvitation(db, kernel, params.invitationId);
    return succeeded;
  });
}
