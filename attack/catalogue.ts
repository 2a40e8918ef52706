import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Findings } from './target.ts';

const file = 'server/src/testing/row-security.test.ts';
const vitest = path.resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs');

/** The walls in the database: its catalogue, and row security with the other wall taken away, as the tests have them. */
export async function databaseCatalogue(): Promise<Findings> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-catalogue-'));
  const report = path.join(folder, 'report.json');
  try {
    const code = await new Promise<number>((resolve) => {
      const options = ['run', '--reporter=json', `--outputFile.json=${report}`, file];
      const child = spawn('node', [vitest, ...options], { stdio: 'ignore' });
      child.on('error', () => resolve(1));
      child.on('close', (status) => resolve(status ?? 1));
    });
    const said = existsSync(report) ? readFileSync(report, 'utf8') : '';
    const passed = Number(/"numPassedTests":\s*(\d+)/.exec(said)?.[1] ?? 0);
    const failed = [...said.matchAll(/"fullName":\s*"([^"]+)",\s*"status":\s*"failed"/g)].map(([, name = '']) => name);
    const isGood = code === 0 && passed > 5;
    return { checked: passed, of: 'rules', defects: isGood ? [] : [...failed, `${file} ended with ${code}`] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
