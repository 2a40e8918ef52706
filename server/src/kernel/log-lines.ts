import { fstatSync, openSync, writeSync } from 'node:fs';
import { StartFailure } from './start-failure.ts';

/** Where the logger writes its lines to. */
export type LogLines = { readonly write: (line: string) => void };

/**
 * Writes the lines of one turn of the event loop together: under load one call of the system carries many. A process that is
 * killed loses what it said in its last turn, no more. What can't be written (a full disk) is dropped, and the server goes on.
 * @param file undefined: standard output.
 * @throws StartFailure when it can't be opened.
 */
export function openLogLines(file: string | undefined): LogLines {
  const descriptor = file === undefined ? fileOfOutput() : openToAppend(file);
  // Without it the process ends together with whoever read its output.
  process.stdout.on('error', () => undefined);
  let waiting = '';
  const flush = () => {
    const text = waiting;
    waiting = '';
    try {
      if (descriptor === undefined) {
        process.stdout.write(text);
      } else {
        writeSync(descriptor, text);
      }
    } catch {
      // Nobody could be told.
    }
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      if (waiting === '') {
        setImmediate(flush);
      }
      waiting += line;
    },
  };
}

/** A file behind standard output is written to directly: its stream would be closed for good by the first write that finds no room. */
function fileOfOutput(): number | undefined {
  const { fd } = process.stdout;
  return fstatSync(fd).isFile() ? fd : undefined;
}

function openToAppend(file: string): number {
  try {
    return openSync(file, 'a');
  } catch {
    throw new StartFailure(`The log ${file} cannot be written to. Change its owner, or move it away.`);
  }
}
