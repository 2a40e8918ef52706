import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import { audit } from '../../kernel/audit.ts';
import { counted } from '../../kernel/counted.ts';
import { Download } from '../../kernel/answers.ts';
import { copyOut, type CopyView, copyViewOf, type Place } from '../../kernel/copy-out.ts';
import { csvLine } from '../../kernel/csv.ts';
import { harmlessCsv } from '../../kernel/csv-stream.ts';
import type { Database } from '../../kernel/database.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Checkpoint } from './checkpoint-file.ts';
import { chainExport } from './chain-export.ts';
import { chainRows, type CopyOrder, csvRows } from './export-queries.ts';
import type { LogDb, LogView } from './filter-queries.ts';
import { countMatching } from './list-log.ts';
import { getChainLength } from './chain-queries.ts';
import { isWhole } from './queries.ts';

const columns = ['Date & Time', 'Log', 'User', 'Category'];

/** An export that is allowed and written down, to be streamed once its transaction is over. */
export type PreparedExport = {
  readonly view: CopyView;
  readonly order: CopyOrder;
  readonly upTo: number;
  readonly organizationId: number | null;
  /** Every entry of the chain, so that none may be missing. */
  readonly whole: boolean;
};

/**
 * Records the export before anything leaves. The entry of the export itself is not part of it.
 * @throws Refusal when nothing matches (specification §5).
 */
export async function prepareExport(db: LogDb, view: LogView, format: 'csv' | 'chain'): Promise<PreparedExport> {
  const { count, exact } = await countMatching(db, view);
  if (count === 0) {
    throw new Refusal('audit.nothing_to_export');
  }
  const upTo = await getChainLength(db);
  const fileName = format === 'csv' ? 'audit-logs.csv' : 'audit-logs.jsonl';
  const organizationId = 'organizationId' in db ? db.organizationId : null;
  audit(db, {
    category: 'Audit',
    log: `Exported ${exact ? '' : 'more than '}${counted(count, 'entry', 'entries')} of the audit log as ${fileName}`,
    organizationId,
    target: { type: 'audit_log', id: `up to ${upTo}` },
  });
  const order = format === 'csv' ? csvRows(db, view, upTo) : chainRows(db, view, upTo);
  return { view: copyViewOf(db), order, upTo, organizationId, whole: isWhole(db, view) };
}

/** audit-logs.csv (specification §9), as fast as the receiver takes it. */
export async function streamCsv(database: Database, { view, order }: PreparedExport, place: Place): Promise<Download> {
  const body: Readable = await copyOut(database, { view, place }, order, harmlessCsv(csvLine(columns)));
  return new Download('text/csv; charset=utf-8', 'audit-logs.csv', body);
}

export type ChainParts = {
  readonly database: Database;
  readonly signingKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly now: Date;
  readonly checkpoints: readonly Checkpoint[];
  readonly actor: Actor;
  readonly place: Place;
};

/** audit-logs.jsonl: what the standalone verifier reads. */
export async function streamChain(parts: ChainParts, prepared: PreparedExport): Promise<Download> {
  const { view, order, organizationId, whole } = prepared;
  const head = {
    tenant: view.tenantId,
    organization: organizationId,
    exportedAt: parts.now.toISOString(),
    exportedBy: parts.actor.email,
    complete: whole,
  };
  const body = await copyOut(parts.database, { view, place: parts.place }, order, chainExport(parts, head));
  return new Download('application/x-ndjson; charset=utf-8', 'audit-logs.jsonl', body);
}
