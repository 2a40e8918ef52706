// npm run check: every rule of the house that a tool can hold, on the folder that it is called in. `npm run check -- lint walls` runs some of them.
import { writeFileSync } from 'node:fs';
import { unnoticed } from './canary.mjs';
import { rules } from './rules.mjs';

/** @typedef {{ name: string, about: string, defects: () => Promise<string[]> }} Step */

/** @type {Step[]} */
const steps = [
  ...rules.map(({ name, about, read }) => ({
    name,
    about,
    defects: async () => (await read(process.cwd())).map(({ text }) => text),
  })),
  { name: 'canary', about: 'each rule names its planted violation', defects: () => unnoticed() },
];

/** @param {Step} step @returns {Promise<string | undefined>} what is wrong */
async function failureOf({ name, about, defects }) {
  const start = performance.now();
  const found = await defects().catch((error) => [String(error)]);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${found.length === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(15)} ${seconds.padStart(5)} s  ${about}`);
  for (const defect of found) console.log(`       ${defect.replaceAll('\n', '\n       ')}`);
  return found.length === 0 ? undefined : [name, ...found].join('\n    ');
}

const given = process.argv.slice(2);
const report = given.find((word) => word.startsWith('--report='))?.slice('--report='.length);
const wanted = given.filter((word) => !word.startsWith('--report='));
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`No step '${unknown.join("', '")}'. There are: ${steps.map((step) => step.name).join(', ')}.`);
  process.exit(2);
}
const queue = steps.filter((step) => wanted.length === 0 || wanted.includes(step.name));
let passed = 0;
/** @type {string[]} */
const failures = [];
// Two at a time: the tools use several threads themselves.
await Promise.all(
  [1, 2].map(async () => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const failure = await failureOf(step);
      if (failure === undefined) passed += 1;
      else failures.push(failure);
    }
  }),
);
const failed = failures.length;
console.log(`check: ${passed} passed, ${failed} failed`);
if (report !== undefined) writeFileSync(report, JSON.stringify({ passed, failed, failures }));
process.exitCode = failed === 0 ? 0 : 1;
