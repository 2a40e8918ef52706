import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '../kernel/migrate.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './test-database.ts';

// What is left is that every other test passes on Citus too: `npm test -- given` with a TEST_DATABASE_URL (docs/scale.md).
const { citus } = inject('databaseServer');

/** What is found before its tenant is known lies by what it is found by. */
const directories: Readonly<Record<string, string>> = {
  organization_directory: 'organization_id',
  domain_directory: 'domain_name',
  user_emails: 'email',
  jobs: 'bucket',
};

/** A list of what Citus is asked to distribute, kept by functions with the names of its own. */
const standIn = `
  set allow_system_table_mods = on;
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select 99999, 'citus', oid, 'public'::regnamespace, false, '0' from pg_roles where rolname = current_user;
  create schema stand_in;
  create table stand_in.citus_tables (table_name regclass, distribution_column text);
  alter database current_name set search_path = public, stand_in;
  create function stand_in.create_distributed_table(tbl regclass, col text, colocate_with text) returns void
    language sql as 'insert into stand_in.citus_tables values (tbl, col)';
  create function stand_in.create_reference_table(tbl regclass) returns void
    language sql as 'insert into stand_in.citus_tables values (tbl, null)';`;

async function ask<Row extends pg.QueryResultRow>({ owner }: TestDatabase, statement: string): Promise<Row[]> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<Row>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

/** @returns each table that holds rows of tenants and lies by another column than it should. */
async function misplaced(database: TestDatabase) {
  const rows = await ask<{ name: string; column: string | null }>(
    database,
    `select c.relname as name, t.distribution_column as column
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    left join citus_tables t on t.table_name = c.oid::regclass
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  expect(rows.length).toBeGreaterThan(25);
  return rows.filter(({ name, column }) => column !== (directories[name] ?? 'tenant_id'));
}

test.skipIf(citus)(
  'the migrations ask Citus to distribute every table of a tenant, told by a stand-in for it',
  async () => {
    const database = await createEmptyDatabase();
    onTestFinished(database.drop);
    await ask(database, standIn.replace('current_name', database.name));
    await migrate(database.owner);
    expect(await misplaced(database)).toEqual([]);
  },
);

test.skipIf(!citus)(
  'on Citus every table of a tenant lies by its tenant (left out: this server has no Citus)',
  async () => {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    expect(await misplaced(database)).toEqual([]);
  },
);
