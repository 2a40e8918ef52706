import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, openSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';

/** One bash session, as somebody who follows the guide has it: what a block sets, the next ones know. */
export type Shell = {
  /** Runs a block. @throws where one of its commands fails; the transcript says which. */
  readonly run: (block: string, typed: string) => Promise<void>;
  readonly end: () => void;
};

const loop = `set -euo pipefail
while IFS= read -r -d '' -u 3 block; do eval "$block" 3<&- 4>&-; echo >&4; done`;

export function openShell(environment: NodeJS.ProcessEnv, transcript: string): Shell {
  const file = openSync(transcript, 'a');
  const stdio = ['pipe', file, file, 'pipe', 'pipe'] as const;
  const bash = spawn('bash', ['-c', loop], { cwd: '/root', env: environment, stdio: [...stdio] });
  const ended = once(bash, 'exit');
  const blocks = bash.stdio[3];
  const done = bash.stdio[4];
  if (!(blocks instanceof Writable) || !(done instanceof Readable)) {
    throw new Error('bash could not be started.');
  }
  return {
    run: async (block, typed) => {
      appendFileSync(transcript, `\n${block.trimEnd().replaceAll(/^/gm, '# ')}\n`);
      bash.stdin?.write(typed);
      blocks.write(`${block}\0`);
      const failed = ended.then(() => {
        throw new Error(`A command failed; the end of ${transcript} says which.`);
      });
      await Promise.race([once(done, 'data'), failed]);
      // It ends at the end as well, when nobody waits for it any more.
      failed.catch(() => undefined);
    },
    end: () => bash.kill(),
  };
}
