import type { OrganizationRequirement, Requirement } from '@sentrywell/contract/account.ts';
import { type Ending, endOf } from '../../kernel/session.ts';
import { type Fragment, fragment, only, sqlOf } from '../../kernel/sql.ts';
import type { MspDb, OrganizationDb, PersonDb, TenantDb } from '../../kernel/tenant.ts';

export type OwnAccount = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly theme: 'system' | 'light' | 'dark';
  readonly memberOf: string | null;
  readonly organizationId: number | null;
  readonly passwordChangedAt: string;
  readonly hasShortPassword: boolean;
  readonly hasTotp: boolean;
  readonly isSecondFactorRequired: boolean;
  readonly recoveryCodesLeft: number;
};

export async function getAccount(db: PersonDb, userId: number): Promise<OwnAccount> {
  return only(
    await sqlOf(db)<OwnAccount>`
    select u.first_name, u.last_name, u.email, u.theme, coalesce(o.name, m.name) as member_of, u.organization_id,
      u.password_changed_at, u.has_short_password, u.totp_secret is not null as has_totp,
      coalesce(o.second_factor_required, m.second_factor_required, false) as is_second_factor_required,
      (select count(*) from recovery_codes c
        where c.tenant_id = ${db.tenantId} and c.user_id = u.id and c.used_at is null) as recovery_codes_left
    from users u
    left join organizations o on o.tenant_id = ${db.tenantId} and o.id = u.organization_id
    left join msps m on m.tenant_id = ${db.tenantId} and u.organization_id is null
    where u.tenant_id = ${db.tenantId} and u.id = ${userId}`,
  );
}

export async function updateProfile(
  db: PersonDb,
  userId: number,
  profile: {
    readonly firstName?: string | undefined;
    readonly lastName?: string | undefined;
    readonly theme?: string | undefined;
    readonly now: Date;
  },
): Promise<void> {
  await sqlOf(db)`update users set first_name = coalesce(${profile.firstName ?? null}, first_name),
      last_name = coalesce(${profile.lastName ?? null}, last_name), theme = coalesce(${profile.theme ?? null}, theme),
      updated_at = ${profile.now}
    where tenant_id = ${db.tenantId} and id = ${userId}`;
}

export type StoredSession = {
  readonly id: number;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
};

type SessionTimes = { readonly now: Date; readonly idleSince: Date };

export async function listOpenSessions(
  db: PersonDb,
  userId: number,
  { now, idleSince }: SessionTimes,
): Promise<StoredSession[]> {
  return sqlOf(db)<StoredSession>`select id, address, user_agent, created_at, last_seen_at from sessions
    where tenant_id = ${db.tenantId} and user_id = ${userId} and stage = 'open' and ended_at is null and expires_at > ${now}
      and last_seen_at > ${idleSince}
    order by created_at desc, id desc limit 200`;
}

/** @returns whether it was the person's and still open. */
export async function endSessionById(
  db: PersonDb,
  userId: number,
  sessionId: number,
  ending: Ending,
): Promise<boolean> {
  const rows = await sqlOf(db)<{ id: number }>`update sessions set ended_at = ${endOf(ending)}
    where tenant_id = ${db.tenantId} and user_id = ${userId} and id = ${sessionId} and ended_at is null returning id`;
  return rows.length > 0;
}

/** @returns how many of those ended that were listed: what was over by itself, or never got past the password, is none of them. */
export async function endSessionsBut(db: PersonDb, userId: number, sessionId: number, ending: Ending): Promise<number> {
  const rows = await sqlOf(db)<{ wasOpen: boolean }>`update sessions set ended_at = ${endOf(ending)}
    where tenant_id = ${db.tenantId} and user_id = ${userId} and id <> ${sessionId} and ended_at is null
    returning stage = 'open' and ended_at = ${ending.now} as was_open`;
  return rows.filter(({ wasOpen }) => wasOpen).length;
}

/** @returns false when one is set up already. */
export async function saveTotp(
  db: PersonDb,
  userId: number,
  { sealedSecret, step }: { readonly sealedSecret: string; readonly step: number },
): Promise<boolean> {
  const rows = await sqlOf(db)<{ id: number }>`update users set totp_secret = ${sealedSecret}, totp_last_step = ${step}
    where tenant_id = ${db.tenantId} and id = ${userId} and totp_secret is null returning id`;
  return rows.length > 0;
}

/** @returns false when there was none. */
export async function deleteTotp(db: PersonDb, userId: number): Promise<boolean> {
  const rows = await sqlOf(db)<{ id: number }>`update users set totp_secret = null, totp_last_step = null
    where tenant_id = ${db.tenantId} and id = ${userId} and totp_secret is not null returning id`;
  return rows.length > 0;
}

export type OwnPasskey = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
};

export async function listOwnPasskeys(db: PersonDb, userId: number): Promise<OwnPasskey[]> {
  return sqlOf(db)<OwnPasskey>`select credential_id as id, name, created_at, last_used_at from passkeys
    where tenant_id = ${db.tenantId} and user_id = ${userId} order by created_at, credential_id`;
}

