import { roleOfId, rolePermissions } from '@sentrywell/contract/permissions.ts';
import type { Session } from '@sentrywell/contract/auth.ts';
import type { PersonStatus, UserType } from '@sentrywell/contract/shapes.ts';
import type { Actor } from './actor.ts';
import { Refusal } from './refusal.ts';
import { type Fragment, fragment, sqlOf } from './sql.ts';
import { stateOf, switchTenant, type TenantDb } from './tenant.ts';
import { hashToken, newToken, tenantOfToken } from './token.ts';

export type SessionLimits = {
  readonly idleMinutes: number;
  readonly absoluteHours: number;
  readonly rememberedDays: number;
};

/** Where a session is found: in the tenant that its token names, by the hash of the token. */
export type SessionKey = { readonly tenantId: number; readonly hash: Buffer };

export function sessionKeyOf(token: string | undefined): SessionKey | undefined {
  const tenantId = token === undefined ? undefined : tenantOfToken(token);
  return token === undefined || tenantId === undefined ? undefined : { tenantId, hash: hashToken(token) };
}

type SessionRow = {
  id: number;
  userId: number;
  lastSeenAt: string;
  expiresAt: string;
  confirmedAt: string;
  firstName: string;
  lastName: string;
  email: string;
  userType: UserType;
  roleId: number | null;
  isRootUser: boolean;
  status: PersonStatus;
  organizationId: number | null;
  mspId: number | null;
  mustEnrol: boolean;
  scopes: Session['scopes'] | null;
};

const minute = 60_000;

/** How the look at a session counts: as something the person did, or not at all. */
type Look = { readonly now: Date; readonly limits: SessionLimits; readonly countsAsActivity: boolean };

/**
 * Finds the open session behind a cookie, by the hash of its secret, in the handle's tenant. Only looks: see `noteSeen`.
 * @returns undefined when there is none, it is over, or the person or organization is not active.
 */
export async function findActor(
  db: TenantDb,
  hash: Buffer,
  now: Date,
  limits: SessionLimits,
): Promise<Actor | undefined> {
  return lookUp(db, hash, { now, limits, countsAsActivity: true });
}

/** Makes a person the one who does what the handle does from here on. */
export function act(db: TenantDb, actor: Actor): void {
  stateOf(db).actor = actor;
}

/**
 * Notes that a person was seen, at most once a minute: the last thing before the audit log. A request that held its session from the
 * beginning and then waited for the team's row would wait in a ring with whoever removes that person, who takes the two in this order.
 */
export async function noteSeen(db: TenantDb, { tenantId, sessionHash, lastSeenAt }: Actor, now: Date): Promise<void> {
  if (isNews(lastSeenAt, now)) {
    // A root user may have gone into another tenant.
    switchTenant(db, tenantId);
    // Waited for, also by a read: its connection would go to somebody else while the session is still locked.
    await sqlOf(db)`update sessions set last_seen_at = ${now}
      where tenant_id = ${db.tenantId} and token_hash = ${sessionHash}`;
  }
}

function isNews(lastSeenAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(lastSeenAt) >= minute;
}

/** How long the session still lasts; looking does not extend it. */
export async function findSessionTime(
  db: TenantDb,
  token: string,
  now: Date,
  limits: SessionLimits,
): Promise<Pick<Session, 'idleExpiresAt' | 'expiresAt'> | undefined> {
  const actor = await lookUp(db, hashToken(token), { now, limits, countsAsActivity: false });
  return actor?.session;
}

