import type { KeyObject } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { audit } from '../../kernel/audit.ts';
import { counted } from '../../kernel/counted.ts';
import type { Database } from '../../kernel/database.ts';
import { inTenant, noOrigin, platformTenantId } from '../../kernel/tenant.ts';
import { type Chain, cutChain, findLastExpired, keepRemovalLine, listChains } from './chain-queries.ts';
import { type Checkpoint, checkpointsOf } from './checkpoint-file.ts';
import type { Checkpointer } from './checkpointer.ts';
import { addSigned, nothingSigned, walkChain, wrongBase } from './walk-chain.ts';
import { bringProof, findSignedRemoval } from './proven-removals.ts';

export type RetentionParts = {
  readonly database: Database;
  readonly folder: string;
  /** The one in use, and those that were replaced. */
  readonly publicKeys: readonly KeyObject[];
  readonly checkpointer: Pick<Checkpointer, 'isWriter' | 'announceRemoval'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** Aborted when the server stops: what is left then goes the next time. */
  readonly signal?: AbortSignal;
};

/** As many as one transaction removes where checkpoints stand close enough: short locks, and a break does no harm. */
const atOnce = 20_000;
const leastYears = 6;

/**
 * Removes what is older than each tenant's retention, never less than six years (45 CFR 164.316(b)(2)(i)), never under a
 * legal hold, and only up to a signed checkpoint, whose hash the rest of the chain goes on from. A tenant whose chain the database
 * refuses to cut is logged, and the others go on.
 * @returns how many entries were removed.
 */
export async function removeExpired(parts: RetentionParts): Promise<number> {
  const chains = await inTenant(
    parts.database,
    { tenantId: platformTenantId, origin: noOrigin, reads: true },
    listChains,
  );
  const isStopping = () => parts.signal?.aborted === true;
  for (const chain of chains) {
    if (!isStopping()) {
      await bringProof(parts, chain);
    }
  }
  if (!(await parts.checkpointer.isWriter())) {
    return 0;
  }
  let removed = 0;
  for (const chain of chains.filter(({ legalHold }) => !legalHold)) {
    removed += await removeFrom(parts, chain).catch((error: unknown) => {
      if (!isStopping()) {
        parts.log.warn(
          { err: error, tenantId: chain.tenantId },
          'expired audit entries of a tenant could not be removed',
        );
      }
      return 0;
    });
  }
  return removed;
}

async function removeFrom(parts: RetentionParts, chain: Chain): Promise<number> {
  const { database, folder, publicKeys } = parts;
  const { tenantId } = chain;
  parts.signal?.throwIfAborted();
  const last = await inTenant(database, { tenantId, origin: noOrigin, reads: true }, findLastExpired);
  if (last <= chain.baseSeq) {
    return 0;
  }
  const lines = await checkpointsOf(folder, publicKeys, tenantId);
  const signed = lines.filter(
    ({ kind, seq }) => kind === 'checkpoint' && seq > chain.baseSeq && seq <= Math.min(last, chain.seq - 1),
  );
  const steps = stepsThrough(signed, chain.baseSeq);
  const end = steps.at(-1);
  if (end === undefined) {
    return 0;
  }
  await mustBeAsSigned(parts, chain, { lines, upTo: end.seq });
  let removed = 0;
  for (const { seq, hash } of steps) {
    parts.signal?.throwIfAborted();
    removed += await inTenant(database, { tenantId, origin: noOrigin }, async (db) => {
      const count = await cutChain(db, seq, hash);
      if (count > 0) {
        // Signed before it is committed: a base that no line announced is a chain that somebody else cut. What the database
        // refuses is not announced.
        const line = await parts.checkpointer.announceRemoval({ tenant: tenantId, seq, hash });
        await keepRemovalLine(db, seq, line);
        audit(db, {
          category: 'Audit',
          log: `Removed ${counted(count, 'entry', 'entries')} older than ${Math.max(chain.retentionYears, leastYears)} years, up to entry ${seq}`,
          organizationId: null,
          target: { type: 'audit_log', id: seq },
        });
      }
      return count;
    });
  }
  return removed;
}

/**
 * What goes was never changed since it was written, its time included, and follows what went before it: else a removal that we sign
 * would hide what somebody else did to the beginning of the chain.
 */
async function mustBeAsSigned(
  parts: RetentionParts,
  chain: Chain,
  { lines, upTo }: { readonly lines: readonly Checkpoint[]; readonly upTo: number },
): Promise<void> {
  const ofOthers = await findSignedRemoval(parts, chain.tenantId);
  const signed = nothingSigned();
  for (const line of ofOthers === undefined ? lines : [...lines, ofOthers]) {
    addSigned(signed, line);
  }
  const wrong = wrongBase(chain, signed);
  const walked =
    wrong === undefined ? await walkChain(parts.database, chain, { upTo, signed, signal: parts.signal }) : { wrong };
  if ('wrong' in walked) {
    throw new Error(`Nothing is removed from a chain that does not verify: ${walked.wrong}`);
  }
}

/** The checkpoints to cut at: the last one, and on the way there one after each so many entries. */
function stepsThrough(signed: readonly Checkpoint[], base: number): Checkpoint[] {
  const steps: Checkpoint[] = [];
  let from = base;
  signed.forEach((checkpoint, index) => {
    const next = signed[index + 1];
    if (next === undefined || next.seq - from > atOnce) {
      steps.push(checkpoint);
      from = checkpoint.seq;
    }
  });
  return steps;
}
