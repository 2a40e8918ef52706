import type { OrganizationStatus } from '@sentrywell/contract/shapes.ts';
import { placeOfWords } from '../../kernel/place-of-words.ts';
import { onField } from '../../kernel/refusal.ts';
import { type Ending, endOf } from '../../kernel/session.ts';
import { type Fragment, fragment, only, sqlOf } from '../../kernel/sql.ts';
import type { MspDb, OrganizationDb } from '../../kernel/tenant.ts';
import { scoreColumn } from './score-queries.ts';

export type OrganizationRow = {
  readonly id: number;
  readonly name: string;
  readonly domainName: string;
  readonly mspId: number | null;
  readonly status: OrganizationStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
};
export type ListedRow = OrganizationRow & {
  readonly score: number | null;
  readonly assessedAt: string | null;
  readonly scoreBefore: number | null;
};

/** What a person may reach: the ids assigned; undefined: all of the tenant, or for a root user all there are. */
type Reach = readonly number[] | undefined;

function reachableRows(db: MspDb, reach: Reach): Fragment {
  const tenant = db.everyTenant ? fragment`true` : fragment`o.tenant_id = ${db.tenantId}`;
  return reach === undefined ? tenant : fragment`${tenant} and o.id = any(${reach}::bigint[])`;
}

/**
 * Each organization with the score of its newest assessment, found by index, and that of the one before where both were certainly
 * judged alike: rules that were not noted equal none. Where nothing counts in an assessment there is no score.
 */
const listed = fragment`
  select o.id, o.name, o.domain_name, o.msp_id, o.status, o.created_at, o.updated_at, a.score, a.assessed_at, a.score_before
  from organizations o
  left join lateral (
    select score, assessed_at,
      case when (lead(catalogue_version) over older, lead(rules) over older, lead(include_tier_2) over older)
        = (catalogue_version, rules, include_tier_2) then lead(score) over older end as score_before
    from (
      select ${scoreColumn}, id, assessed_at, catalogue_version, rules, include_tier_2 from assessments a
      where a.tenant_id = o.tenant_id and a.organization_id = o.id
      order by a.assessed_at desc, a.id desc limit 2) newest
    window older as (order by assessed_at desc, id desc)
    order by assessed_at desc, id desc limit 1) a on true`;

export function listOrganizations(db: MspDb, reach: Reach): Promise<ListedRow[]> {
  return sqlOf(db)<ListedRow>`${listed} where ${reachableRows(db, reach)} order by lower(o.name), o.id`;
}

export type Page = {
  readonly reach: Reach;
  /** Only names that contain it, whatever their case. */
  readonly search: string;
  /** The row that the page begins after. */
  readonly after: Pick<OrganizationRow, 'name' | 'id'> | undefined;
  readonly size: number;
};

/** One page of the list, for an export that never holds all of it. */
export function listOrganizationsPage(db: MspDb, { reach, search, after, size }: Page): Promise<ListedRow[]> {
  const found = search === '' ? fragment`` : fragment`and ${placeOfWords(fragment`o.name`, search)} > 0`;
  const further =
    after === undefined ? fragment`` : fragment`and (lower(o.name), o.id) > (lower(${after.name}), ${after.id})`;
  return sqlOf(db)<ListedRow>`${listed} where ${reachableRows(db, reach)} ${found} ${further}
    order by lower(o.name), o.id limit ${size}`;
}

export async function findOrganization(
  db: OrganizationDb,
): Promise<(OrganizationRow & { mspName: string | null }) | undefined> {
  const [row] = await sqlOf(db)<OrganizationRow & { mspName: string | null }>`
    select o.id, o.name, o.domain_name, o.msp_id, o.status, o.created_at, o.updated_at, m.name as msp_name
    from organizations o left join msps m on m.tenant_id = ${db.tenantId}
    where o.tenant_id = ${db.tenantId} and o.id = ${db.organizationId}`;
  return row;
}

export type Named = { readonly name: string; readonly domainName: string };

