import type { AuditRecord } from '../../kernel/audit.ts';
import type { Actor } from '../../kernel/actor.ts';

/** An audit entry about what somebody did to their own account. */
export function ownEntry(actor: Actor, log: string, result: 'success' | 'failure' = 'success'): AuditRecord {
  return {
    category: 'Authentication',
    log,
    organizationId: actor.orgId,
    target: { type: 'user', id: actor.userId },
    result,
  };
}
