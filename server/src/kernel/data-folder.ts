import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartFailure } from './start-failure.ts';

/**
 * Makes the data folder where it is missing. Segment by segment: in some virtual file systems a recursive mkdir never ends.
 * @throws StartFailure when it is no folder or can't be written to.
 */
export function prepareDataFolder(folder: string): void {
  try {
    if (!existsSync(folder)) {
      const above = path.dirname(folder);
      if (above !== folder) {
        prepareDataFolder(above);
      }
      mkdirSync(folder);
    }
    if (!statSync(folder).isDirectory()) {
      throw new Error('not a folder');
    }
  } catch (error) {
    throw error instanceof StartFailure ? error : cannotUse(folder);
  }
}

/** @throws StartFailure when nothing can be written into it. */
export function mustBeWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw cannotUse(folder);
  }
}

function cannotUse(folder: string): StartFailure {
  return new StartFailure(
    `The data folder ${folder} cannot be written to. Choose another with DATA_DIR, or change its owner.`,
  );
}
