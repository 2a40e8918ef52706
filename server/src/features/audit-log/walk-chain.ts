import type { Database } from '../../kernel/database.ts';
import { inTenant, noOrigin } from '../../kernel/tenant.ts';
import { type Chain, type ChainEntry, listChainEntries } from './chain-queries.ts';
import type { Position } from './checkpoint-file.ts';
import { entryHash } from './verify-audit-export.mjs';

/** What the signed lines say about one tenant: position → hash. */
export type Signed = { readonly checkpoints: Map<number, string>; readonly removed: Map<number, string> };

export function nothingSigned(): Signed {
  return { checkpoints: new Map(), removed: new Map() };
}

export function addSigned({ checkpoints, removed }: Signed, { kind, seq, hash }: Omit<Position, 'tenant'>): void {
  (kind === 'checkpoint' ? checkpoints : removed).set(seq, hash);
}

const batch = 5_000;
const noHash = '0'.repeat(64);

type Walk = { readonly upTo: number; readonly signed: Signed; readonly signal?: AbortSignal | undefined };

/**
 * Goes from a chain's base up to an entry, computes each hash again, here and not in the database, and compares with every signed
 * checkpoint. @returns the last entry there is, or the first thing that is wrong, as a sentence.
 */
export async function walkChain(
  database: Database,
  { tenantId, baseSeq, baseHash }: Chain,
  { upTo, signed, signal }: Walk,
): Promise<{ readonly wrong: string } | { readonly last: Place }> {
  let last: Place = { seq: baseSeq, hash: baseHash };
  for (;;) {
    signal?.throwIfAborted();
    const stretch = { after: last.seq, upTo, limit: batch };
    const entries = await inTenant(database, { tenantId, origin: noOrigin, reads: true }, (db) =>
      listChainEntries(db, stretch),
    );
    for (const entry of entries) {
      const wrong = wrongEntry(entry, last, tenantId) ?? contradicted(entry, signed);
      if (wrong !== undefined) {
        return { wrong };
      }
      last = entry;
    }
    if (entries.length < batch) {
      return { last };
    }
  }
}

export type Place = { readonly seq: number; readonly hash: string };

/** @returns what is wrong with where a chain begins, as a sentence. */
export function wrongBase({ baseSeq, baseHash }: Chain, { checkpoints, removed }: Signed): string | undefined {
  if (baseSeq === 0) {
    return baseHash === noHash ? undefined : 'the chain begins with a hash that is not the beginning.';
  }
  // Retention signs what it removes before it does.
  if (removed.get(baseSeq) !== baseHash) {
    return `the entries up to ${baseSeq} are missing, and no signed line says that their time was over.`;
  }
  const signed = checkpoints.get(baseSeq);
  return signed === undefined || signed === baseHash
    ? undefined
    : `the entries up to ${baseSeq} end with another hash than the signed checkpoint.`;
}

function wrongEntry(entry: ChainEntry, last: Place, tenantId: number): string | undefined {
  if (entry.seq !== last.seq + 1) {
    return entry.seq === last.seq ? `entry ${entry.seq} is there twice.` : `entry ${last.seq + 1} is missing.`;
  }
  if (entry.tenant !== tenantId || entryHash(entry) !== entry.hash) {
    return `entry ${entry.seq} (${entry.occurredAt}, “${entry.log}”) was changed: its hash does not fit its fields.`;
  }
  return entry.previousHash === last.hash ? undefined : `entry ${entry.seq} does not follow entry ${last.seq}.`;
}

function contradicted({ seq, hash }: Place, { checkpoints }: Signed): string | undefined {
  const signed = checkpoints.get(seq);
  return signed === undefined || signed === hash
    ? undefined
    : `entry ${seq} is not the one that was signed: the chain was written anew up to there or further.`;
}
