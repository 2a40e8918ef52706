import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const sqliteBusy = 5;

export type FileLock = { release(): void };

/**
 * Takes an exclusive lock on a file, or answers undefined while another holder lives.
 *
 * Node has no file lock of its own; its built-in SQLite does, and keeps it as a lock of the operating system. So it holds
 * between processes, threads and containers that share the folder, and a killed holder lets go at once: no process
 * number has to be compared, which another process may carry by then. The file stays empty, no database is made.
 */
export function tryFileLock(file: string): FileLock | undefined {
  const handle = new DatabaseSync(file, { timeout: 0 });
  try {
    handle.exec('begin exclusive');
  } catch (error) {
    handle.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return {
    release() {
      if (handle.isOpen) handle.close();
    },
  };
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
