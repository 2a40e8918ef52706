import type { AuditCategoryName } from '@sentrywell/contract/audit-log.ts';
import type { SqlTag } from './sql.ts';

/** Where a request came from, for the audit log. */
export type Origin = { readonly address: string; readonly userAgent: string; readonly requestId: string };
export const noOrigin: Origin = { address: '', userAgent: '', requestId: '' };

/** An entry as it is written. */
export type AuditEntry = {
  readonly organizationId: number | null;
  readonly category: AuditCategoryName;
  readonly log: string;
  readonly userName: string;
  readonly actorUserId: number | null;
  readonly targetType: string | null;
  readonly targetId: string | null;
  readonly result: 'success' | 'failure' | 'refused';
};

const longestUserAgent = 300;

/** @internal writes what was recorded, in order: the last thing a transaction does. */
export async function flushAudit(sql: SqlTag, entries: readonly AuditEntry[], origin: Origin): Promise<void> {
  // One after another on one connection: they travel in one round trip and keep their order.
  await Promise.all(
    entries.map(
      (entry) => sql`select audit_append(${entry.organizationId}::bigint, ${entry.category}::text, ${entry.log}::text,
        ${entry.userName}::text, ${entry.actorUserId}::bigint, ${entry.targetType}::text, ${entry.targetId}::text, ${entry.result}::text,
        ${origin.address}::text, ${origin.userAgent.slice(0, longestUserAgent)}::text, ${origin.requestId}::text)`,
    ),
  );
}
