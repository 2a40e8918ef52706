import type { KeyObject } from 'node:crypto';
import type { Database } from '../../kernel/database.ts';
import { inTenant, noOrigin } from '../../kernel/tenant.ts';
import { type Chain, findRemovalLine, replaceRemovalLine } from './chain-queries.ts';
import { type Checkpoint, checkpointsOf, signedLine } from './checkpoint-file.ts';

/**
 * What the database keeps of a chain's newest removal, for servers that have not signed it themselves. Whoever owns the database can
 * leave there what they like: without the signature it says nothing.
 */
export async function findSignedRemoval(
  { database, publicKeys }: Pick<Parts, 'database' | 'publicKeys'>,
  tenantId: number,
): Promise<Checkpoint | undefined> {
  return signedRemoval(await lineOf(database, tenantId), publicKeys, tenantId);
}

function lineOf(database: Database, tenantId: number): Promise<string | undefined> {
  return inTenant(database, { tenantId, origin: noOrigin, reads: true }, findRemovalLine);
}

function signedRemoval(
  line: string | undefined,
  publicKeys: readonly KeyObject[],
  tenantId: number,
): Checkpoint | undefined {
  const signed = line === undefined ? undefined : signedLine(line, publicKeys, tenantId);
  return signed?.kind === 'removed' ? signed : undefined;
}

type Parts = { readonly database: Database; readonly folder: string; readonly publicKeys: readonly KeyObject[] };

/** Brings the proof of a removal that this server's folder alone holds: from before the database kept any, or where it was lost. */
export async function bringProof({ database, folder, publicKeys }: Parts, chain: Chain): Promise<void> {
  const { tenantId, baseSeq, baseHash } = chain;
  if (baseSeq === 0) {
    return;
  }
  const isOfBase = ({ kind, seq, hash }: Checkpoint) => kind === 'removed' && seq === baseSeq && hash === baseHash;
  const found = await lineOf(database, tenantId);
  const kept = signedRemoval(found, publicKeys, tenantId);
  if (kept !== undefined && isOfBase(kept)) {
    return;
  }
  const own = (await checkpointsOf(folder, publicKeys, tenantId)).find(isOfBase);
  if (own !== undefined) {
    const line = JSON.stringify(own);
    await inTenant(database, { tenantId, origin: noOrigin }, (db) =>
      replaceRemovalLine(db, { seq: baseSeq, line, found }),
    );
  }
}
