import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { StartFailure } from './start-failure.ts';

const sqliteBusy = 5;

export type FileLock = { release(): void };

/**
 * Takes an exclusive lock on a file, or answers undefined while another holder lives.
 *
 * Node has no file lock of its own; its built-in SQLite does, and keeps it as a lock of the operating system. So it holds
 * between processes, threads and containers that share the folder, and a killed holder lets go at once: no process
 * number has to be compared, which another process may carry by then. The file stays empty, no database is made.
 * @throws StartFailure when the file can't be written.
 */
export function tryFileLock(file: string): FileLock | undefined {
  const handle = openFile(file);
  try {
    handle.exec('begin exclusive');
  } catch (error) {
    handle.close();
    if (isBusy(error)) return undefined;
    throw cannotBeUsed(file);
  }
  return {
    release() {
      if (handle.isOpen) handle.close();
    },
  };
}

function openFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch {
    throw cannotBeUsed(file);
  }
}

/** SQLite would speak of a database, which it is not. */
function cannotBeUsed(file: string): StartFailure {
  return new StartFailure(`${file} cannot be written. Check who owns it, and whether the disk is full.`);
}

/** Waits for the lock and holds it while `work` runs. */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  let lock = tryFileLock(file);
  while (lock === undefined) {
    await pause(20);
    lock = tryFileLock(file);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
