import { createHash, type KeyObject, sign } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { checkpointMessage, isSigned } from './verify-audit-export.mjs';

/**
 * Signed checkpoints, kept outside the database: whoever owns the database alone can't cut the end of a chain or write a
 * new one without contradicting them. One JSON object a line, one file a month, only ever appended to; each line names the
 * hash of the line before it, so that none can be taken out either.
 *
 * - checkpoint: the chain of a tenant had come to this entry
 * - removed: retention removes the entries up to this one; its hash is the chain's base from then on
 */
export type Checkpoint = {
  readonly kind: 'checkpoint' | 'removed';
  readonly tenant: number;
  readonly seq: number;
  /** Of that entry, hexadecimal. */
  readonly hash: string;
  readonly time: string;
  /** SHA-256 of the line before, hexadecimal; empty for the first line of all. */
  readonly previous: string;
  /** Ed25519, base64. */
  readonly signature: string;
};

export type Position = Pick<Checkpoint, 'kind' | 'tenant' | 'seq' | 'hash'>;

const namePattern = /^checkpoints-\d{4}-\d\d\.jsonl$/;

export function checkpointFolder(dataFolder: string): string {
  return path.join(dataFolder, 'audit-checkpoints');
}

function filesOf(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => namePattern.test(name))
        .sort()
    : [];
}

const hashOf = (line: string) => createHash('sha256').update(line).digest('hex');

const checkpointShape = z.object({
  kind: z.enum(['checkpoint', 'removed']),
  tenant: z.int(),
  seq: z.int(),
  hash: z.string(),
  time: z.string(),
  previous: z.string(),
  signature: z.string(),
});

function parsed(line: string): Checkpoint | undefined {
  try {
    const read = checkpointShape.safeParse(JSON.parse(line));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** The line that was written last, in the newest file that has one; a torn end of a line is cut off. */
function lastLine(folder: string): string {
  for (const name of filesOf(folder).reverse()) {
    const file = path.join(folder, name);
    const bytes = readFileSync(file);
    const end = bytes.lastIndexOf(10) + 1;
    if (end < bytes.length) {
      // A line that the machine lost power in was never relied upon: nothing was told before it was on the disk.
      const handle = openSync(file, 'r+');
      ftruncateSync(handle, end);
      closeSync(handle);
    }
    const lines = bytes.subarray(0, end).toString('utf8').trimEnd().split('\n');
    const line = lines.at(-1) ?? '';
    if (line !== '') {
      return line;
    }
  }
  return '';
}

/** Ed25519 needs no chance: the same words signed with the same key again are the same signature. */
export function signed(unsigned: Omit<Checkpoint, 'signature'>, signingKey: KeyObject): Checkpoint {
  return { ...unsigned, signature: sign(null, checkpointMessage(unsigned), signingKey).toString('base64') };
}

export type CheckpointFile = {
  /** Signs and appends; on the disk when it returns. @returns what was signed, a line each. */
  readonly append: (positions: readonly Position[], now: Date) => readonly string[];
};

/** The one writer of a folder: hold its lock. */
export function openCheckpointFile(folder: string, signingKey: KeyObject): CheckpointFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Undefined behind a write that failed: then the folder itself says what the next line follows.
  let previous: string | undefined = lastLine(folder);
  return {
    append(positions, now) {
      const time = now.toISOString();
      let last = previous ?? lastLine(folder);
      previous = undefined;
      const lines = positions.map((position) => {
        const unsigned = { ...position, time, previous: last === '' ? '' : hashOf(last) };
        last = JSON.stringify(signed(unsigned, signingKey));
        return last;
      });
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      appendWhole(path.join(folder, nameFor(folder, time)), bytes);
      previous = last;
      return lines;
    },
  };
}

/** Files are read in the order of their names: one that another follows gets nothing more, though a clock that was ahead is set right. */
function nameFor(folder: string, time: string): string {
  const name = `checkpoints-${time.slice(0, 7)}.jsonl`;
  const newest = filesOf(folder).at(-1) ?? name;
  return newest > name ? newest : name;
}

/** All of it and on the disk, or nothing of it. */
function appendWhole(file: string, bytes: Buffer): void {
  const handle = openSync(file, 'a', 0o600);
  try {
    const { size } = fstatSync(handle);
    try {
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(handle, bytes, written);
      }
      fsyncSync(handle);
    } catch (error) {
      ftruncateSync(handle, size);
      throw error;
    }
  } finally {
    closeSync(handle);
  }
}

