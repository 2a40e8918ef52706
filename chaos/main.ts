// npm run chaos: what the product does when everything around it fails. `npm run chaos -- "power loss"` runs one fault, --kills=200
// kills the server so often, --prove runs each with a planted fault that its checker has to see.
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
const kills = Number(words.find((word) => word.startsWith('--kills='))?.slice('--kills='.length) ?? 50);
const wanted = words.filter((word) => !word.startsWith('--'));
const chosen = faults.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(`There is no such fault. There are: ${faults.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const lines: string[] = [];
let failed = 0;
for (const fault of chosen) {
  const start = performance.now();
  const line = await outcomeOf(fault).catch((error: unknown) => {
    failed += 1;
    return `FAILED  ${fault.name}: ${error instanceof Error ? error.stack : String(error)}`;
  });
  lines.push(`${line} (${((performance.now() - start) / 1000).toFixed(0)} s)`);
  console.log(lines.at(-1));
}
console.log(`\n${lines.map((line) => line.split('\n', 1)[0]).join('\n')}`);
console.log(`\nchaos: ${chosen.length - failed} of ${chosen.length} ${planted ? 'planted faults were seen' : 'hold'}`);
process.exit(failed === 0 ? 0 : 1);

async function outcomeOf(fault: Fault): Promise<string> {
  const outcome = await fault.run({ planted, kills });
  if ('skipped' in outcome) return `skipped ${fault.name}: ${outcome.skipped}`;
  const { measured, wrong } = outcome;
  const seen = wrong.slice(0, 5).join('\n          ');
  if (planted) {
    if (wrong.length === 0) failed += 1;
    return `${wrong.length === 0 ? 'UNSEEN ' : 'seen   '} ${fault.name}: ${fault.planted} → ${seen.split('\n', 1)[0]}`;
  }
  if (wrong.length > 0) failed += 1;
  return `${wrong.length === 0 ? 'ok     ' : 'FAILED '} ${fault.name}: ${measured}${wrong.length === 0 ? '' : `\n          ${wrong.length} wrong, such as ${seen}`}`;
}
