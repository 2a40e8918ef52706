import type { AuditEntryDetails } from '@sentrywell/contract/audit-log.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Checkpointer } from './checkpointer.ts';
import type { LogDb, LogView } from './filter-queries.ts';
import { shown } from './list-log.ts';
import { type ChainedRow, findLink, type Link, listEntriesAt } from './queries.ts';
import { entryHash } from './verify-audit-export.mjs';

/** Why an entry does not verify; null: it does. */
function whyNot(row: ChainedRow, tenant: number, { beforeHash, namedBehind, base, length }: Link): string | null {
  const computed = entryHash({
    ...row,
    tenant,
    occurredAt: row.exactAt,
    organization: row.organizationId,
    actor: row.actorUserId,
  });
  if (computed !== row.hash) {
    return 'This entry was changed after it was written: its hash does not fit its fields.';
  }
  // Whoever owns the database can plant one: the head of the chain knows nothing of it.
  if (row.seq <= base || row.seq > length) {
    return 'This entry does not belong to the chain: it stands outside of what was written one after another.';
  }
  if (beforeHash !== row.previousHash) {
    return 'The entry before this one is missing or was changed.';
  }
  return namedBehind === null || namedBehind === row.hash ? null : 'The entry after this one does not follow it.';
}

/** One entry with all its fields, verified against its neighbours in the chain. */
export async function findLogEntry(
  db: LogDb,
  view: LogView,
  seq: number,
  checkpointer: Pick<Checkpointer, 'newestOf'>,
): Promise<AuditEntryDetails> {
  const [[row, ...others], link] = await Promise.all([listEntriesAt(db, view, seq), findLink(db, seq)]);
  if (row === undefined || link === undefined) {
    throw new Refusal('audit.entry_not_found');
  }
  const { exactAt: _, ...entry } = row;
  const reason =
    others.length > 0 ? 'More than one entry stands in this place of the chain.' : whyNot(row, db.tenantId, link);
  const newest = checkpointer.newestOf(db.tenantId);
  return {
    entry: { ...shown(entry), previousHash: row.previousHash },
    chain: {
      verified: reason === null,
      reason,
      length: link.length,
      checkpointedAt: newest !== undefined && newest.seq >= seq ? newest.time : null,
    },
  };
}
