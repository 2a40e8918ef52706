import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { killWhileWriting } from '../../testing/audit-kills.ts';

test('writers killed 20 times while they write, every other time with the database: nothing acknowledged is lost, nothing is half', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-kills-'));
  chmodSync(folder, 0o711);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { acknowledged, lost, halves, intact, said } = await killWhileWriting(folder, 20);
  expect({ lost, halves, broken: said.filter((sentence) => sentence.includes('BROKEN')) }).toEqual({
    lost: 0,
    halves: 0,
    broken: [],
  });
  expect(intact).toBe(true);
  expect(acknowledged).toBeGreaterThan(100);
}, 240_000);
