import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');

/** A copy of what the tests of the server need, to plant faults in; the packages are shared. */
export type House = { readonly folder: string; readonly remove: () => void };

export function newHouse(): House {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-house-'));
  for (const name of ['server', 'contract', 'db', 'catalogue', 'emulator', 'vitest.config.ts', 'package.json']) {
    cpSync(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (from) => !from.includes('node_modules'),
    });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  mkdirSync(path.join(folder, 'web'), { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What one test file said: the names of its rules. */
export type TestFile = { readonly passed: readonly string[]; readonly failed: readonly string[] };

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

/**
 * Runs the test files of a folder whose address holds `which`, two at a time. All of them share what they import, so that a
 * hundred small files take little longer than one.
 * @returns what each said, by the file's name without its folder.
 */
export async function runTests(folder: string, which: string): Promise<ReadonlyMap<string, TestFile>> {
  const reports = mkdtempSync(path.join(tmpdir(), 'sentrywell-reports-'));
  const report = path.join(reports, 'report.json');
  try {
    await new Promise<void>((resolve) => {
      const options = ['run', '--no-isolate', '--reporter=json', `--outputFile.json=${report}`, which];
      const env = { ...process.env, TEST_ENGINE: 'embedded' };
      const child = spawn('node', [vitest, ...options], { cwd: folder, stdio: 'ignore', env });
      const end = () => child.kill();
      process.once('exit', end);
      child.on('error', () => resolve());
      child.on('close', () => {
        process.off('exit', end);
        resolve();
      });
    });
    if (!existsSync(report)) throw new Error(`The tests of ${which} did not come to an end.`);
    const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
    return new Map(
      testResults.map(({ name, assertionResults }) => {
        const named = (status: string) =>
          assertionResults.filter((one) => one.status === status).map(({ fullName }) => fullName);
        return [path.basename(name), { passed: named('passed'), failed: named('failed') }];
      }),
    );
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}
