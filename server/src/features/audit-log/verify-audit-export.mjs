// Verifies audit-logs.jsonl without the product that wrote it: node verify-audit-export.mjs audit-logs.jsonl [public key]
// One file, no dependency, Node 20 or newer. The product itself computes its hashes with the functions of this file.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ tenant: number, seq: number, occurredAt: string, organization: number | null, category: string, log: string,
 *   user: string, actor: number | null, targetType: string | null, targetId: string | null, result: string,
 *   address: string, userAgent: string, requestId: string, previousHash: string, hash: string }} Entry
 * @typedef {{ kind: 'checkpoint' | 'removed', tenant: number, seq: number, hash: string, time: string, previous: string,
 *   signature: string }} Checkpoint
 * @typedef {{ ok: boolean, lines: string[] }} Verdict
 */

/** Microseconds since 1970 of '2026-11-21T08:55:30.123456Z'. @param {string} instant @returns {bigint} */
export function microsOf(instant) {
  const [, whole = '', fraction = ''] = /^(.{19})(?:\.(\d{1,6}))?Z$/.exec(instant) ?? [];
  return BigInt(Date.parse(`${whole}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

/** '1 gap', '2 gaps'. @param {number} count @param {string} one @param {string} many */
function counted(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

/** A field as its length in bytes (four bytes, big-endian) and its UTF-8; null is the length -1. @param {string | null} value */
function field(value) {
  const bytes = Buffer.from(value ?? '', 'utf8');
  const length = Buffer.alloc(4);
  length.writeInt32BE(value === null ? -1 : bytes.length);
  return Buffer.concat([length, bytes]);
}

/** @param {number | null} value */
const digits = (value) => (value === null ? null : String(value));

/**
 * SHA-256 over version 1, the hash of the entry before, and every field in this order.
 * @param {Omit<Entry, 'hash'>} entry @returns {string} in hexadecimal
 */
export function entryHash(entry) {
  const fields = [
    digits(entry.tenant),
    digits(entry.seq),
    microsOf(entry.occurredAt).toString(),
    digits(entry.organization),
    entry.category,
    entry.log,
    entry.user,
    digits(entry.actor),
    entry.targetType,
    entry.targetId,
    entry.result,
    entry.address,
    entry.userAgent,
    entry.requestId,
  ];
  const hash = createHash('sha256')
    .update(Buffer.from([1]))
    .update(Buffer.from(entry.previousHash, 'hex'));
  for (const value of fields) hash.update(field(value));
  return hash.digest('hex');
}

/** What a checkpoint's signature covers. @param {Omit<Checkpoint, 'signature'>} checkpoint @returns {Buffer} */
export function checkpointMessage({ kind, tenant, seq, hash, time, previous }) {
  return Buffer.from(['sentrywell audit 1', kind, tenant, seq, hash, time, previous].join('\n'));
}

/** @param {import('node:crypto').KeyObject} key @param {Buffer} message @param {unknown} signature @returns {boolean} */
export function isSigned(key, message, signature) {
  return typeof signature === 'string' && verify(null, message, key, Buffer.from(signature, 'base64'));
}

/** @param {string} text base64 of SPKI DER */
const keyOf = (text) => createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });

/** Before the first entry there is none. */
const noHash = '0'.repeat(64);

class Verification {
  /** @type {string[]} */ problems = [];
  /** @type {import('node:crypto').KeyObject | undefined} */ key;
  /** @type {Record<string, unknown>} */ head = {};
  /** @type {Map<number, string>} */ checkpoints = new Map();
  /** What was removed after its time: position → hash of the last entry that went. @type {Map<number, string>} */ removed =
    new Map();
  /** The last entry that a checkpoint covers. */ furthest = 0;
  /** @type {Entry | undefined} */ first;
  /** @type {Entry | undefined} */ last;
  digest = createHash('sha256');
  entries = 0;
  gaps = 0;
  matched = 0;
  signedAt = '';
  ended = false;

  /** @param {string | undefined} trustedKey */
  constructor(trustedKey) {
    this.trustedKey = trustedKey;
  }

  /** @param {string} text @param {number} number */
  line(text, number) {
    if (this.ended) {
      this.problems.push(`Line ${number} stands behind the last one.`);
      return;
    }
    /** @type {Record<string, unknown>} */
    let record;
    try {
      record = Object(JSON.parse(text));
    } catch {
      this.problems.push(`Line ${number} is not JSON.`);
      return;
    }
    if (record['type'] === 'end') {
      this.end(record);
      return;
    }
    this.digest.update(`${text}\n`);
    if (record['type'] === 'sentrywell.audit') this.begin(record);
    else if (record['type'] === 'checkpoint')
      this.checkpoint(/** @type {Checkpoint} */ (/** @type {unknown} */ (record)));
    else if (record['type'] === 'entry') this.entry(/** @type {Entry} */ (/** @type {unknown} */ (record)));
    else this.problems.push(`Line ${number} is of an unknown type.`);
  }

  /** @param {Record<string, unknown>} record */
  begin(record) {
    this.head = record;
    const own = String(record['publicKey']);
    if (this.trustedKey !== undefined && this.trustedKey !== own) {
      this.problems.push('The file is signed with another key than the one you trust.');
    }
    try {
      this.key = keyOf(this.trustedKey ?? own);
    } catch {
      this.problems.push('The key is not readable.');
    }
  }

  /** @param {Checkpoint} record */
  checkpoint(record) {
    if (this.key === undefined || !isSigned(this.key, checkpointMessage(record), record.signature)) {
      this.problems.push(`The checkpoint at entry ${record.seq} has a wrong signature.`);
    } else {
      this.checkpoints.set(record.seq, record.hash);
      if (record.kind === 'removed') this.removed.set(record.seq, record.hash);
      this.furthest = Math.max(this.furthest, record.seq);
    }
  }

  /** @param {Entry} entry */
  entry(entry) {
    this.entries += 1;
    if (entry.tenant !== this.head['tenant']) this.problems.push(`Entry ${entry.seq} belongs to another tenant.`);
    this.mustBeUnchanged(entry);
    const before = this.last;
    if (before !== undefined) {
      if (entry.seq <= before.seq) this.problems.push(`Entry ${entry.seq} stands behind entry ${before.seq}.`);
      else if (entry.seq > before.seq + 1) this.gaps += 1;
      else if (entry.previousHash !== before.hash)
        this.problems.push(`Entry ${entry.seq} does not follow entry ${before.seq}.`);
    }
    const signed = this.checkpoints.get(entry.seq);
    if (signed !== undefined) {
      if (signed === entry.hash) this.matched += 1;
      else this.problems.push(`Entry ${entry.seq} is not the one that its signed checkpoint covers.`);
    }
    this.first ??= entry;
    this.last = entry;
  }

  /** @param {Entry} entry */
  mustBeUnchanged(entry) {
    try {
      if (entryHash(entry) !== entry.hash)
        this.problems.push(`Entry ${entry.seq} was changed: its hash does not fit its fields.`);
    } catch {
      this.problems.push(`Entry ${entry.seq} was changed: it cannot be read.`);
    }
  }

  /** @param {Record<string, unknown>} record */
  end(record) {
    this.ended = true;
    const digest = this.digest.digest('hex');
    if (record['entries'] !== this.entries)
      this.problems.push(
        `The file holds ${counted(this.entries, 'entry', 'entries')} and was written with ${String(record['entries'])}.`,
      );
    if (
      record['digest'] !== digest ||
      this.key === undefined ||
      !isSigned(this.key, Buffer.from(`sentrywell export 1\n${digest}`), record['signature'])
    ) {
      this.problems.push('The file is not as it was written: its signature does not fit.');
    }
  }

  /** Retention signs what it removes: a chain that begins later, without a signed line, was cut by somebody else. */
  mustBeginAtItsBeginning() {
    const { seq, previousHash } = this.first ?? { seq: 1, previousHash: noHash };
    const before = seq === 1 ? noHash : this.removed.get(seq - 1);
    if (before === undefined)
      this.problems.push(`Entries up to ${seq - 1} are missing, and no signed line says that their time was over.`);
    else if (before !== previousHash) this.problems.push(`Entry ${seq} does not follow what was before it.`);
  }

  mustBeWhole() {
    this.mustBeginAtItsBeginning();
    if (this.gaps > 0) this.problems.push(`Entries are missing in ${counted(this.gaps, 'place', 'places')}.`);
    const last = this.last?.seq ?? 0;
    if (this.furthest > last)
      this.problems.push(`Entry ${last + 1} is missing: a signed checkpoint covers entry ${this.furthest}.`);
  }

  /** @returns {Verdict} */
  verdict() {
    if (this.head['version'] !== 1) this.problems.unshift('This is not an audit export of version 1.');
    if (!this.ended) this.problems.push('The file is cut off: its last line is missing.');
    const whole = this.head['complete'] === true;
    if (whole) this.mustBeWhole();
    const selection = whole
      ? 'the whole chain'
      : `a selection with ${counted(this.gaps, 'gap', 'gaps')} (filtered, or entries of others)`;
    const facts = [
      `${counted(this.entries, 'entry', 'entries')} of tenant ${String(this.head['tenant'])}, exported ${String(this.head['exportedAt'])}: ${selection}.`,
      `${counted(this.matched, 'signed checkpoint matches', 'signed checkpoints match')}.`,
      `Signed with the key ${String(this.head['publicKey'])}`,
    ];
    const ok = this.problems.length === 0;
    return { ok, lines: [...facts, ...this.problems.slice(0, 20), ok ? 'VERIFIED' : 'NOT VERIFIED'] };
  }
}

/**
 * @param {AsyncIterable<string>} lines of the export
 * @param {string} [trustedKey] public key, SPKI DER in base64; without it the file's own
 * @returns {Promise<Verdict>}
 */
export async function verifyExport(lines, trustedKey) {
  const verification = new Verification(trustedKey);
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line !== '') verification.line(line, number);
  }
  return verification.verdict();
}

const program = process.argv[1];
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) {
  const [, , file, trustedKey] = process.argv;
  if (file === undefined) {
    process.stderr.write('Usage: node verify-audit-export.mjs audit-logs.jsonl [public key]\n');
    process.exit(2);
  }
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  try {
    const { ok, lines: said } = await verifyExport(lines, trustedKey);
    process.stdout.write(`${said.join('\n')}\n`);
    process.exitCode = ok ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
