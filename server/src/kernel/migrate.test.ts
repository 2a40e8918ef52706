import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { migrate, missingMigrations, readMigrations } from './migrate.ts';

const name = '9999-a-new-column.sql';
const migrations = [{ name, statements: ['alter table contact_messages add column newly_added text'] }];
let database: TestDatabase;
let exporting: pg.Client;
let visitor: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  exporting = new pg.Client(database.owner);
  visitor = new pg.Client(database.owner);
  await exporting.connect();
  await visitor.connect();
});
afterAll(async () => {
  await exporting.end();
  await visitor.end();
  await database.drop();
});

const beginExport = async () => {
  await exporting.query('begin');
  await exporting.query('select from contact_messages');
};
const applied = async () =>
  (await visitor.query<{ name: string }>('select name from migrations where name = $1', [name])).rows.length;

test('a migration that meets a long export gives up in time with a sentence, and nothing of it is done', async () => {
  await beginExport();
  const refusal = migrate(database.owner, { migrations, patience: { lock: 50, pause: 50, all: 400 } });
  await expect(refusal).rejects.toThrow(/^The migration 9999-a-new-column\.sql could not be applied: .* takes long/);
  await exporting.query('rollback');
  expect(await applied()).toBe(0);
});

test('while it waits for the export people read on, and it is applied once the export has ended', async () => {
  await beginExport();
  const migrating = migrate(database.owner, { migrations, patience: { lock: 200, pause: 200, all: 60_000 } });
  const waiting = () =>
    visitor.query(`select 1 from pg_locks where not granted and relation = 'contact_messages'::regclass
    and database = (select oid from pg_database where datname = current_database())`);
  await expect.poll(async () => (await waiting()).rows.length, { timeout: 10_000, interval: 10 }).toBe(1);
  await visitor.query("set lock_timeout = '10s'");
  await visitor.query('select from contact_messages');
  expect(await applied()).toBe(0);
  await exporting.query('rollback');
  expect(await migrating).toEqual([name]);
  expect(await migrate(database.owner, { migrations })).toEqual([]);
});

test('migrations that cannot be read are not taken for missing ones; those of an empty database are', async () => {
  await visitor.query('revoke select on migrations from app_login, app_user');
  await expect(missingMigrations(database.app)).rejects.toThrow(/permission denied/);
  await visitor.query('alter table migrations rename to migrations_away');
  expect(await missingMigrations(database.app)).toEqual(readMigrations().map((migration) => migration.name));
});
