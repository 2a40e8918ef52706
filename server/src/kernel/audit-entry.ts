import type { AuditCategoryName } from '@sentrywell/contract/audit-log.ts';
import type { SqlTag } from './sql.ts';

/** Where a request came from, for the audit log. */
export type Origin = { readonly address: string; readonly userAgent: string; readonly requestId: string };
export const noOrigin: Origin = { address: '', userAgent: '', requestId: '' };

/** An entry as it is written. */
export type AuditEntry = {
  /** Whose log it stands in. */
  readonly tenantId: number;
  readonly organizationId: number | null;
  readonly category: AuditCategoryName;
  readonly log: string;
  readonly userName: string;
  readonly actorUserId: number | null;
  readonly targetType: string | null;
  readonly targetId: string | null;
  readonly result: 'success' | 'failure' | 'refused';
  readonly origin: Origin;
};

const longestUserAgent = 300;

type Writer = { readonly sql: SqlTag; readonly enter: (tenantId: number) => void };

/**
 * @internal writes what was recorded, in order: the last thing a transaction does. Of several tenants the heads are locked in the
 * order of their ids, so that two transactions never wait for each other.
 */
export async function flushAudit({ sql, enter }: Writer, entries: readonly AuditEntry[]): Promise<void> {
  // One after another on one connection: they travel in one round trip and keep their order.
  await Promise.all(
    entries
      .toSorted((one, other) => one.tenantId - other.tenantId)
      .map((entry) => {
        enter(entry.tenantId);
        return sql`select audit_append(${entry.organizationId}::bigint, ${entry.category}::text, ${entry.log}::text,
        ${entry.userName}::text, ${entry.actorUserId}::bigint, ${entry.targetType}::text, ${entry.targetId}::text, ${entry.result}::text,
        ${entry.origin.address}::text, ${entry.origin.userAgent.slice(0, longestUserAgent)}::text,
        ${entry.origin.requestId}::text)`;
      }),
  );
}
