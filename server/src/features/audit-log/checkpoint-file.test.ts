import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { generateSecretTexts, readSecrets } from '../../kernel/secrets.ts';
import { readCheckpoints } from './checkpoint-file.ts';

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
  const read: unknown[] = [];
  for await (const line of readCheckpoints(folder, secrets.auditPublicKey)) {
    read.push('defect' in line ? line : line.checkpoint.seq);
  }
  expect(read).toEqual([1, 10]);
});
