import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { assessedPolicy, type AssessedPolicy } from '@sentrywell/contract/assessment.ts';
import { z } from 'zod';
import { Refusal } from '../../kernel/refusal.ts';

const compress = promisify(gzip);
const extract = promisify(gunzip);
const stored = z.array(assessedPolicy);
// Far above what one reading can hold: a stored row cannot grow without bound when it is opened.
const maximumOutputLength = 64 * 1024 * 1024;
// As much as hundreds of rows are. In pieces of 16 KB, which is usual, each waits for a turn of the event loop: 2.1 instead of 0.5 ms.
const chunkSize = 512 * 1024;

/**
 * The rows of an assessment as they are kept: written once, never searched in SQL.
 * @throws Refusal `workspace.too_large` for what could not be opened again: a unit's lists are joined with those it inherits.
 */
export async function packPolicies(policies: readonly AssessedPolicy[]): Promise<Buffer> {
  const rows = Buffer.from(JSON.stringify(policies));
  if (rows.byteLength > maximumOutputLength) {
    throw new Refusal('workspace.too_large');
  }
  return compress(rows, { level: constants.Z_BEST_COMPRESSION });
}

export async function unpackPolicies(packed: Buffer): Promise<AssessedPolicy[]> {
  const text = await extract(packed, { maxOutputLength: maximumOutputLength, chunkSize });
  return stored.parse(JSON.parse(text.toString('utf8')));
}
