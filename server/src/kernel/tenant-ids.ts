import { sqlOf } from './sql.ts';
import type { TenantDb } from './tenant.ts';

/** The ids of all tenants, and nothing else of them. */
export async function listTenantIds(db: TenantDb): Promise<number[]> {
  const rows = await sqlOf(db)<{ tenantId: number }>`select tenant_id from app_tenant_ids()`;
  return rows.map(({ tenantId }) => tenantId);
}
