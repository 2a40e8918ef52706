import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { type Program, startProduct } from '../bench/load/programs.ts';
import { migratedDatabase, seed, type Seeded } from '../bench/load/seed.ts';
import { withClient } from '../server/src/kernel/with-client.ts';

/** What went on, and what of it may not happen. */
type Outcome = { readonly measured: string; readonly wrong: readonly string[] };

export type Fault = {
  readonly name: string;
  /** What has to hold. */
  readonly holds: string;
  /** What is done wrong on purpose with --prove; the checker has to see it. */
  readonly planted: string;
  readonly run: (options: FaultOptions) => Promise<Outcome | Skipped>;
};
type FaultOptions = {
  readonly planted: boolean;
  /** How often the server is killed, and until when (as `performance.now()` has it) there is time for it. */
  readonly kills: number;
  readonly killsUntil: number;
};
type Skipped = { readonly skipped: string };

export const tenantId = 1000;

/** Acknowledged before it is on disk, and for long enough that the speed of the machine does not decide whether it is lost. */
export const unsafeSettings: readonly string[] = [
  'alter system set synchronous_commit = off',
  "alter system set wal_writer_delay = '10s'",
];

/** A data folder with a filled database that is not running, and what was put in. */
export type Filled = { readonly dataFolder: string; readonly seeded: Seeded };

export async function filledFolder(dataFolder: string, statements: readonly string[] = []): Promise<Filled> {
  const { server, owner } = await migratedDatabase(dataFolder);
  try {
    const seeded = await seed(owner, { dataFolder, tenantId, sessions: 400 });
    await withOwner(dataFolder, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
    return { dataFolder, seeded };
  } finally {
    await server.stop();
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-chaos-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** Runs the work with the product on a filled folder of its own, and leaves nothing behind. */
export async function withProduct<Result>(
  {
    environment = {},
    statements = [],
  }: { readonly environment?: Readonly<Record<string, string>>; readonly statements?: readonly string[] },
  work: (product: Program, filled: Filled) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFolder();
  try {
    const filled = await filledFolder(folder, statements);
    const product = await startProduct(folder, { environment });
    try {
      return await work(product, filled);
    } finally {
      await product.stop();
    }
  } finally {
    await stopDatabase(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

type DatabaseProcess = { readonly pid: number; readonly socketFolder: string };

/** What the database of a data folder wrote about itself; undefined while there is none. */
export function databaseOf(dataFolder: string): DatabaseProcess | undefined {
  try {
    const lines = readFileSync(path.join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? '' };
  } catch {
    return undefined;
  }
}

/** Ends the database of a folder of ours, should a killed product have left it running. */
export async function stopDatabase(dataFolder: string): Promise<void> {
  if (databaseOf(dataFolder) === undefined) return;
  const { server } = await migratedDatabase(dataFolder);
  await server.stop();
}

/** As the owner of the schema, past row security: to look at what was stored. */
export async function withOwner<Result>(
  dataFolder: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const host = databaseOf(dataFolder)?.socketFolder ?? '';
  return withClient({ host, user: 'postgres', database: 'postgres', connectionTimeoutMillis: 5_000 }, work);
}