async function lookUp(db: TenantDb, hash: Buffer, { now, limits, countsAsActivity }: Look): Promise<Actor | undefined> {
  const { tenantId } = db;
  const [row] = await sqlOf(db)<SessionRow>`
    select s.id, s.user_id, s.last_seen_at, s.expires_at, s.confirmed_at, u.first_name, u.last_name, u.email, u.user_type,
      u.role_id, u.is_root_user, u.status, u.organization_id,
      case when u.organization_id is not null then o.msp_id when u.is_root_user then null else u.tenant_id end as msp_id,
      coalesce(o.second_factor_required, m.second_factor_required, false) and u.totp_secret is null
        and (select true from passkeys k where k.tenant_id = s.tenant_id and k.user_id = u.id limit 1) is null as must_enrol,
      (select json_agg(json_build_object('resourceType', a.resource_type, 'resourceId', a.resource_id,
          'effectivePermissions', a.effective_permissions) order by a.resource_type, a.resource_id)
        from role_assignments a where a.tenant_id = s.tenant_id and a.user_id = u.id) as scopes
    from sessions s
    join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    left join organizations o on o.tenant_id = s.tenant_id and o.id = u.organization_id
    left join msps m on m.tenant_id = s.tenant_id and u.organization_id is null
    where s.tenant_id = ${db.tenantId} and s.token_hash = ${hash} and s.stage = 'open' and s.ended_at is null
      and s.expires_at > ${now} and s.last_seen_at > ${new Date(now.getTime() - limits.idleMinutes * minute)}
      and u.status = 'active' and (o.id is null or o.status <> 'inactive')`;
  if (row === undefined) {
    return undefined;
  }
  const lastSeen = countsAsActivity && isNews(row.lastSeenAt, now) ? now.getTime() : Date.parse(row.lastSeenAt);
  return actorOf(tenantId, hash, row, new Date(lastSeen + limits.idleMinutes * minute));
}

function actorOf(tenantId: number, sessionHash: Buffer, row: SessionRow, idleExpiresAt: Date): Actor {
  const scopes = row.scopes ?? [];
  const role = roleOfId(row.roleId);
  return {
    tenantId,
    userId: row.userId,
    name: `${row.firstName} ${row.lastName}`,
    email: row.email,
    userType: row.userType,
    roleId: row.roleId,
    role,
    isRootUser: row.isRootUser,
    mspId: row.mspId,
    orgId: row.organizationId,
    scopes,
    sessionId: row.id,
    sessionHash,
    confirmedAt: row.confirmedAt,
    lastSeenAt: row.lastSeenAt,
    mustEnrolSecondFactor: row.mustEnrol,
    session: {
      userId: row.userId,
      mspId: row.mspId,
      orgId: row.organizationId,
      userType: row.userType,
      roleId: row.roleId,
      effectivePermissionBitfield: role === undefined ? 0 : rolePermissions[role],
      isRootUser: row.isRootUser,
      status: row.status,
      scopes,
      mustEnrolSecondFactor: row.mustEnrol,
      idleExpiresAt: idleExpiresAt.toISOString(),
      expiresAt: row.expiresAt,
    },
  };
}

export type NewSession = {
  readonly userId: number;
  readonly remembered: boolean;
  /** 'second_factor': the password was right, and it opens nothing until the second factor was given. */
  readonly stage: 'open' | 'second_factor';
};

/** Opens a session for somebody who has proven who they are. @returns the cookie's value. */
export async function openSession(
  db: TenantDb,
  { userId, remembered, stage }: NewSession,
  now: Date,
  limits: SessionLimits,
): Promise<string> {
  const { token, hash } = newToken(db.tenantId);
  const { address, userAgent } = stateOf(db).origin;
  const hours = remembered ? limits.rememberedDays * 24 : limits.absoluteHours;
  const lasts = stage === 'open' ? hours * 60 * minute : 10 * minute;
  await sqlOf(
    db,
  )`insert into sessions (tenant_id, token_hash, user_id, stage, remembered, address, user_agent, created_at,
      last_seen_at, confirmed_at, expires_at)
    values (${db.tenantId}, ${hash}, ${userId}, ${stage}, ${remembered}, ${address}, ${userAgent.slice(0, 300)}, ${now},
      ${now}, ${now}, ${new Date(now.getTime() + lasts)})`;
  return token;
}

