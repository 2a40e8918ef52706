import { fragment, sqlOf } from '../../kernel/sql.ts';
import type { MspDb, OrganizationDb } from '../../kernel/tenant.ts';

export type OrganizationRow = {
  readonly id: number;
  readonly name: string;
  readonly domainName: string;
  readonly mspId: number | null;
  readonly status: 'active' | 'pending' | 'inactive';
  readonly createdAt: string;
  readonly updatedAt: string;
};
export type ListedRow = OrganizationRow & { readonly score: number | null; readonly assessedAt: string | null };

/** @param only the ids the person may reach; undefined: all of the tenant, or for a root user all there are. */
export function listOrganizations(db: MspDb, only: readonly number[] | undefined): Promise<ListedRow[]> {
  const tenant = db.everyTenant ? fragment`true` : fragment`o.tenant_id = ${db.tenantId}`;
  const scoped = only === undefined ? fragment`` : fragment`and o.id = any(${only})`;
  return sqlOf(db)<ListedRow>`
    select o.id, o.name, o.domain_name, o.msp_id, o.status, o.created_at, o.updated_at, a.score, a.assessed_at
    from organizations o
    left join lateral (
      select score, assessed_at from assessments a
      where a.tenant_id = o.tenant_id and a.organization_id = o.id
      order by a.assessed_at desc, a.id desc limit 1) a on true
    where ${tenant} ${scoped}
    order by lower(o.name), o.id`;
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
