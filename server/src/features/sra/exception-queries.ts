import { type Fragment, fragment, only, sqlOf } from '../../kernel/sql.ts';
import type { JobDb, OrganizationDb, TenantDb } from '../../kernel/tenant.ts';
import type { FindingState } from './queries.ts';

export type ExceptionRow = FindingState & {
  readonly id: number;
  readonly reason: string;
  readonly compensatingMeasure: string;
  readonly acceptedBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly endedAt: string | null;
  readonly endedBy: string | null;
};

/** What became of the finding since it was accepted. */
export type FollowedException = ExceptionRow & {
  readonly absentSince: string | null;
  readonly returnedAt: string | null;
};

/** The exceptions `e`, each with the newest finding `f` of its name. */
function followedExceptions(db: OrganizationDb): Fragment {
  return fragment`e.id, e.setting_type, e.target, e.reason, e.compensating_measure, e.accepted_by, e.created_at, e.expires_at,
      e.ended_at, e.ended_by, f.resolved_at as absent_since,
      case when f.resolved_at is null and f.opened_at > e.created_at then f.opened_at end as returned_at
    from assessment_exceptions e
    left join lateral (
      select opened_at, resolved_at from findings
      where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId} and setting_type = e.setting_type
        and target = e.target
      order by opened_at desc limit 1) f on true
    where e.tenant_id = ${db.tenantId} and e.organization_id = ${db.organizationId}`;
}

/** In force first, then by age, newest first. */
export function listExceptions(db: OrganizationDb, now: Date): Promise<FollowedException[]> {
  return sqlOf(db)<FollowedException>`
    select ${followedExceptions(db)}
    order by (e.ended_at is null and e.expires_at > ${now}) desc, e.created_at desc, e.id desc`;
}

/** The newest exception of each finding that ever had one. */
export function listNewestExceptions(db: OrganizationDb): Promise<FollowedException[]> {
  return sqlOf(db)<FollowedException>`
    select distinct on (e.setting_type, e.target) ${followedExceptions(db)}
    order by e.setting_type, e.target, e.created_at desc, e.id desc`;
}

/** Whether an exception of the finding `f` is in force at a moment. A finding that is not resolved counts as open unless it is so. */
export function isAccepted(db: TenantDb, at: Date): Fragment {
  return fragment`exists (
    select 1 from assessment_exceptions e
    where e.tenant_id = ${db.tenantId} and e.organization_id = f.organization_id and e.setting_type = f.setting_type
      and e.target = f.target and e.created_at <= ${at} and e.expires_at > ${at} and (e.ended_at is null or e.ended_at > ${at}))`;
}

export async function countOpenFindings(db: OrganizationDb, now: Date): Promise<number> {
  const { count } = only(
    await sqlOf(db)<{ count: number }>`
    select count(*) from findings f
    where f.tenant_id = ${db.tenantId} and f.organization_id = ${db.organizationId} and f.resolved_at is null
      and not ${isAccepted(db, now)}`,
  );
  return count;
}

export async function isOpenFinding(db: OrganizationDb, { settingType, target }: FindingState): Promise<boolean> {
  const rows = await sqlOf(db)<{ one: number }>`
    select 1 as one from findings
    where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId} and setting_type = ${settingType}
      and target = ${target} and resolved_at is null`;
  return rows.length > 0;
}

export type NewException = FindingState & {
  readonly reason: string;
  readonly compensatingMeasure: string;
  readonly acceptedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

export type ExpiredException = {
  readonly id: number;
  readonly organizationId: number;
  readonly settingType: string;
  readonly expiresAt: string;
};

function close(db: TenantDb, those: Fragment, now: Date): Promise<ExpiredException[]> {
  return sqlOf(db)<ExpiredException>`
    update assessment_exceptions set ended_at = expires_at
    where tenant_id = ${db.tenantId} and ${those} and ended_at is null and expires_at <= ${now}
    returning id, organization_id, setting_type, expires_at`;
}

/**
 * Closes an exception whose day has passed. It keeps the day it expired on, so it is still told apart from one that was ended.
 * @returns what this call closed and no other did.
 */
export function closeExpired(db: JobDb, id: number, now: Date): Promise<ExpiredException[]> {
  return close(db, fragment`id = ${id}`, now);
}

/** The same for the exception of a finding: it makes room for the next one. */
export function closeExpiredOf(
  db: OrganizationDb,
  { settingType, target }: FindingState,
  now: Date,
): Promise<ExpiredException[]> {
  const those = fragment`organization_id = ${db.organizationId} and setting_type = ${settingType} and target = ${target}`;
  return close(db, those, now);
}

/** @returns undefined where the finding has an exception that is not closed: the table's unique index decides. */
export async function insertException(db: OrganizationDb, e: NewException): Promise<ExceptionRow | undefined> {
  const [row] = await sqlOf(db)<ExceptionRow>`
    insert into assessment_exceptions (tenant_id, organization_id, setting_type, target, reason, compensating_measure,
      accepted_by, created_at, expires_at)
    values (${db.tenantId}, ${db.organizationId}, ${e.settingType}, ${e.target}, ${e.reason}, ${e.compensatingMeasure},
      ${e.acceptedBy}, ${e.createdAt}, ${e.expiresAt})
    on conflict (tenant_id, organization_id, setting_type, target) where ended_at is null do nothing
    returning id, setting_type, target, reason, compensating_measure, accepted_by, created_at, expires_at, ended_at, ended_by`;
  return row;
}

/** @returns undefined where it is not in force (any more). */
export async function endExceptionInForce(
  db: OrganizationDb,
  id: number,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<ExceptionRow | undefined> {
  const [row] = await sqlOf(db)<ExceptionRow>`
    update assessment_exceptions set ended_at = ${now}, ended_by = ${by}
    where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId} and id = ${id}
      and ended_at is null and expires_at > ${now}
    returning id, setting_type, target, reason, compensating_measure, accepted_by, created_at, expires_at, ended_at, ended_by`;
  return row;
}
