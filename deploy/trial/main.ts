import path from 'node:path';
import { startGoogleWorkspaceEmulator } from '../../emulator/google-workspace.ts';
import { currentPolicies } from '../../server/src/demo/assessment-plan.ts';
import { readBlocks, withValues } from './guide.ts';
import { must } from './must.ts';
import { clearAway, folder, obstacle, ports, prepare, root, transcript, values } from './place.ts';
import { openShell, type Shell } from './shell.ts';
import { type Step, stepsOf, typedAt, valuesFor } from './steps.ts';

/**
 * Follows docs/deployment.md word for word in a clean folder: the blocks are taken out of the page and run in their order in one
 * session. Between them the trial does what a person would: looks whether it is true.
 */
const given = process.argv.slice(2);
const names = given.filter((word) => !word.startsWith('--'));
const wanted = given.includes('--journeys') ? names : undefined;
const began = performance.now();
let defects = 0;

function tell(line: string): void {
  console.log(`${((performance.now() - began) / 1_000).toFixed(0).padStart(5)} s  ${line}`);
}

/** What was seen is told; what was seen wrong is told and kept, and the guide is followed on. */
async function take(steps: readonly Step[], when: Step['when']): Promise<void> {
  for (const step of steps.filter((one) => one.when === when)) {
    try {
      const seen = await step.run();
      if (typeof seen === 'string') {
        tell(`  ${seen}`);
      }
    } catch (error) {
      defects += 1;
      tell(`  WRONG: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

async function follow(shell: Shell, steps: readonly Step[]): Promise<void> {
  const places = new Map<string, number>();
  let left = steps;
  for (const block of readBlocks(path.join(root, 'docs/deployment.md'))) {
    const index = places.get(block.heading) ?? 0;
    places.set(block.heading, index + 1);
    if (index === 0) {
      tell(block.heading);
    }
    const here = left.filter((step) => step.heading === block.heading && step.index === index);
    left = left.filter((step) => !here.includes(step));
    await take(here, 'before');
    await shell.run(block.kind === 'values' ? withValues(block, valuesFor(block)) : block.text, typedAt(block));
    await take(here, 'after');
  }
  must(
    left.length === 0,
    `The guide has no block for: ${left.map(({ heading, index }) => `${heading} ${index}`).join(', ')}`,
  );
}

async function trial(): Promise<boolean> {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
  const emulator = await startGoogleWorkspaceEmulator({
    port: ports.emulator,
    clientId,
    clientSecret,
    startingPolicies: currentPolicies,
  });
  const shell = openShell(prepare(), transcript);
  try {
    await follow(shell, stepsOf(emulator, wanted));
    tell('The guide was followed to its end.');
  } catch (error) {
    defects += 1;
    tell(`It was NOT followed to its end. ${error instanceof Error ? error.message : String(error)}`);
  }
  shell.end();
  clearAway(defects > 0 || given.includes('--keep'));
  await emulator.stop();
  tell(defects === 0 ? 'Everything was as it says.' : `${defects} things were not; ${folder} is left to be looked at.`);
  return defects === 0;
}

const why = obstacle();
if (why !== undefined) {
  console.log(`The deployment guide was not tried: ${why}.`);
}
process.exit(why !== undefined || (await trial()) ? 0 : 1);
