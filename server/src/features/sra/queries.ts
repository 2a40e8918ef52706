import type { Verdict } from '@sentrywell/contract/assessment.ts';
import { fragment, only, sqlOf } from '../../kernel/sql.ts';
import type { OrganizationDb, TenantDb } from '../../kernel/tenant.ts';
import { scoreColumn } from '../organizations/score-queries.ts';

/** An assessment without its rows. */
export type AssessmentRow = {
  readonly id: number;
  readonly uuid: string;
  readonly organizationId: number;
  readonly assessedAt: string;
  readonly assessedByName: string;
  readonly account: string;
  readonly catalogueVersion: string;
  readonly rules: string | null;
  readonly includeTier2: boolean;
  readonly score: number;
  readonly compliant: number;
  readonly partial: number;
  readonly nonCompliant: number;
  readonly unreadable: number;
  readonly notLicensed: number;
  readonly notAssessed: number;
  readonly accepted: number;
};
export type StoredAssessmentRow = AssessmentRow & { readonly policies: Buffer };

/**
 * Findings of the assessment `a` with an exception in force at `now`: a finding belongs to every assessment from the one
 * that opened it until the one that resolved it.
 */
function acceptedFindings(db: OrganizationDb, now: Date) {
  return fragment`(
    select count(*) from assessment_exceptions e
    join findings f on f.tenant_id = ${db.tenantId} and f.organization_id = ${db.organizationId}
      and f.setting_type = e.setting_type and f.target = e.target
    where e.tenant_id = ${db.tenantId} and e.organization_id = ${db.organizationId}
      and e.ended_at is null and e.expires_at > ${now}
      and f.opened_at <= a.assessed_at and (f.resolved_at is null or f.resolved_at > a.assessed_at)) as accepted`;
}

const columns = fragment`a.id, a.uuid, a.organization_id, a.assessed_at, a.assessed_by_name, a.account, a.catalogue_version, a.rules,
  a.include_tier_2, a.score, a.compliant, a.partial, a.non_compliant, a.unreadable, a.not_licensed, a.not_assessed`;

/** Newest first. @param before only those older than the assessment with this id. */
export function listAssessments(
  db: OrganizationDb,
  { before, limit, now }: { readonly before: number | undefined; readonly limit: number; readonly now: Date },
): Promise<AssessmentRow[]> {
  const older =
    before === undefined
      ? fragment``
      : fragment`and (a.assessed_at, a.id) < (select b.assessed_at, b.id from assessments b
          where b.tenant_id = ${db.tenantId} and b.organization_id = ${db.organizationId} and b.id = ${before})`;
  return sqlOf(db)<AssessmentRow>`
    select ${columns}, ${acceptedFindings(db, now)}
    from assessments a
    where a.tenant_id = ${db.tenantId} and a.organization_id = ${db.organizationId} ${older}
    order by a.assessed_at desc, a.id desc limit ${limit}`;
}

export async function countAssessments(db: OrganizationDb): Promise<number> {
  const { count } = only(
    await sqlOf(db)<{ count: number }>`
    select count(*) from assessments where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId}`,
  );
  return count;
}

/** @param id the newest one where it is undefined. */
export async function findStoredAssessment(
  db: OrganizationDb,
  id: number | undefined,
  now: Date,
): Promise<StoredAssessmentRow | undefined> {
  const which =
    id === undefined ? fragment`order by a.assessed_at desc, a.id desc limit 1` : fragment`and a.id = ${id}`;
  const [row] = await sqlOf(db)<StoredAssessmentRow>`
    select ${columns}, ${acceptedFindings(db, now)}, a.policies
    from assessments a
    where a.tenant_id = ${db.tenantId} and a.organization_id = ${db.organizationId} ${which}`;
  return row;
}

/** The findings that were open, accepted or not, once an assessment of that moment was stored. */
export function listFindingsAt(db: OrganizationDb, assessedAt: string): Promise<FindingState[]> {
  return sqlOf(db)<FindingState>`
    select setting_type, target from findings
    where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId}
      and opened_at <= ${assessedAt}::timestamptz and (resolved_at is null or resolved_at > ${assessedAt}::timestamptz)`;
}

