import type { InvitationKind } from '@sentrywell/contract/invitations.ts';
import { only, sqlOf } from '../../kernel/sql.ts';
import type { MspDb, OpenDb, OrganizationDb, TenantDb } from '../../kernel/tenant.ts';

/** An address has one account on the whole platform; one that was never confirmed gives way to the invitation. */
export async function hasAccount(db: TenantDb, email: string): Promise<boolean> {
  return only(await sqlOf(db)<{ has: boolean }>`select app_has_account(${email}) as has`).has;
}

/** @returns undefined for a root user, who is in no MSP. */
export async function findMspName(db: MspDb): Promise<string | undefined> {
  const [row] = await sqlOf(db)<{ name: string }>`select name from msps where tenant_id = ${db.tenantId}`;
  return row?.name;
}

export async function getOrganizationName(db: OrganizationDb): Promise<{ name: string; isActive: boolean }> {
  return only(
    await sqlOf(db)<{ name: string; isActive: boolean }>`
    select name, status <> 'inactive' as is_active from organizations
    where tenant_id = ${db.tenantId} and id = ${db.organizationId}`,
  );
}

/** How many of these organizations belong to the MSP. */
export async function countOrganizations(db: MspDb, ids: readonly number[]): Promise<number> {
  const { count } = only(
    await sqlOf(db)<{ count: number }>`
    select count(*) from organizations where tenant_id = ${db.tenantId} and id = any(${ids}::bigint[])`,
  );
  return count;
}

export type NewInvitation = {
  readonly kind: InvitationKind;
  readonly email: string;
  readonly roleId: number;
  /** The organization that an org_member joins. */
  readonly organizationId: number | null;
  /** The organizations that an msp_member is assigned. */
  readonly organizationIds: readonly number[];
  readonly invitedBy: number;
  readonly inviterName: string;
  readonly tokenHash: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
};

export type SavedInvitation = { readonly id: number; readonly sends: number; readonly earlierMailId: number | null };

/** Inviting an address that is already invited renews its invitation: the unique index decides, however many come at once. */
export async function saveInvitation(db: TenantDb, invitation: NewInvitation): Promise<SavedInvitation> {
  const { kind, email, roleId, organizationId, organizationIds, invitedBy, inviterName, tokenHash } = invitation;
  return only(
    await sqlOf(db)<SavedInvitation>`
    insert into invitations (tenant_id, token_hash, kind, organization_id, email, role_id, organization_ids, invited_by,
      inviter_name, created_at, sent_at, expires_at)
    values (${db.tenantId}, ${tokenHash}, ${kind}, ${organizationId}, ${email}, ${roleId}, ${organizationIds}, ${invitedBy},
      ${inviterName}, ${invitation.now}, ${invitation.now}, ${invitation.expiresAt})
    on conflict (tenant_id, kind, coalesce(organization_id, 0), email) where used_at is null and revoked_at is null
    do update set token_hash = excluded.token_hash, role_id = excluded.role_id, organization_ids = excluded.organization_ids,
      invited_by = excluded.invited_by, inviter_name = excluded.inviter_name, sent_at = excluded.sent_at,
      expires_at = excluded.expires_at, sends = invitations.sends + 1
    returning id, sends, mail_id as earlier_mail_id`,
  );
}

/** The invitations that a place may list, send again and revoke: an MSP's own, or one organization's. */
export type Place = MspDb | OrganizationDb;

function kindsOf(db: Place): readonly InvitationKind[] {
  return 'organizationId' in db ? ['org_member'] : ['msp_member', 'organization'];
}

function organizationOf(db: Place): number | null {
  return 'organizationId' in db ? db.organizationId : null;
}

/** Whom an open invitation of this place invites, and to what. */
export async function findInvited(
  db: Place,
  id: number,
): Promise<{ readonly kind: InvitationKind; readonly email: string } | undefined> {
  const [row] = await sqlOf(db)<{ kind: InvitationKind; email: string }>`
    select kind, email from invitations
    where tenant_id = ${db.tenantId} and id = ${id} and kind = any(${kindsOf(db)}::text[])
      and organization_id is not distinct from ${organizationOf(db)}::bigint and used_at is null and revoked_at is null`;
  return row;
}

export type RenewedInvitation = {
  readonly id: number;
  readonly kind: InvitationKind;
  readonly email: string;
  readonly roleId: number;
  readonly earlierMailId: number | null;
};

type Renewal = Pick<NewInvitation, 'tokenHash' | 'invitedBy' | 'inviterName' | 'now' | 'expiresAt'>;

/**
 * Gives an invitation that is still open a new secret; the one in the earlier mail opens nothing any more. Whoever sends it again is
 * its sender from now on.
 */
export async function renewInvitation(
  db: Place,
  id: number,
  { tokenHash, invitedBy, inviterName, now, expiresAt }: Renewal,
): Promise<RenewedInvitation | undefined> {
  const [row] = await sqlOf(db)<RenewedInvitation>`
    update invitations set token_hash = ${tokenHash}, invited_by = ${invitedBy}, inviter_name = ${inviterName},
      sent_at = ${now}, expires_at = ${expiresAt}, sends = sends + 1
    where tenant_id = ${db.tenantId} and id = ${id} and used_at is null and revoked_at is null
    returning id, kind, email, role_id, mail_id as earlier_mail_id`;
  return row;
}