export type NewPasskey = {
  readonly credentialId: string;
  readonly userId: number;
  readonly name: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly now: Date;
};

/** @returns false when this passkey is there already. */
export async function insertPasskey(db: PersonDb, passkey: NewPasskey): Promise<boolean> {
  const rows = await sqlOf(db)<{ name: string }>`
    insert into passkeys (tenant_id, credential_id, user_id, name, public_key, sign_count, transports, created_at)
    values (${db.tenantId}, ${passkey.credentialId}, ${passkey.userId}, ${passkey.name}, ${passkey.publicKey},
      ${passkey.signCount}, ${passkey.transports}, ${passkey.now})
    on conflict (tenant_id, credential_id) do nothing returning name`;
  return rows.length > 0;
}

/** @returns its name, or undefined when it was not there. */
export async function deletePasskey(db: PersonDb, userId: number, credentialId: string): Promise<string | undefined> {
  const [row] = await sqlOf(db)<{ name: string }>`delete from passkeys
    where tenant_id = ${db.tenantId} and user_id = ${userId} and credential_id = ${credentialId} returning name`;
  return row?.name;
}

export async function replaceRecoveryCodes(db: PersonDb, userId: number, hashes: readonly Buffer[]): Promise<void> {
  const sql = sqlOf(db);
  await Promise.all([
    sql`delete from recovery_codes where tenant_id = ${db.tenantId} and user_id = ${userId}`,
    sql`insert into recovery_codes (tenant_id, user_id, code_hash)
      select ${db.tenantId}, ${userId}, hash from unnest(${hashes}::bytea[]) as hash`,
  ]);
}

/** Whether the person `u` has a second factor. */
function isEnrolled(db: TenantDb): Fragment {
  return fragment`(u.totp_secret is not null
    or exists (select 1 from passkeys k where k.tenant_id = ${db.tenantId} and k.user_id = u.id))`;
}

/** @returns undefined for a root user, who is in no MSP. */
export async function findMspRequirement(db: MspDb): Promise<Requirement | undefined> {
  const [row] = await sqlOf(db)<Requirement>`
    select m.second_factor_required as required, count(u.id) as people,
      count(u.id) filter (where ${isEnrolled(db)}) as enrolled
    from msps m
    left join users u on u.tenant_id = ${db.tenantId} and u.organization_id is null and u.status = 'active'
    where m.tenant_id = ${db.tenantId} group by m.second_factor_required`;
  return row;
}

export async function getOrganizationRequirement(db: OrganizationDb): Promise<OrganizationRequirement> {
  return only(
    await sqlOf(db)<OrganizationRequirement>`
    select o.second_factor_required as required,
      o.second_factor_required and o.second_factor_required_by_msp as required_by_msp, count(u.id) as people,
      count(u.id) filter (where ${isEnrolled(db)}) as enrolled
    from organizations o
    left join users u on u.tenant_id = ${db.tenantId} and u.organization_id = o.id and u.status = 'active'
    where o.tenant_id = ${db.tenantId} and o.id = ${db.organizationId}
    group by o.second_factor_required, o.second_factor_required_by_msp`,
  );
}

/** Who requires a second factor of an organization's people; either is enough. */
export type Requirers = { readonly byMsp: boolean; readonly byOrganization: boolean };
type FoundRequirers = Requirers & {
  /** Without an MSP: whoever required it is a root user, the operator. */
  readonly isIndependent: boolean;
};

/**
 * Waits for whoever changes it at the same moment. Servers from before migration 0090 write `second_factor_required` alone:
 * where it is off nobody requires one, and what no MSP requires is the organization's own.
 */
export async function lockRequirers(db: OrganizationDb): Promise<FoundRequirers> {
  return only(
    await sqlOf(db)<FoundRequirers>`
    select second_factor_required and second_factor_required_by_msp as by_msp,
      second_factor_required and (second_factor_required_by_organization or not second_factor_required_by_msp)
        as by_organization,
      msp_id is null as is_independent
    from organizations where tenant_id = ${db.tenantId} and id = ${db.organizationId} for no key update`,
  );
}

export async function updateMspRequirement(db: MspDb, required: boolean, now: Date): Promise<void> {
  await sqlOf(
    db,
  )`update msps set second_factor_required = ${required}, updated_at = ${now} where tenant_id = ${db.tenantId}`;
}

export async function updateRequirers(
  db: OrganizationDb,
  { byMsp, byOrganization }: Requirers,
  now: Date,
): Promise<void> {
  await sqlOf(db)`update organizations set second_factor_required = ${byMsp || byOrganization},
      second_factor_required_by_msp = ${byMsp}, second_factor_required_by_organization = ${byOrganization},
      updated_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${db.organizationId}`;
}

/** Whether a person of the handle's own place has a second factor. */
export async function hasSecondFactor(db: MspDb | OrganizationDb, userId: number): Promise<boolean> {
  const rows = await sqlOf(db)<{
    id: number;
  }>`select u.id from users u where u.tenant_id = ${db.tenantId} and u.id = ${userId}
    and ${isEnrolled(db)}`;
  return rows.length > 0;
}