/** Which assessment a uuid opens for this session and person (security rule 24). */
export async function findAssessmentOfSession(
  db: OrganizationDb,
  sought: { readonly uuid: string; readonly sessionMark: Buffer; readonly userId: number; readonly since: Date },
): Promise<number | undefined> {
  const [row] = await sqlOf(db)<{ id: number }>`
    select id from assessments
    where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId} and uuid = ${sought.uuid}::uuid
      and session_hash = ${sought.sessionMark} and assessed_by = ${sought.userId} and assessed_at > ${sought.since}`;
  return row?.id;
}

export type NewAssessment = {
  readonly uuid: string;
  readonly sessionMark: Buffer;
  readonly assessedBy: number;
  readonly assessedByName: string;
  readonly account: string;
  readonly catalogueVersion: string;
  readonly rules: string;
  readonly includeTier2: boolean;
  readonly score: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly policies: Buffer;
  readonly assessedAt: Date;
};

export async function insertAssessment(db: OrganizationDb, a: NewAssessment): Promise<number> {
  const { id } = only(
    await sqlOf(db)<{ id: number }>`
    insert into assessments (tenant_id, organization_id, uuid, session_hash, assessed_by, assessed_by_name, account,
      catalogue_version, rules, include_tier_2, score, compliant, partial, non_compliant, unreadable, not_licensed, not_assessed,
      policies, assessed_at)
    values (${db.tenantId}, ${db.organizationId}, ${a.uuid}::uuid, ${a.sessionMark}, ${a.assessedBy}, ${a.assessedByName},
      ${a.account}, ${a.catalogueVersion}, ${a.rules}, ${a.includeTier2}, ${a.score}, ${a.counts.compliant}, ${a.counts.partial},
      ${a.counts['non-compliant']}, ${a.counts.unreadable}, ${a.counts['not-licensed']}, ${a.counts['not-assessed']},
      ${a.policies}, ${a.assessedAt})
    returning id`,
  );
  return id;
}

/** Two assessments of one organization are stored one after the other: findings are compared with what stands there. */
export async function lockOrganization(db: OrganizationDb): Promise<void> {
  await sqlOf(db)`select id from organizations
    where tenant_id = ${db.tenantId} and id = ${db.organizationId} for no key update`;
}

export async function hasAssessmentAfter(db: OrganizationDb, instant: Date): Promise<boolean> {
  const rows = await sqlOf(db)<{ id: number }>`select id from assessments
    where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId} and assessed_at > ${instant} limit 1`;
  return rows.length > 0;
}

export type FindingState = { readonly settingType: string; readonly target: string };
export type OpenFinding = FindingState & { readonly verdict: 'partial' | 'non-compliant' };
type StoredUnder = { readonly assessmentId: number; readonly at: Date };

/** Opens what is new, notes how bad the known ones are now, resolves all others but those that could not be read. */
export async function replaceFindings(
  db: OrganizationDb,
  { open, unreadable }: { readonly open: readonly OpenFinding[]; readonly unreadable: readonly FindingState[] },
  { assessmentId, at }: StoredUnder,
): Promise<void> {
  const sql = sqlOf(db);
  const kept: readonly FindingState[] = [...open, ...unreadable];
  await sql`update findings f set resolved_at = ${at}, resolved_by_assessment = ${assessmentId}
    where f.tenant_id = ${db.tenantId} and f.organization_id = ${db.organizationId} and f.resolved_at is null
      and not exists (
        select 1 from unnest(${kept.map(({ settingType }) => settingType)}::text[], ${kept.map(({ target }) => target)}::text[])
          as kept (setting_type, target)
        where kept.setting_type = f.setting_type and kept.target = f.target)`;
  await sql`insert into findings (tenant_id, organization_id, setting_type, target, opened_at, opened_by_assessment, verdict)
    select ${db.tenantId}::bigint, ${db.organizationId}::bigint, o.setting_type, o.target, ${at}::timestamptz,
      ${assessmentId}::bigint, o.verdict
    from unnest(${open.map(({ settingType }) => settingType)}::text[], ${open.map(({ target }) => target)}::text[],
      ${open.map(({ verdict }) => verdict)}::text[]) as o (setting_type, target, verdict)
    on conflict (tenant_id, organization_id, setting_type, target) where resolved_at is null
      do update set verdict = excluded.verdict`;
}

