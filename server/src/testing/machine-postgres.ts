import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { PostgresProgram } from '../kernel/postgres-program.ts';

const oldestSupported = 15;

/** The folders where a PostgreSQL of the machine may be: those of PATH, and Debian's, which are not in PATH. */
function candidateFolders(): string[] {
  const inPath = (process.env['PATH'] ?? '').split(path.delimiter);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  return [...inPath, ...versions.map((version) => path.join(debian, version, 'bin'))];
}

function programIn(folder: string): PostgresProgram | undefined {
  const postgres = path.join(folder, 'postgres');
  const initdb = path.join(folder, 'initdb');
  if (!existsSync(postgres) || !existsSync(initdb)) return undefined;
  const words = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
  const majorVersion = Number(/\(PostgreSQL\) (\d+)/.exec(words)?.[1] ?? 0);
  return { postgres: realpathSync(postgres), initdb: realpathSync(initdb), majorVersion };
}

/** Every PostgreSQL of the machine that the product supports, the oldest first: the most can go wrong there. */
export function machinePrograms(): PostgresProgram[] {
  return candidateFolders()
    .map(programIn)
    .filter((program) => program !== undefined)
    .filter((program) => program.majorVersion >= oldestSupported)
    .sort((one, other) => one.majorVersion - other.majorVersion);
}

export async function findMachineProgram(): Promise<PostgresProgram> {
  const [oldest] = machinePrograms();
  if (oldest === undefined) throw new Error(`This machine has no PostgreSQL ${oldestSupported} or newer.`);
  return oldest;
}
