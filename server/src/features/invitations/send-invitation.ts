import type { InvitationKind, invitationSent } from '@sentrywell/contract/invitations.ts';
import { invitableRoles, listedRoleNames, type Role, roleIds, roleOfId } from '@sentrywell/contract/permissions.ts';
import type { z } from 'zod';
import { audit } from '../../kernel/audit.ts';
import { counted } from '../../kernel/counted.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { queueMail } from '../../kernel/mail.ts';
import { type Quota, takeQuotas } from '../../kernel/quota.ts';
import { onField, Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import { holdRole } from '../../kernel/authorize.ts';
import { newToken } from '../../kernel/token.ts';
import { leadsNowhere } from './leads-nowhere.ts';
import { invitationLink, invitationMail } from './invitation-mail.ts';
import {
  findInvited,
  hasAccount,
  noteMail,
  type Place,
  type RenewedInvitation,
  renewInvitation,
  saveInvitation,
  withdrawMails,
} from './queries.ts';

export type InvitationKernel = Pick<Kernel, 'settings' | 'secrets' | 'clock'>;
export type Sent = z.input<typeof invitationSent>;

const hour = 3_600;
const day = 24 * hour;
const validDays = 7;

type Draft = {
  readonly kind: InvitationKind;
  readonly email: string;
  readonly role: Role;
  /** The MSP or organization as the mail names it. */
  readonly placeName: string;
  /** The organizations that an MSP member is assigned. */
  readonly organizationIds?: readonly number[];
};

/** Invites an address, or sends it a new link when it is already invited (ruling R18). */
export async function sendInvitation(db: Place, kernel: InvitationKernel, actor: Actor, draft: Draft): Promise<Sent> {
  const { kind, email, role, placeName, organizationIds = [] } = draft;
  if (email === actor.email) {
    throw onField('email', 'invitation.self');
  }
  mustMayGive(actor, role);
  await refuseUnlessSendable(db, kernel, actor, draft);
  // Once more, as they are now: what they lose while the invitation is written ends it.
  mustMayGive({ ...actor, role: await holdRole(db, actor) }, role);
  const { token, tokenHash, now, expiresAt } = newLink(db, kernel);
  const saved = await saveInvitation(db, {
    kind,
    email,
    roleId: roleIds[role],
    organizationId: 'organizationId' in db ? db.organizationId : null,
    organizationIds,
    invitedBy: actor.userId,
    inviterName: actor.name,
    tokenHash,
    now,
    expiresAt,
  });
  const resent = saved.sends > 1;
  audit(db, {
    category: kind === 'organization' ? 'Organization' : 'User Management',
    log: `${resent ? 'Invited again' : 'Invited'} ${email} ${described(draft)}`,
    target: { type: 'invitation', id: saved.id },
  });
  const link = await mailLink(db, kernel, actor, { ...saved, kind, email, role, placeName, token });
  return { success: true, invitationId: saved.id, resent, ...link };
}

function described({ kind, role, placeName, organizationIds = [] }: Draft): string {
  const as = `as ${listedRoleNames[role]}`;
  if (kind === 'organization') {
    return `to bring an organization, ${as}`;
  }
  if (kind === 'org_member' || role === 'MSP_SUPER_ADMIN') {
    return `to ${placeName} ${as}`;
  }
  return `to ${placeName} ${as} for ${counted(organizationIds.length, 'organization', 'organizations')}`;
}

/** Sends an open invitation again, with a new link; the earlier one opens nothing any more. */
export async function resendInvitation(
  db: Place,
  kernel: InvitationKernel,
  actor: Actor,
  { id, placeName }: { readonly id: number; readonly placeName: string },
): Promise<Sent> {
  const invited = await findInvited(db, id);
  if (invited === undefined) {
    throw new Refusal('invitation.not_found');
  }
  // Before the invitation's row is locked: inviting takes the quotas first as well, else the two could wait for each other.
  await refuseUnlessSendable(db, kernel, actor, invited);
  const sender = { ...actor, role: await holdRole(db, actor) };
  const { token, ...renewal } = newLink(db, kernel);
  const renewed = await renewInvitation(db, id, { ...renewal, invitedBy: actor.userId, inviterName: actor.name });
  if (renewed === undefined) {
    throw new Refusal('invitation.not_found');
  }
  const role = roleOf(renewed);
  // Somebody else may have sent it, who gives more than this person may.
  mustMayGive(sender, role);
  audit(db, {
    category: renewed.kind === 'organization' ? 'Organization' : 'User Management',
    log: `Sent the invitation of ${renewed.email} again`,
    target: { type: 'invitation', id },
  });
  const link = await mailLink(db, kernel, actor, { ...renewed, role, placeName, token });
  return { success: true, invitationId: id, resent: true, ...link };
}

function mustMayGive({ role, isRootUser }: Pick<Actor, 'role' | 'isRootUser'>, given: Role): void {
  if (!invitableRoles(role, isRootUser).includes(given)) {
    throw new Refusal('invitation.role_not_allowed');
  }
}

function roleOf({ roleId }: RenewedInvitation): Role {
  const role = roleOfId(roleId);
  if (role === undefined) {
    throw new Error(`An invitation holds the unknown role ${roleId}.`);
  }
  return role;
}

function newLink(db: Place, { clock }: InvitationKernel) {
  const now = clock.now();
  const { token, hash } = newToken(db.tenantId);
  return { token, tokenHash: hash, now, expiresAt: new Date(now.getTime() + validDays * day * 1_000) };
}

/** An address without an account, a link that leads somewhere, and within the limits on mail (security rule 13). */
async function refuseUnlessSendable(
  db: Place,
  { settings, clock }: InvitationKernel,
  actor: Actor,
  invited: Pick<Draft, 'kind' | 'email'>,
): Promise<void> {
  const { email } = invited;
  if (await hasAccount(db, email)) {
    throw onField('email', 'invitation.account_exists');
  }
  if (await leadsNowhere(db, invited)) {
    throw onField('email', 'organization.deactivated');
  }
  const most = (count: number) => Math.ceil(count * settings.rateLimitFactor);
  const inviter = `${actor.tenantId}/${actor.userId}`;
  const code = 'invitation.mail_limit' as const;
  const share = shareOf(actor);
  // The last 50 are the MSP's own: in one count with the others, so that no other beginning of a day opens them.
  const everybody = most(share.length === 0 ? 200 : 150);
  const quotas: Quota[] = [
    { name: 'mail:tenant', of: db.tenantId, most: everybody, windowSeconds: day, code },
    ...share.map((one) => ({ ...one, most: most(100), windowSeconds: day })),
    { name: 'mail:inviter', of: inviter, most: most(20), windowSeconds: hour, code },
    { name: 'mail:recipient', of: email, most: most(5), windowSeconds: day, code },
  ];
  await takeQuotas(db, quotas, clock.now());
}

/** The people of one organization use up no more than half of what their MSP may send, so that it can still invite itself. */
function shareOf({ orgId, mspId }: Actor): Pick<Quota, 'name' | 'of' | 'code'>[] {
  return orgId === null || mspId === null
    ? []
    : [{ name: 'mail:organization', of: orgId, code: 'invitation.organization_limit' }];
}

type Outgoing = {
  readonly id: number;
  readonly earlierMailId: number | null;
  readonly kind: InvitationKind;
  readonly email: string;
  readonly role: Role;
  readonly placeName: string;
  readonly token: string;
};

/** Queues the mail. @returns the link only where no mail server is configured, for the inviter to hand on (ruling R19). */
async function mailLink(
  db: Place,
  { settings, secrets }: InvitationKernel,
  actor: Actor,
  { id, earlierMailId, kind, email, role, placeName, token }: Outgoing,
): Promise<{ link?: string }> {
  if (earlierMailId !== null) {
    await withdrawMails(db, [earlierMailId]);
  }
  const link = invitationLink(settings.publicUrl, kind, token);
  const mail = invitationMail({ kind, placeName, inviterName: actor.name, roleName: listedRoleNames[role], link });
  const scoped = 'organizationId' in db ? { organizationId: db.organizationId } : {};
  await noteMail(db, id, await queueMail(db, secrets, { recipient: email, ...mail, ...scoped }));
  return settings.smtpUrl === undefined ? { link } : {};
}
