import type { AuditCategoryName } from '@sentrywell/contract/audit-log.ts';
import { type Origin, stateOf, type TenantDb } from './tenant.ts';

/** The eight categories (specification §3, 'Audit log entry'). */
type AuditCategory = AuditCategoryName;

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
  /** Where it came from, where whoever brought it about is of another tenant: this one's log does not say from where. */
  readonly origin?: Origin;
};

/** How long the texts may be that end up in an entry, in characters. */
const longest = { log: 500, userName: 201, targetId: 200 };

/**
 * Records an entry. It is written in the same transaction, just before COMMIT; if it can't be written, the action fails.
 */
export function audit(db: TenantDb, record: AuditRecord): void {
  const { actor, entries, origin } = stateOf(db);
  const by = record.by ?? { userId: actor?.userId ?? null, name: actor?.name ?? 'System' };
  entries.push({
    tenantId: db.tenantId,
    organizationId: organizationOf(db, record),
    category: record.category,
    log: record.log.slice(0, longest.log),
    userName: by.name.slice(0, longest.userName),
    actorUserId: by.userId,
    ...targetOf(record),
    result: record.result ?? 'success',
    origin: record.origin ?? origin,
  });
}

function targetOf({ target }: AuditRecord): { targetType: string | null; targetId: string | null } {
  return target === undefined
    ? { targetType: null, targetId: null }
    : { targetType: target.type, targetId: String(target.id).slice(0, longest.targetId) };
}

function organizationOf(db: TenantDb, { organizationId }: AuditRecord): number | null {
  if (organizationId !== undefined) {
    return organizationId;
  }
  return 'organizationId' in db && typeof db.organizationId === 'number' ? db.organizationId : null;
}

/** How many entries the transaction holds so far. */
export function recordedEntries(db: TenantDb): number {
  return stateOf(db).entries.length;
}
