import type { KeyObject } from 'node:crypto';
import type { Database } from '../../kernel/database.ts';
import { counted } from '../../kernel/counted.ts';
import { inTenant, noOrigin, platformTenantId } from '../../kernel/tenant.ts';
import { type Chain, type ChainEntry, listChainEntries, listChains } from './chain-queries.ts';
import { type Checkpoint, readCheckpoints } from './checkpoint-file.ts';
import { findSignedRemoval } from './proven-removals.ts';
import { entryHash } from './verify-audit-export.mjs';

export type VerifyParts = {
  readonly database: Database;
  readonly publicKey: KeyObject;
  /** Where the signed checkpoints are. */
  readonly folder: string;
  /** Told one sentence for each chain and each defect. */
  readonly say: (sentence: string) => void;
};

/** What the signed lines say about one tenant: position → hash. */
type Signed = { readonly checkpoints: Map<number, string>; readonly removed: Map<number, string> };

const batch = 5_000;
const noHash = '0'.repeat(64);

/**
 * Goes through every chain from its first entry to its newest, computes each hash again, here and not in the database,
 * and compares with every signed checkpoint.
 * @returns whether nothing was found.
 */
export async function verifyChains(parts: VerifyParts): Promise<boolean> {
  const { signed, defects } = await readSigned(parts);
  const chains = await inTenant(
    parts.database,
    { tenantId: platformTenantId, origin: noOrigin, reads: true },
    listChains,
  );
  let broken = defects;
  for (const chain of chains) {
    const lines = signed.get(chain.tenantId) ?? { checkpoints: new Map(), removed: new Map() };
    await addRemovalOfOthers(parts, chain, lines);
    const found = await verifyChain(parts, chain, lines);
    broken += found === undefined ? 0 : 1;
    parts.say(found ?? intact(chain, lines));
  }
  const known = new Set(chains.map(({ tenantId }) => tenantId));
  for (const tenantId of [...signed.keys()].filter((id) => !known.has(id))) {
    broken += 1;
    parts.say(`Tenant ${tenantId}: BROKEN: signed checkpoints exist, but the whole chain is missing.`);
  }
  parts.say(
    broken === 0
      ? `${counted(chains.length, 'chain', 'chains')} verified.`
      : `${counted(broken, 'problem', 'problems')} found in ${counted(chains.length, 'chain', 'chains')}.`,
  );
  return broken === 0;
}

/** What another server removed stands in its own folder, and signed in the database. */
async function addRemovalOfOthers({ database, publicKey }: VerifyParts, { tenantId }: Chain, { removed }: Signed) {
  const removal = await inTenant(database, { tenantId, origin: noOrigin, reads: true }, (db) =>
    findSignedRemoval(db, publicKey),
  );
  if (removal !== undefined) {
    removed.set(removal.seq, removal.hash);
  }
}

async function readSigned({ folder, publicKey, say }: VerifyParts) {
  const signed = new Map<number, Signed>();
  let defects = 0;
  for await (const read of readCheckpoints(folder, publicKey)) {
    if ('defect' in read) {
      defects += 1;
      say(`Checkpoint file ${read.defect.file}: BROKEN: line ${read.defect.line} ${read.defect.reason}.`);
    } else {
      keep(signed, read.checkpoint);
    }
  }
  return { signed, defects };
}

function keep(signed: Map<number, Signed>, { kind, tenant, seq, hash }: Checkpoint): void {
  const lines = signed.get(tenant) ?? { checkpoints: new Map<number, string>(), removed: new Map<number, string>() };
  (kind === 'checkpoint' ? lines.checkpoints : lines.removed).set(seq, hash);
  signed.set(tenant, lines);
}

function intact({ tenantId, seq, baseSeq }: Chain, { checkpoints }: Signed): string {
  const removed = baseSeq === 0 ? '' : `, those up to ${baseSeq} removed after their time`;
  const covered = [...checkpoints.keys()].filter((position) => position > baseSeq).length;
  const entries = counted(seq - baseSeq, 'entry', 'entries');
  const matches = counted(covered, 'signed checkpoint matches', 'signed checkpoints match');
  return `Tenant ${tenantId}: ${entries} up to ${seq}${removed}; ${matches}.`;
}

/** @returns the first thing that is wrong with a chain, as a sentence. */
async function verifyChain(parts: VerifyParts, chain: Chain, signed: Signed): Promise<string | undefined> {
  const broken = (what: string) => `Tenant ${chain.tenantId}: BROKEN: ${what}`;
  const begun = wrongBase(chain, signed);
  if (begun !== undefined) {
    return broken(begun);
  }
  let last = { seq: chain.baseSeq, hash: chain.baseHash };
  for (;;) {
    const stretch = { after: last.seq, upTo: chain.seq, limit: batch };
    const entries = await inTenant(parts.database, { tenantId: chain.tenantId, origin: noOrigin, reads: true }, (db) =>
      listChainEntries(db, stretch),
    );
    for (const entry of entries) {
      const wrong = wrongEntry(entry, last, chain.tenantId) ?? contradicted(entry, signed);
      if (wrong !== undefined) {
        return broken(wrong);
      }
      last = entry;
    }
    if (entries.length < batch) {
      break;
    }
  }
  const end = wrongEnd(chain, last, signed);
  return end === undefined ? undefined : broken(end);
}

type Place = { readonly seq: number; readonly hash: string };

function wrongBase({ baseSeq, baseHash }: Chain, { checkpoints, removed }: Signed): string | undefined {
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
    return `entry ${last.seq + 1} is missing.`;
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

function wrongEnd({ seq, hash }: Chain, last: Place, { checkpoints }: Signed): string | undefined {
  if (last.seq < seq) {
    return `entry ${last.seq + 1} is missing; the chain had come to entry ${seq}.`;
  }
  if (last.hash !== hash) {
    return `entry ${seq} has another hash than the head of the chain.`;
  }
  const furthest = Math.max(0, ...checkpoints.keys());
  return furthest > seq ? `entry ${seq + 1} is missing; a signed checkpoint covers entry ${furthest}.` : undefined;
}
