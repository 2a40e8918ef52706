import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartFailure } from './start-failure.ts';

/**
 * Makes the data folder where it is missing, and makes sure that it can be written.
 * @throws StartFailure when it is no folder or can't be written to.
 */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/, \w+ '.*$/, '') : String(error);
    throw new StartFailure(
      `The data folder ${folder} cannot be written to (${reason}). Set DATA_DIR to a folder that this account may write, or change its owner.`,
      { cause: error },
    );
  }
}

/** Segment by segment: in some virtual file systems a recursive mkdir never ends. */
function makeFolder(folder: string): void {
  if (!existsSync(folder)) {
    const above = path.dirname(folder);
    if (above !== folder) {
      makeFolder(above);
    }
    mkdirSync(folder);
    // As root the database runs as another account, which has to pass through the folders that we make, whatever the umask.
    chmodSync(folder, 0o711);
  }
  if (!statSync(folder).isDirectory()) {
    throw new Error('it is not a folder');
  }
}