/** Notes that the person is still there, to the second. */
export async function touchSession(db: TenantDb, actor: Actor, now: Date): Promise<void> {
  await sqlOf(db)`update sessions set last_seen_at = ${now}
    where tenant_id = ${db.tenantId} and token_hash = ${actor.sessionHash} and ended_at is null`;
}

/** The password was given once more: the session gets a new secret (security rule 15). @returns the cookie's new value. */
export async function rotateSession(
  db: TenantDb,
  actor: Actor,
  now: Date,
): Promise<{ readonly token: string; readonly hash: Buffer; readonly remembered: boolean }> {
  const { token, hash } = newToken(db.tenantId);
  const rows = await sqlOf(db)<{ remembered: boolean }>`
    update sessions set token_hash = ${hash}, confirmed_at = ${now}, last_seen_at = ${now}
    where tenant_id = ${db.tenantId} and token_hash = ${actor.sessionHash} and ended_at is null returning remembered`;
  const [row] = rows;
  if (row === undefined) {
    throw new Refusal('session.missing');
  }
  return { token, hash, remembered: row.remembered };
}

/** The id that a session keeps while its secret is replaced, whether it is over or not; it says nothing about what it may. */
export async function findSessionId(db: TenantDb, token: string): Promise<number | undefined> {
  const [row] = await sqlOf(db)<{ id: number }>`select id from sessions
    where tenant_id = ${db.tenantId} and token_hash = ${hashToken(token)}`;
  return row?.id;
}

/** What a session is found by now that may have got a new secret. */
export async function findSessionKey(db: TenantDb, sessionId: number, userId: number): Promise<SessionKey | undefined> {
  const [row] = await sqlOf(db)<{ hash: Buffer }>`select token_hash as hash from sessions
    where tenant_id = ${db.tenantId} and user_id = ${userId} and id = ${sessionId}`;
  return row === undefined ? undefined : { tenantId: db.tenantId, hash: row.hash };
}

/** A sign-in that still waits for its second factor. */
export type HalfOpenSession = { readonly userId: number; readonly remembered: boolean };

/** @returns undefined when there is none, it is over, or the person or organization is not active. */
export async function findHalfOpenSession(
  db: TenantDb,
  token: string,
  now: Date,
): Promise<HalfOpenSession | undefined> {
  const [row] = await sqlOf(db)<{ userId: number; remembered: boolean }>`
    select s.user_id, s.remembered from sessions s
    join users u on u.tenant_id = ${db.tenantId} and u.id = s.user_id
    left join organizations o on o.tenant_id = ${db.tenantId} and o.id = u.organization_id
    where s.tenant_id = ${db.tenantId} and s.token_hash = ${hashToken(token)} and s.stage = 'second_factor'
      and s.ended_at is null and s.expires_at > ${now} and u.status = 'active' and (o.id is null or o.status <> 'inactive')`;
  return row;
}

export type Ending = { readonly now: Date; readonly limits: SessionLimits };

/** When sessions that are ended now were over: idle for too long or at their time, they had ended by themselves before. */
export function endOf({ now, limits }: Ending): Fragment {
  return fragment`least(${now}::timestamptz, last_seen_at + ${limits.idleMinutes} * interval '1 minute', expires_at)`;
}

/** Ends one session by its cookie. @returns whose it was, or undefined when it was none. */
export async function endSession(db: TenantDb, token: string, ending: Ending): Promise<number | undefined> {
  const [row] = await sqlOf(db)<{ userId: number }>`update sessions set ended_at = ${endOf(ending)}
    where tenant_id = ${db.tenantId} and token_hash = ${hashToken(token)} and ended_at is null returning user_id`;
  return row?.userId;
}

/** Ends all sessions of a person, or all but one. */
export async function endSessionsOf(db: TenantDb, userId: number, ending: Ending, except?: Buffer): Promise<void> {
  await sqlOf(db)`update sessions set ended_at = ${endOf(ending)}
    where tenant_id = ${db.tenantId} and user_id = ${userId} and ended_at is null and token_hash is distinct from ${except ?? null}::bytea`;
}