/** The organization's name and domain, locked until COMMIT: of two who rename it, the second sees what the first wrote. */
export async function lockOrganization(db: OrganizationDb): Promise<Named> {
  return only(
    await sqlOf(db)<Named>`select name, domain_name from organizations
    where tenant_id = ${db.tenantId} and id = ${db.organizationId} for no key update`,
  );
}

export async function updateOrganization(db: OrganizationDb, { name, domainName }: Named, now: Date): Promise<void> {
  await sqlOf(db)`update organizations set name = ${name}, domain_name = ${domainName}, updated_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${db.organizationId}`;
}

/** Gives up the directory's entry of a domain, where this organization holds it. */
export async function releaseDomain(db: OrganizationDb, domainName: string): Promise<void> {
  await sqlOf(db)`delete from domain_directory where domain_name = ${domainName} and kind = 'organization'
    and tenant_id = ${db.tenantId} and organization_id = ${db.organizationId}`;
}

/** @throws Refusal when another organization has the domain: the directory's key decides between two at once. */
export async function claimDomain(db: OrganizationDb, domainName: string): Promise<void> {
  const rows = await sqlOf(db)<{ domainName: string }>`
    insert into domain_directory (domain_name, kind, tenant_id, organization_id)
    values (${domainName}, 'organization', ${db.tenantId}, ${db.organizationId})
    on conflict (domain_name, kind) do nothing returning domain_name`;
  if (rows.length === 0) {
    throw onField('domainName', 'organization.domain_taken');
  }
}

/** @returns the name of the organization that this call deactivated; undefined: it was already. */
export async function deactivate(db: OrganizationDb, now: Date): Promise<string | undefined> {
  const [row] = await sqlOf(db)<{ name: string }>`
    update organizations set status = 'inactive', updated_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${db.organizationId} and status <> 'inactive' returning name`;
  return row?.name;
}

export type Reactivated = { readonly name: string; readonly status: 'active' | 'pending' };

/** Back to what it was: pending as long as nobody of it has signed in, else active. */
export async function reactivate(db: OrganizationDb, now: Date): Promise<Reactivated | undefined> {
  const [row] = await sqlOf(db)<Reactivated>`
    update organizations set updated_at = ${now}, status = case when exists (
      select 1 from users u where u.tenant_id = ${db.tenantId} and u.organization_id = ${db.organizationId}
        and u.last_signed_in_at is not null) then 'active' else 'pending' end
    where tenant_id = ${db.tenantId} and id = ${db.organizationId} and status = 'inactive' returning name, status`;
  return row;
}

/** Revenue and status figures of the past are computed from this; two changes in one instant stay in order. */
export async function noteStatus(db: OrganizationDb, status: OrganizationStatus, now: Date): Promise<void> {
  await sqlOf(db)`insert into organization_status_history (tenant_id, organization_id, changed_at, status)
    select ${db.tenantId}, ${db.organizationId}, greatest(${now}::timestamptz, max(changed_at) + interval '1 microsecond'), ${status}
    from organization_status_history where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId}`;
}

export async function endSessionsOfOrganization(db: OrganizationDb, ending: Ending): Promise<void> {
  await sqlOf(db)`update sessions set ended_at = ${endOf(ending)}
    where tenant_id = ${db.tenantId} and ended_at is null and user_id in (
      select id from users where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId})`;
}

export type MspProfile = { readonly id: number; readonly name: string; readonly domainName: string };

/** @returns undefined for a root user, who is in no MSP. */
export async function findMsp(db: MspDb): Promise<MspProfile | undefined> {
  const [row] = await sqlOf(db)<MspProfile>`select tenant_id as id, name, domain_name from msps
    where tenant_id = ${db.tenantId}`;
  return row;
}

export async function updateMspName(db: MspDb, name: string, now: Date): Promise<void> {
  await sqlOf(db)`update msps set name = ${name}, updated_at = ${now} where tenant_id = ${db.tenantId}`;
}