/** A line that can't be trusted, and why. */
type Defect = { readonly file: string; readonly line: number; readonly reason: string };
export type ReadLine = { readonly checkpoint: Checkpoint } | { readonly defect: Defect };

/** The lines that were written to their end. */
async function* wholeLines(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Which of the keys, the present one first, signed the checkpoint; -1: none. */
function signerOf(checkpoint: Checkpoint, publicKeys: readonly KeyObject[]): number {
  const message = checkpointMessage(checkpoint);
  return publicKeys.findIndex((key) => isSigned(key, message, checkpoint.signature));
}

/**
 * Every line of every file in order, each one checked: its form, its signature, its place behind the line before. Whoever has a key
 * that was replaced adds nothing: behind the first line of a newer key an older one counts no more.
 */
export async function* readCheckpoints(folder: string, publicKeys: readonly KeyObject[]): AsyncGenerator<ReadLine> {
  let trusted = publicKeys;
  let previous = '';
  for (const file of filesOf(folder)) {
    let number = 0;
    for await (const line of wholeLines(path.join(folder, file))) {
      number += 1;
      const checkpoint = parsed(line);
      const signer = checkpoint === undefined ? -1 : signerOf(checkpoint, trusted);
      const reason = whyNot(checkpoint, previous, signer);
      previous = hashOf(line);
      if (checkpoint === undefined || reason !== undefined) {
        yield { defect: { file, line: number, reason: reason ?? 'is not a checkpoint' } };
      } else {
        trusted = publicKeys.slice(0, signer + 1);
        yield { checkpoint };
      }
    }
  }
}

function whyNot(checkpoint: Checkpoint | undefined, previous: string, signer: number): string | undefined {
  if (checkpoint === undefined) {
    return 'is not a checkpoint';
  }
  if (signer === -1) {
    return 'has a wrong signature';
  }
  return checkpoint.previous === previous ? undefined : 'does not follow the line before it';
}

/** What a line says of a tenant, where it was signed with one of the keys and is of that tenant. */
export function signedLine(line: string, publicKeys: readonly KeyObject[], tenantId: number): Checkpoint | undefined {
  const checkpoint = parsed(line);
  return checkpoint?.tenant === tenantId && signerOf(checkpoint, publicKeys) !== -1 ? checkpoint : undefined;
}

/** The checkpoints of one tenant, oldest first. The lines of others are not even parsed. */
export async function checkpointsOf(
  folder: string,
  publicKeys: readonly KeyObject[],
  tenantId: number,
): Promise<Checkpoint[]> {
  const found: Checkpoint[] = [];
  const mark = `"tenant":${tenantId},`;
  for (const file of filesOf(folder)) {
    for await (const line of wholeLines(path.join(folder, file))) {
      const checkpoint = line.includes(mark) ? signedLine(line, publicKeys, tenantId) : undefined;
      if (checkpoint !== undefined) {
        found.push(checkpoint);
      }
    }
  }
  return found;
}

/** What the newest file says: where to go on. Who distrusts it asks `readCheckpoints`. */
export async function newestCheckpoints(folder: string): Promise<Checkpoint[]> {
  const newest = new Map<number, Checkpoint>();
  for (const file of filesOf(folder).slice(-1)) {
    for await (const line of wholeLines(path.join(folder, file))) {
      const checkpoint = parsed(line);
      if (checkpoint?.kind === 'checkpoint') {
        newest.set(checkpoint.tenant, checkpoint);
      }
    }
  }
  return [...newest.values()];
}
