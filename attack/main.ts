import { setTimeout as wait } from 'node:timers/promises';
import { lanes } from './checkers.ts';
import { startSick } from './sick.ts';
import { type Checker, type Findings, startDemo, type Target } from './target.ts';

const port = Number(process.env['ATTACK_PORT'] ?? 23_400);
const given = process.argv.slice(2);
const proves = given.includes('--prove');
const wanted = given.filter((word) => !word.startsWith('--'));
const names = lanes.flat().map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No checker '${unknown.join("', '")}'. There are: ${names.join(', ')}.`);
  process.exit(2);
}

const notRun = 'it could not run';
/** All of it takes less than ten minutes, whatever hangs; planted faults are looked for without haste. */
const limitSeconds = proves ? 3_600 : 540;
const began = performance.now();

/** What the checker found, or that it failed, or that the suite's time is over: then it goes on unheard until the suite ends. */
async function findingsOf(run: () => Promise<Findings>): Promise<Findings> {
  const without = (defect: string): Findings => ({ checked: 0, of: '', defects: [`${notRun}${defect}`] });
  const failed = (error: unknown) => without(`: ${error instanceof Error ? error.message : String(error)}`);
  const tooLate = without(' to its end within the time of the suite');
  const left = began + limitSeconds * 1_000 - performance.now();
  return left <= 0 ? tooLate : Promise.race([run().catch(failed), wait(left, tooLate, { ref: false })]);
}

function tell(word: string, { name }: Checker, { defects }: Findings, words: string): void {
  console.log(`${word.padEnd(9)}${name.padEnd(15)}${words}`);
  for (const defect of defects.slice(0, proves ? 1 : 25)) {
    console.log(`         ${defect.replaceAll('\n', ' ').slice(0, 300)}`);
  }
}

/** A checker against the healthy product. @returns whether it passed. */
async function passes(checker: Checker, target: Target): Promise<boolean> {
  const start = performance.now();
  const findings = await findingsOf(() => checker.run(target));
  const seconds = `${((performance.now() - start) / 1_000).toFixed(0)} s`.padStart(6);
  const { checked, of, defects, skipped } = findings;
  const word = skipped === undefined ? (defects.length === 0 ? 'ok' : 'FAILED') : 'left out';
  tell(word, checker, findings, `${seconds}  ${checker.about}: ${skipped ?? `${checked} ${of}`}`);
  return defects.length === 0;
}

/** A checker against a product with a planted fault. @returns whether it found something. */
async function sees(checker: Checker, healthy: Target): Promise<boolean> {
  const findings = await findingsOf(checker.runSick ?? (() => againstSick(checker, healthy)));
  const { defects, skipped } = findings;
  const found = defects.length > 0 && !defects.some((one) => one.startsWith(notRun));
  tell(skipped === undefined ? (found ? 'seen' : 'NOT SEEN') : 'left out', checker, findings, skipped ?? checker.fault);
  return found || skipped !== undefined;
}

async function againstSick({ name, run }: Checker, healthy: Target): Promise<Findings> {
  const sick = await startSick(healthy, name);
  try {
    return await run(sick.target);
  } finally {
    await sick.stop();
  }
}

/** Checkers one after the other, against a demo of their own. @returns how many were not as they should be. */
async function bad(checkers: readonly Checker[], at: number): Promise<number> {
  const chosen = checkers.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  if (chosen.length === 0) return 0;
  const { target, stop } = await startDemo(at);
  try {
    let count = 0;
    for (const checker of chosen) {
      count += (await (proves ? sees : passes)(checker, target)) ? 0 : 1;
    }
    return count;
  } finally {
    await stop();
  }
}

const counts = await Promise.all(
  lanes.map((checkers, lane) =>
    bad(checkers, port + 40 * lane).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      return 1;
    }),
  ),
);
const count = counts.reduce((sum, one) => sum + one, 0);
const words = count === 0 ? 'passed' : `FAILED (${count})`;
console.log(`attack: ${words} in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
process.exit(count === 0 ? 0 : 1);