export async function revokeOpenInvitation(
  db: Place,
  id: number,
  now: Date,
): Promise<{ email: string; mailId: number | null } | undefined> {
  const [row] = await sqlOf(db)<{ email: string; mailId: number | null }>`
    update invitations set revoked_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${id} and kind = any(${kindsOf(db)}::text[])
      and organization_id is not distinct from ${organizationOf(db)}::bigint and used_at is null and revoked_at is null
    returning email, mail_id`;
  return row;
}

type Revocation = { readonly invitedBy: number; readonly stillGives: readonly number[]; readonly now: Date };

export type Revoked = { readonly mailId: number | null; readonly organizationId: number | null };

/** The open invitations that somebody sent, but for those to roles that they still give. @returns the mails that carried them. */
export async function revokeInvitationsBy(
  db: TenantDb,
  { invitedBy, stillGives, now }: Revocation,
): Promise<Revoked[]> {
  return sqlOf(db)<Revoked>`
    update invitations set revoked_at = ${now}
    where tenant_id = ${db.tenantId} and invited_by = ${invitedBy} and used_at is null and revoked_at is null
      and not role_id = any(${stillGives}::integer[])
    returning mail_id, organization_id`;
}

export async function noteMail(db: TenantDb, invitationId: number, mailId: number): Promise<void> {
  await sqlOf(db)`update invitations set mail_id = ${mailId}
    where tenant_id = ${db.tenantId} and id = ${invitationId}`;
}

/** Mails that have not left yet and whose links are dead must not leave any more. */
export async function withdrawMails(db: TenantDb, mailIds: readonly (number | null)[]): Promise<void> {
  await sqlOf(db)`update mails set status = 'failed', last_error = 'withdrawn', text_body = '', html_body = ''
    where tenant_id = ${db.tenantId} and id = any(${mailIds}::bigint[]) and status in ('waiting', 'delayed')`;
}

export type ListedInvitation = {
  readonly id: number;
  readonly email: string;
  readonly roleId: number;
  readonly kind: InvitationKind;
  readonly invitedBy: string;
  readonly createdAt: string;
  readonly sentAt: string;
  readonly expiresAt: string;
  readonly expired: boolean;
  readonly mail: 'waiting' | 'sent' | 'delayed' | 'kept' | 'failed';
};

/** Open invitations, newest first; an expired one for thirty days more. */
export function listInvitations(db: Place, now: Date): Promise<ListedInvitation[]> {
  return sqlOf(db)<ListedInvitation>`
    select i.id, i.email, i.role_id, i.kind, i.inviter_name as invited_by, i.created_at, i.sent_at, i.expires_at,
      i.expires_at <= ${now} as expired, coalesce(m.status, 'sent') as mail
    from invitations i
    left join mails m on m.tenant_id = ${db.tenantId} and m.id = i.mail_id
    where i.tenant_id = ${db.tenantId} and i.kind = any(${kindsOf(db)}::text[])
      and i.organization_id is not distinct from ${organizationOf(db)}::bigint
      and i.used_at is null and i.revoked_at is null and i.expires_at > ${now}::timestamptz - interval '30 days'
    order by i.sent_at desc, i.id desc`;
}

export type FoundInvitation = {
  readonly email: string;
  readonly kind: InvitationKind;
  readonly mspName: string | null;
  readonly organizationName: string | null;
};

/** Which organization has a domain, where it is one of the handle's tenant: who is invited to bring one with it joins that one. */
export async function findOwnOrganization(db: TenantDb, domain: string): Promise<number | undefined> {
  const [row] = await sqlOf(db)<{ id: number }>`select organization_id as id from domain_directory
    where domain_name = ${domain} and kind = 'organization' and tenant_id = ${db.tenantId}`;
  return row?.id;
}

export async function isDeactivated(db: TenantDb, organizationId: number): Promise<boolean> {
  const rows = await sqlOf(db)<{ id: number }>`select id from organizations
    where tenant_id = ${db.tenantId} and id = ${organizationId} and status = 'inactive'`;
  return rows.length > 0;
}

/** Looks without using it up. Used, revoked, expired, unknown, or into a deactivated organization: undefined. */
export async function findUnusedInvitation(
  db: OpenDb,
  tokenHash: Buffer,
  now: Date,
): Promise<FoundInvitation | undefined> {
  const [row] = await sqlOf(db)<FoundInvitation>`
    select i.email, i.kind, m.name as msp_name, o.name as organization_name
    from invitations i
    left join msps m on m.tenant_id = ${db.tenantId}
    left join organizations o on o.tenant_id = ${db.tenantId} and o.id = i.organization_id
    where i.tenant_id = ${db.tenantId} and i.token_hash = ${tokenHash} and i.used_at is null and i.revoked_at is null
      and i.expires_at > ${now} and (o.id is null or o.status <> 'inactive')`;
  return row;
}
