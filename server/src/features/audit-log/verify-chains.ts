import type { KeyObject } from 'node:crypto';
import type { Database } from '../../kernel/database.ts';
import { counted } from '../../kernel/counted.ts';
import { inTenant, noOrigin, platformTenantId, type TenantDb } from '../../kernel/tenant.ts';
import { listTenantIds } from '../../kernel/tenant-ids.ts';
import { type Chain, getBounds, listChains } from './chain-queries.ts';
import { type Checkpoint, readCheckpoints } from './checkpoint-file.ts';
import { findSignedRemoval } from './proven-removals.ts';
import { addSigned, nothingSigned, type Place, type Signed, walkChain, wrongBase } from './walk-chain.ts';

export type VerifyParts = {
  readonly database: Database;
  /** The one in use, and those that were replaced. */
  readonly publicKeys: readonly KeyObject[];
  /** Where the signed checkpoints are. */
  readonly folder: string;
  /** Told one sentence for each chain and each defect. */
  readonly say: (sentence: string) => void;
};

/**
 * Goes through every chain from its first entry to its newest, computes each hash again, here and not in the database,
 * and compares with every signed checkpoint.
 * @returns whether nothing was found.
 */
export async function verifyChains(parts: VerifyParts): Promise<boolean> {
  const { signed, defects } = await readSigned(parts);
  const chains = await inPlatform(parts, listChains);
  let broken = defects;
  for (const listed of chains) {
    const lines = signed.get(listed.tenantId) ?? nothingSigned();
    const { chain, found } = await verifyAsItBegins(parts, listed, lines);
    broken += found === undefined ? 0 : 1;
    parts.say(found ?? intact(chain, lines));
  }
  const known = new Set(chains.map(({ tenantId }) => tenantId));
  for (const sentence of await entriesWithoutChain(parts, known)) {
    broken += 1;
    parts.say(sentence);
  }
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

function inPlatform<Found>({ database }: VerifyParts, find: (db: TenantDb) => Promise<Found>): Promise<Found> {
  return inTenant(database, { tenantId: platformTenantId, origin: noOrigin, reads: true }, find);
}

/** Retention may take away the beginning of a chain that is looked at: then it is looked at once more, from where it begins now. */
async function verifyAsItBegins(
  parts: VerifyParts,
  chain: Chain,
  lines: Signed,
): Promise<{ readonly chain: Chain; readonly found: string | undefined }> {
  await addRemovalOfOthers(parts, chain, lines);
  const found = await verifyChain(parts, chain, lines);
  const chains = found === undefined ? [] : await inPlatform(parts, listChains);
  const cut = chains.find(({ tenantId, baseSeq }) => tenantId === chain.tenantId && baseSeq > chain.baseSeq);
  return cut === undefined ? { chain, found } : verifyAsItBegins(parts, cut, lines);
}

/** What another server removed stands in its own folder, and signed in the database. */
async function addRemovalOfOthers(parts: VerifyParts, { tenantId }: Chain, lines: Signed) {
  const removal = await findSignedRemoval(parts, tenantId);
  if (removal !== undefined) {
    addSigned(lines, removal);
  }
}

async function readSigned({ folder, publicKeys, say }: VerifyParts) {
  const signed = new Map<number, Signed>();
  let defects = 0;
  for await (const read of readCheckpoints(folder, publicKeys)) {
    if ('defect' in read) {
      defects += 1;
      say(`Checkpoint file ${read.defect.file}: BROKEN: line ${read.defect.line} ${read.defect.reason}.`);
    } else {
      keep(signed, read.checkpoint);
    }
  }
  return { signed, defects };
}

function keep(signed: Map<number, Signed>, checkpoint: Checkpoint): void {
  const lines = signed.get(checkpoint.tenant) ?? nothingSigned();
  addSigned(lines, checkpoint);
  signed.set(checkpoint.tenant, lines);
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
  const broken = (what: string) => brokenAt(chain.tenantId, what);
  const begun = wrongBase(chain, signed);
  if (begun !== undefined) {
    return broken(begun);
  }
  const walked = await walkChain(parts.database, chain, { upTo: chain.seq, signed });
  if ('wrong' in walked) {
    return broken(walked.wrong);
  }
  const wrong = wrongEnd(chain, walked.last, signed) ?? (await wrongOutside(parts, chain.tenantId));
  return wrong === undefined ? undefined : broken(wrong);
}

function brokenAt(tenantId: number, what: string): string {
  return `Tenant ${tenantId}: BROKEN: ${what}`;
}

/** The page shows every entry of a tenant, also one that its chain does not lead to. */
async function wrongOutside({ database }: VerifyParts, tenantId: number): Promise<string | undefined> {
  const { seq, baseSeq, first, last, twice } = await inTenant(
    database,
    { tenantId, origin: noOrigin, reads: true },
    getBounds,
  );
  if (twice !== null) {
    return `entry ${twice} is there twice.`;
  }
  const stray = [first, last].find((one) => one !== null && (one <= baseSeq || one > seq));
  const reach = seq === 0 ? 'which has no entries' : `which goes from entry ${baseSeq + 1} to entry ${seq}`;
  return stray === undefined ? undefined : `entry ${stray} does not belong to the chain, ${reach}.`;
}

async function entriesWithoutChain(parts: VerifyParts, known: ReadonlySet<number>): Promise<string[]> {
  const tenantIds = await inPlatform(parts, listTenantIds);
  const found: string[] = [];
  for (const tenantId of tenantIds.filter((id) => !known.has(id))) {
    const wrong = await wrongOutside(parts, tenantId);
    found.push(...(wrong === undefined ? [] : [brokenAt(tenantId, wrong)]));
  }
  return found;
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
