// npm run chaos: what the product does when everything around it fails. `npm run chaos -- "power loss"` runs one fault, --kills=20
// kills the server so often instead of 200 times, --prove runs each with a planted fault that its checker has to see.
import type { Fault } from './fault.ts';
import { appKilled } from './app-killed.ts';
import { clockJumps } from './clock-jumps.ts';
import { databaseKilled } from './database-killed.ts';
import { diskFull } from './disk-full.ts';
import { othersDown } from './others-down.ts';
import { poolExhausted } from './pool-exhausted.ts';
import { powerLoss } from './power-loss.ts';
import { slowClients } from './slow-clients.ts';
import { stopUnderLoad } from './stop-under-load.ts';

/** One after the other, so that none disturbs what another one measures; the last one takes what is left of ten minutes at most. */
const faults: readonly Fault[] = [
  databaseKilled,
  stopUnderLoad,
  poolExhausted,
  slowClients,
  othersDown,
  clockJumps,
  diskFull,
  powerLoss,
  appKilled,
];

const words = process.argv.slice(2);
const planted = words.includes('--prove');
const kills = Number(words.find((word) => word.startsWith('--kills='))?.slice('--kills='.length) ?? 200);
const wanted = words.filter((word) => !word.startsWith('--'));
const chosen = faults.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(`There is no such fault. There are: ${faults.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const began = performance.now();
const killsUntil = began + 570_000;
const lines: string[] = [];
let failed = 0;
for (const fault of chosen) {
  const start = performance.now();
  const line = await outcomeOf(fault).catch((error: unknown) => {
    failed += 1;
    return `FAILED  ${fault.name}: ${error instanceof Error ? error.stack : String(error)}`;
  });
  lines.push(`${line} (${secondsSince(start)} s)`);
  console.log(lines.at(-1));
}
console.log(`\n${lines.map((line) => line.split('\n', 1)[0]).join('\n')}`);
const counted = `${chosen.length - failed} of ${chosen.length} ${planted ? 'planted faults were seen' : 'hold'}`;
console.log(`\nchaos: ${counted}, in ${secondsSince(began)} s`);
process.exit(failed === 0 ? 0 : 1);

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1_000).toFixed(0);
}

async function outcomeOf(fault: Fault): Promise<string> {
  const outcome = await fault.run({ planted, kills, killsUntil });
  if ('skipped' in outcome) return `skipped ${fault.name}: ${outcome.skipped}`;
  const { measured, wrong } = outcome;
  const [first] = wrong;
  if (planted) {
    if (first === undefined) failed += 1;
    return `${first === undefined ? 'UNSEEN ' : 'seen   '} ${fault.name}: ${fault.planted} → ${first ?? measured}`;
  }
  if (first === undefined) return `ok      ${fault.name}: ${measured}`;
  failed += 1;
  const such = wrong.slice(0, 5).join('\n          ');
  return `FAILED  ${fault.name}: ${measured}\n          ${wrong.length} wrong, such as ${such}`;
}
