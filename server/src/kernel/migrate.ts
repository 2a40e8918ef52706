import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from './error-code.ts';
import { StartFailure } from './start-failure.ts';
import { withClient } from './with-client.ts';

const folder = path.resolve(import.meta.dirname, '../../../db/migrations');
const separator = /^--;[ \t]*$/m;
const minimumVersion = 150_000;

export type Migration = { readonly name: string; readonly statements: readonly string[] };

/** The `NNNN-what-it-does.sql` files of db/migrations, in order. Statements are separated by a line that holds only `--;`. */
export function readMigrations(): readonly Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({
      name,
      statements: readFileSync(path.join(folder, name), 'utf8')
        .split(separator)
        .map((text) => text.trim())
        .filter((text) => text.replace(/^\s*--.*$/gm, '').trim() !== ''),
    }));
}

/** Refuses a database that is too old with a sentence. */
async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
  const version = Number(rows[0]?.version ?? 0);
  if (version < minimumVersion) {
    throw new StartFailure(`The database is PostgreSQL ${Math.floor(version / 10_000)}; Sentrywell needs 15 or newer.`);
  }
}

async function appliedNames(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  return new Set(rows.map((row) => row.name));
}

/** In milliseconds. */
type Patience = { readonly lock: number; readonly pause: number; readonly all: number };

/**
 * Everybody who wants a table waits behind a migration that waits for it, behind a long export for instance: it waits for a moment
 * alone, lets them pass and asks again.
 */
const usualPatience: Patience = { lock: 2_000, pause: 3_000, all: 120_000 };

/** Left out: the product's own migrations, with the usual patience. */
type MigrationOptions = { readonly migrations?: readonly Migration[]; readonly patience?: Patience };

/**
 * Brings the database to the newest schema, as its owner. Safe to run from several servers at once: the table of
 * migrations is locked while they run.
 * @returns the names that were applied now.
 */
export async function migrate(
  connection: pg.ClientConfig,
  { migrations = readMigrations(), patience = usualPatience }: MigrationOptions = {},
): Promise<readonly string[]> {
  return withClient(connection, async (client) => {
    await checkVersion(client);
    await client
      .query(
        'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
      )
      .catch((error: unknown) => {
        // Two servers created it at the same moment: the other one won.
        if (!['23505', '42P07'].includes(errorCode(error))) {
          throw error;
        }
      });
    const applied: string[] = [];
    for (const migration of migrations) {
      if (await applyInTime(client, migration, patience)) {
        applied.push(migration.name);
      }
    }
    return applied;
  });
}

async function applyInTime(client: pg.Client, migration: Migration, patience: Patience): Promise<boolean> {
  const until = performance.now() + patience.all;
  for (;;) {
    try {
      return await applyOnce(client, migration, patience);
    } catch (error) {
      if (errorCode(error) !== '55P03') {
        throw new StartFailure(
          `The migration ${migration.name} could not be applied: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      if (performance.now() >= until) {
        throw new StartFailure(
          `The migration ${migration.name} could not be applied: something that takes long, such as an export of an audit log or a backup, holds what it changes. Nothing of it was done; try again once that has ended.`,
        );
      }
    }
    await wait(patience.pause);
  }
}

async function applyOnce(
  client: pg.Client,
  { name, statements }: Migration,
  patience: Pick<Patience, 'lock'>,
): Promise<boolean> {
  if ((await appliedNames(client)).has(name)) {
    return false;
  }
  await client.query('begin');
  try {
    // However long another server migrates: nobody else waits for this table.
    await client.query('lock table migrations in exclusive mode');
    if ((await appliedNames(client)).has(name)) {
      await client.query('rollback');
      return false;
    }
    await client.query(`set local lock_timeout = ${patience.lock}`);
    for (const text of statements) {
      await client.query(text);
    }
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** @returns the migrations that the database still lacks, read with any login that may select from `migrations`. */
export async function missingMigrations(connection: pg.ClientConfig): Promise<readonly string[]> {
  return withClient(connection, async (client) => {
    await checkVersion(client);
    const applied = await appliedNames(client).catch((error: unknown) => {
      // No migration made the table yet. Whatever else stands in the way of reading is nothing that a migration mends.
      if (errorCode(error) !== '42P01') {
        throw error;
      }
      return new Set<string>();
    });
    return readMigrations()
      .map((migration) => migration.name)
      .filter((name) => !applied.has(name));
  });
}
