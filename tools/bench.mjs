// npm run bench: each program of bench/ in turn, in about ten minutes for all; `npm run bench -- evaluate` runs one, and
// `npm run bench -- audit-log` that one in full size. `npm run bench -- --prove` plants a fault for each target, which has to be
// missed then. Each prints ratios against a floor that it measures in the same run, because
// these figures mean nothing on a machine that does something else besides.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, environment, root, tell } from './bootstrap.mjs';

ensureInstalled();
const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).find((word) => !word.startsWith('--'));
const all = readdirSync(path.join(root, 'bench'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => path.basename(name, '.ts'))
  .sort();
const chosen = wanted === undefined ? all : all.filter((name) => name === wanted);
if (chosen.length === 0) {
  tell(`There is no measurement named ${wanted}. There are: ${all.join(', ')}.`);
  process.exit(1);
}
const size = wanted === undefined ? ['--short', ...options] : options;
const began = performance.now();
/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
let isEnded = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isEnded = true;
    process.exitCode = 1;
    running?.kill('SIGTERM');
  });
}
for (const name of chosen) {
  if (isEnded) break;
  tell(`\n== ${name}`);
  const words = ['--import', './bench/load/ends-orderly.ts', `bench/${name}.ts`, ...size];
  running = spawn('node', words, { cwd: root, stdio: 'inherit', env: environment() });
  const [status] = await once(running, 'exit');
  if (status !== 0) process.exitCode = 1;
}
const minutes = `${((performance.now() - began) / 60_000).toFixed(1)} minutes`;
const missed = options.includes('--prove') ? 'planted faults went unseen' : 'targets were missed';
if (isEnded) tell(`\nEnded after ${minutes}, before everything was measured.`);
else tell(`\nMeasured in ${minutes}${process.exitCode === 1 ? `; ${missed}` : ''}.`);