export type SettingVerdict = { readonly settingType: string; readonly verdict: Verdict };

/** The organization's column of the matrix. */
export async function replaceSettingVerdicts(
  db: OrganizationDb,
  verdicts: readonly SettingVerdict[],
  assessmentId: number,
): Promise<void> {
  const sql = sqlOf(db);
  const types = verdicts.map(({ settingType }) => settingType);
  await sql`delete from setting_verdicts
    where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId} and setting_type <> all (${types}::text[])`;
  await sql`insert into setting_verdicts (tenant_id, organization_id, setting_type, verdict, assessment_id)
    select ${db.tenantId}::bigint, ${db.organizationId}::bigint, v.setting_type, v.verdict, ${assessmentId}::bigint
    from unnest(${types}::text[], ${verdicts.map(({ verdict }) => verdict)}::text[]) as v (setting_type, verdict)
    on conflict (tenant_id, organization_id, setting_type)
      do update set verdict = excluded.verdict, assessment_id = excluded.assessment_id`;
}

export async function includesTier2(db: OrganizationDb): Promise<boolean> {
  const [row] = await sqlOf(db)<{ includeTier2: boolean }>`
    select include_tier_2 from assessment_settings
    where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId}`;
  return row?.includeTier2 ?? false;
}

export async function setIncludesTier2(db: OrganizationDb, includeTier2: boolean, now: Date): Promise<void> {
  await sqlOf(db)`insert into assessment_settings (tenant_id, organization_id, include_tier_2, updated_at)
    values (${db.tenantId}, ${db.organizationId}, ${includeTier2}, ${now})
    on conflict (tenant_id, organization_id)
      do update set include_tier_2 = excluded.include_tier_2, updated_at = excluded.updated_at`;
}

export type MatrixOrganization = {
  readonly id: number;
  readonly name: string;
  readonly domainName: string;
  readonly assessmentId: number | null;
  readonly assessedAt: string | null;
  readonly score: number | null;
  readonly catalogueVersion: string | null;
  readonly rules: string | null;
  readonly includeTier2: boolean | null;
};
/** Where nothing counts in the newest assessment there is no score. */
export function listMatrixOrganizations(db: TenantDb): Promise<MatrixOrganization[]> {
  return sqlOf(db)<MatrixOrganization>`
    select o.id, o.name, o.domain_name, a.id as assessment_id, a.assessed_at, a.score,
      a.catalogue_version, a.rules, a.include_tier_2
    from organizations o
    left join lateral (
      select id, assessed_at, catalogue_version, rules, include_tier_2, ${scoreColumn}
      from assessments a
      where a.tenant_id = ${db.tenantId} and a.organization_id = o.id
      order by a.assessed_at desc, a.id desc limit 1) a on true
    where o.tenant_id = ${db.tenantId} and o.status <> 'inactive'
    order by lower(o.name), o.id`;
}

/** What is known of each setting of an organization, by the setting's type. */
export type BySetting<Known> = { readonly organizationId: number; readonly settings: Readonly<Record<string, Known>> };

// One row for an organization and not for a cell: what a row costs to read is most of what the matrix costs.

export function listVerdictsBySetting(db: TenantDb): Promise<Array<BySetting<Verdict>>> {
  return sqlOf(db)<BySetting<Verdict>>`
    select organization_id, json_object_agg(setting_type, verdict) as settings
    from setting_verdicts where tenant_id = ${db.tenantId} group by organization_id`;
}

/** Settings with open findings: whether every one of them has an exception in force. */
export function listAcceptedBySetting(db: TenantDb, now: Date): Promise<Array<BySetting<boolean>>> {
  return sqlOf(db)<BySetting<boolean>>`
    select organization_id, json_object_agg(setting_type, accepted) as settings
    from (
      select f.organization_id, f.setting_type, bool_and(e.id is not null) as accepted
      from findings f
      left join assessment_exceptions e on e.tenant_id = ${db.tenantId} and e.organization_id = f.organization_id
        and e.setting_type = f.setting_type and e.target = f.target and e.ended_at is null and e.expires_at > ${now}
      where f.tenant_id = ${db.tenantId} and f.resolved_at is null
      group by f.organization_id, f.setting_type) found
    group by organization_id`;
}
