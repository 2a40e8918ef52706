import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { errorCode } from './error-code.ts';
import { StartFailure } from './start-failure.ts';
import { withClient } from './with-client.ts';

const separator = /^--;[ \t]*$/m;
const minimumVersion = 150_000;

export type Migration = { readonly name: string; readonly statements: readonly string[] };

/** Reads `NNNN-what-it-does.sql` files in order. Statements are separated by a line that holds only `--;`. */
export function readMigrations(folder: string): readonly Migration[] {
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

/**
 * Brings the database to the newest schema, as its owner. Safe to run from several servers at once: the table of
 * migrations is locked while they run.
 * @returns the names that were applied now.
 */
export async function migrate(connection: pg.ClientConfig, folder: string): Promise<readonly string[]> {
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
    for (const migration of readMigrations(folder)) {
      if (await applyOnce(client, migration)) {
        applied.push(migration.name);
      }
    }
    return applied;
  });
}

async function applyOnce(client: pg.Client, { name, statements }: Migration): Promise<boolean> {
  if ((await appliedNames(client)).has(name)) {
    return false;
  }
  await client.query('begin');
  try {
    await client.query('lock table migrations in exclusive mode');
    if ((await appliedNames(client)).has(name)) {
      await client.query('rollback');
      return false;
    }
    for (const text of statements) {
      await client.query(text);
    }
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    throw new StartFailure(
      `The migration ${name} could not be applied: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** @returns the migrations that the database still lacks, read with any login that may select from `migrations`. */
export async function missingMigrations(connection: pg.ClientConfig, folder: string): Promise<readonly string[]> {
  return withClient(connection, async (client) => {
    await checkVersion(client);
    const applied = await appliedNames(client).catch(() => new Set<string>());
    return readMigrations(folder)
      .map((migration) => migration.name)
      .filter((name) => !applied.has(name));
  });
}
