import type { SqlTag } from './sql.ts';
import { type Origin, stateOf, type TenantDb } from './tenant.ts';

/** The eight categories (specification §3, 'Audit log entry'). */
export type AuditCategory =
  | 'Authentication'
  | 'Policy'
  | 'User Management'
  | 'Documents'
  | 'Assessments'
  | 'Vendor Management'
  | 'Organization'
  | 'Audit';

/** What an operation records. Who did it and from where is added from the handle. */
export type AuditRecord = {
  readonly category: AuditCategory;
  /** One sentence without secrets, in the past tense, that names what was acted on. */
  readonly log: string;
  /** The organization it concerns; null: the MSP or the platform itself. Default: the handle's organization, else null. */
  readonly organizationId?: number | null;
  readonly target?: { readonly type: string; readonly id: string | number };
  readonly result?: 'success' | 'failure' | 'refused';
  /** Who did it, where nobody is signed in yet (a sign-in, a registration by invitation). */
  readonly by?: { readonly userId: number | null; readonly name: string };
};

/** An entry as it is written. */
export type AuditEntry = {
  readonly organizationId: number | null;
  readonly category: AuditCategory;
  readonly log: string;
  readonly userName: string;
  readonly actorUserId: number | null;
  readonly targetType: string | null;
  readonly targetId: string | null;
  readonly result: 'success' | 'failure' | 'refused';
};

/** How long the texts may be that end up in an entry, in characters. */
const longest = { log: 500, userName: 201, userAgent: 300, targetId: 200 };

/**
 * Records an entry. It is written in the same transaction, just before COMMIT; if it can't be written, the action fails.
 */
export function audit(db: TenantDb, record: AuditRecord): void {
  const { actor, entries } = stateOf(db);
  const own = 'organizationId' in db && typeof db.organizationId === 'number' ? db.organizationId : null;
  entries.push({
    organizationId: record.organizationId === undefined ? own : record.organizationId,
    category: record.category,
    log: record.log.slice(0, longest.log),
    userName: (record.by?.name ?? actor?.name ?? 'System').slice(0, longest.userName),
    actorUserId: record.by === undefined ? (actor?.userId ?? null) : record.by.userId,
    targetType: record.target?.type ?? null,
    targetId: record.target === undefined ? null : String(record.target.id).slice(0, longest.targetId),
    result: record.result ?? 'success',
  });
}

/** How many entries the transaction holds so far. */
export function recordedEntries(db: TenantDb): number {
  return stateOf(db).entries.length;
}

/** @internal writes what was recorded, in order. */
export async function flushAudit(sql: SqlTag, entries: readonly AuditEntry[], origin: Origin): Promise<void> {
  // One after another on one connection: they travel in one round trip and keep their order.
  await Promise.all(
    entries.map(
      (entry) => sql<{
        seq: number;
      }>`select audit_append(${entry.organizationId}::bigint, ${entry.category}::text, ${entry.log}::text,
        ${entry.userName}::text, ${entry.actorUserId}::bigint, ${entry.targetType}::text, ${entry.targetId}::text, ${entry.result}::text,
        ${origin.address}::text, ${origin.userAgent.slice(0, longest.userAgent)}::text, ${origin.requestId}::text) as seq`,
    ),
  );
}
