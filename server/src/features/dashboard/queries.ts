import { type Fragment, fragment, only, sqlOf } from '../../kernel/sql.ts';
import type { MspDb, OrganizationDb } from '../../kernel/tenant.ts';
import { scoreColumn } from '../organizations/score-queries.ts';
import { isAccepted } from '../sra/exception-queries.ts';

/** The organizations assigned; undefined: all of the tenant, or for a root user all there are. */
type Reach = readonly number[] | undefined;

export type OrganizationFigures = {
  readonly organizations: number;
  readonly active: number;
  readonly pending: number;
  readonly inactive: number;
  readonly activeProjects: number;
};

export async function getOrganizationFigures(db: MspDb, reach: Reach, now: Date): Promise<OrganizationFigures> {
  const tenant = db.everyTenant ? fragment`true` : fragment`o.tenant_id = ${db.tenantId}`;
  return only(
    await sqlOf(db)<OrganizationFigures>`
    select count(*) as organizations,
      count(*) filter (where o.status = 'active') as active,
      count(*) filter (where o.status = 'pending') as pending,
      count(*) filter (where o.status = 'inactive') as inactive,
      count(p.organization_id) filter (where o.status <> 'inactive') as active_projects
    from organizations o
    left join (${withOpenFindings(db, now)}) p on p.tenant_id = o.tenant_id and p.organization_id = o.id
    where ${tenant} ${reached(reach, fragment`o.id`)}`,
  );
}

/** What a root user may know of findings across tenants: which organizations have any. */
function withOpenFindings(db: MspDb, now: Date): Fragment {
  return db.everyTenant
    ? fragment`select tenant_id, organization_id from app_organizations_with_open_findings(${now})`
    : fragment`select distinct f.tenant_id, f.organization_id from findings f
      where f.tenant_id = ${db.tenantId} and f.resolved_at is null and not ${isAccepted(db, now)}`;
}

function reached(reach: Reach, column: Fragment): Fragment {
  return reach === undefined ? fragment`` : fragment`and ${column} = any(${reach}::bigint[])`;
}

/** Assessments in each month of UTC that has any. */
export function listAssessmentCounts(
  db: MspDb,
  reach: Reach,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<{ month: string; assessments: number }[]> {
  const tenant = db.everyTenant ? fragment`true` : fragment`a.tenant_id = ${db.tenantId}`;
  return sqlOf(db)<{ month: string; assessments: number }>`
    select to_char(a.assessed_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as assessments
    from assessments a
    where ${tenant} and a.assessed_at >= ${from} and a.assessed_at <= ${to} ${reached(reach, fragment`a.organization_id`)}
    group by 1`;
}

export type TeamFigures = { readonly pendingApprovals: number; readonly teamMembers: number };

export async function getTeamFigures(db: MspDb): Promise<TeamFigures> {
  return only(
    await sqlOf(db)<TeamFigures>`
    select
      (select count(*) from access_requests r where r.tenant_id = ${db.tenantId} and r.status = 'pending') as pending_approvals,
      (select count(*) from users u
        where u.tenant_id = ${db.tenantId} and u.organization_id is null and u.status = 'active') as team_members`,
  );
}

export type OrganizationCards = {
  readonly teamMembers: number;
  readonly score: number | null;
  readonly assessedAt: string | null;
  /** Policies of the newest assessment that could not be read. */
  readonly unreadable: number | null;
};

/** Where nothing counts in the newest assessment there is no score. */
export async function getOrganizationCards(db: OrganizationDb): Promise<OrganizationCards> {
  return only(
    await sqlOf(db)<OrganizationCards>`
    select
      (select count(*) from users u
        where u.tenant_id = ${db.tenantId} and u.organization_id = ${db.organizationId} and u.status = 'active') as team_members,
      a.score, a.assessed_at, a.unreadable
    from (select 1) as one
    left join lateral (
      select ${scoreColumn}, a.assessed_at, a.unreadable
      from assessments a
      where a.tenant_id = ${db.tenantId} and a.organization_id = ${db.organizationId}
      order by a.assessed_at desc, a.id desc limit 1) a on true`,
  );
}
