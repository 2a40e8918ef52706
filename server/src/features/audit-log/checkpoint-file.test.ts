import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { generateSecretTexts, readSecrets } from '../../kernel/secrets.ts';
import { openCheckpointFile, readCheckpoints } from './checkpoint-file.ts';

const secrets = readSecrets(generateSecretTexts());

test('a checkpoint that the disk has no room for leaves nothing behind, and the next one follows the last that was kept', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-checkpoints-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const key = secrets.auditSigningKey.export({ type: 'pkcs8', format: 'pem' });
  const program = `
    import { createPrivateKey } from 'node:crypto';
    import { openCheckpointFile } from ${JSON.stringify(path.join(import.meta.dirname, 'checkpoint-file.ts'))};
    const file = openCheckpointFile(${JSON.stringify(folder)}, createPrivateKey(${JSON.stringify(key)}));
    const positions = (...seqs) => seqs.map((seq) => ({ kind: 'checkpoint', tenant: 2, seq, hash: 'a'.repeat(64) }));
    file.append(positions(1), new Date('2026-01-01T00:00:00Z'));
    try {
      file.append(positions(2, 3, 4, 5, 6, 7, 8, 9), new Date('2026-01-02T00:00:00Z'));
    } catch (error) {
      console.log(error.code);
    }
    file.append(positions(10), new Date('2026-02-01T00:00:00Z'));`;
  // Files of this process may hold one block: the second write comes to an end in the middle.
  const run = promisify(execFile);
  const { stdout } = await run('sh', [
    '-c',
    'ulimit -f 1 && exec "$0" --input-type=module -e "$1"',
    process.execPath,
    program,
  ]);
  expect(stdout.trim()).toBe('EFBIG');
  expect(await positionsIn(folder)).toEqual([1, 10]);
});

test('a clock that was months ahead and is set right breaks no line off the one before it, restart or not', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-checkpoints-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const open = () => openCheckpointFile(folder, secrets.auditSigningKey);
  const position = (seq: number) => [{ kind: 'checkpoint', tenant: 2, seq, hash: 'a'.repeat(64) }] as const;
  const file = open();
  file.append(position(1), new Date('2026-11-20T00:00:00Z'));
  file.append(position(2), new Date('2027-03-01T00:00:00Z'));
  file.append(position(3), new Date('2026-11-20T00:02:00Z'));
  open().append(position(4), new Date('2026-12-01T00:00:00Z'));
  open().append(position(5), new Date('2027-04-01T00:00:00Z'));
  expect(await positionsIn(folder)).toEqual([1, 2, 3, 4, 5]);
});

/** What is read there: of a line that can't be trusted all of it. */
async function positionsIn(folder: string): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const line of readCheckpoints(folder, secrets.auditPublicKeys)) {
    read.push('defect' in line ? line : line.checkpoint.seq);
  }
  return read;
}
