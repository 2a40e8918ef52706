import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Findings } from './target.ts';

const file = 'server/src/testing/row-security.test.ts';

/** The walls in the database: its catalogue, and row security with the other wall taken away, as the tests have them. */
export async function databaseCatalogue(): Promise<Findings> {
  const vitest = path.resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const { code, said } = await new Promise<{ code: number; said: string }>((resolve) => {
    let said = '';
    const child = spawn('node', [vitest, 'run', '--reporter=json', file], { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', (data) => (said += String(data)));
    child.on('error', (error) => resolve({ code: 1, said: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, said }));
  });
  const passed = Number(/"numPassedTests":(\d+)/.exec(said)?.[1] ?? 0);
  const failed = [...said.matchAll(/"fullName":"([^"]+)","status":"failed"/g)].map(([, name = '']) => name);
  const isGood = code === 0 && passed > 5;
  return { checked: passed, of: 'rules', defects: isGood ? [] : [...failed, `${file} ended with ${code}`] };
}
