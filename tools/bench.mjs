// npm run bench: each program of bench/ in turn, in about ten minutes for all; `npm run bench -- evaluate` runs one, and
// `npm run bench -- audit-log` that one in full size. `npm run bench -- --prove` plants a fault for each target, which has to be
// missed then. Each prints ratios against a floor that it measures in the same run, because
// these figures mean nothing on a machine that does something else besides.
import { spawnSync } from 'node:child_process';
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
for (const name of chosen) {
  tell(`\n== ${name}`);
  const { status } = spawnSync('node', [`bench/${name}.ts`, ...size], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  });
  if (status !== 0) process.exitCode = 1;
}
tell(
  `\nMeasured in ${((performance.now() - began) / 60_000).toFixed(1)} minutes${process.exitCode === 1 ? `; ${options.includes('--prove') ? 'planted faults went unseen' : 'targets were missed'}` : ''}.`,
);
