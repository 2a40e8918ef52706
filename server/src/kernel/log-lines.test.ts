import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const module = JSON.stringify(path.join(import.meta.dirname, 'log-lines.ts'));
/** Runs a program that logs, where the shell leads its standard output to. @returns what it said besides; throws where it ends early. */
const logging = (program: string, shell: string, ...words: string[]) =>
  promisify(execFile)('sh', [
    '-c',
    shell,
    process.execPath,
    `import { truncateSync } from 'node:fs';
    import { setTimeout as pause } from 'node:timers/promises';
    import { openLogLines } from ${module};
    const lines = openLogLines(undefined);
    ${program}
    console.error('still here');`,
    ...words,
  ]);

test('a log on standard output whose reader has gone is dropped, and the server goes on', async () => {
  const { stderr } = await logging(
    `for (let line = 0; line < 5; line += 1) {
      lines.write('a line\\n');
      await pause(100);
    }`,
    '{ "$0" --input-type=module -e "$1"; echo "code $?" >&2; } | :',
  );
  expect(stderr).toBe('still here\ncode 0\n');
});

test('a log file of standard output that had no room gets what is said once there is room', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'server.log');
  // Files of that process may hold one block.
  await logging(
    `lines.write('long '.repeat(500));
    await pause(50);
    lines.write('lost');
    await pause(50);
    truncateSync(process.argv[1]);
    lines.write('there is room\\n');
    await pause(50);`,
    'ulimit -f 1 && "$0" --input-type=module -e "$1" "$2" >> "$2"',
    file,
  );
  expect(readFileSync(file, 'utf8')).toBe('there is room\n');
});
