import { sqlOf } from '../../kernel/sql.ts';
import type { TenantDb } from '../../kernel/tenant.ts';

/** The ids of all tenants, and nothing else of them. */
export async function listTenantIds(db: TenantDb): Promise<number[]> {
  const rows = await sqlOf(db)<{ tenantId: number }>`select tenant_id from app_tenant_ids()`;
  return rows.map(({ tenantId }) => tenantId);
}

/** @returns how many there were. */
export async function deleteSessionsOver(db: TenantDb, before: Date): Promise<number> {
  const rows = await sqlOf(db)<{ id: number }>`delete from sessions
    where tenant_id = ${db.tenantId} and (expires_at < ${before} or ended_at < ${before}) returning id`;
  return rows.length;
}

/** @returns how many there were. */
export async function deleteTokensOver(db: TenantDb, before: Date): Promise<number> {
  const rows = await sqlOf(db)<{ purpose: string }>`delete from one_use_tokens
    where tenant_id = ${db.tenantId} and (expires_at < ${before} or used_at < ${before}) returning purpose`;
  return rows.length;
}
