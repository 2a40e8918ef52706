import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../kernel/migrate.ts';
import { withClient } from '../kernel/with-client.ts';

export type TestDatabase = {
  readonly name: string;
  /** The owner's login, which migrates and passes row security. */
  readonly owner: pg.ClientConfig;
  /** The restricted login that the server uses. */
  readonly app: pg.ClientConfig;
  readonly drop: () => Promise<void>;
};

/** A database of its own for one test file, with every migration applied and no rows but the migrations'. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { citus, from } = inject('databaseServer');
  if (!citus) {
    return createDatabase(from);
  }
  // What is distributed is not copied with a template.
  const database = await createEmptyDatabase();
  await withClient(database.owner, (client) => client.query('create extension citus'));
  await migrate(database.owner);
  return database;
}

/** A database without anything. */
export const createEmptyDatabase = () => createDatabase('template template0');

async function createDatabase(from: string): Promise<TestDatabase> {
  const { host, port } = inject('databaseServer');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(`create database ${name} ${from}`);
  const owner = { host, port, user: 'postgres', database: name };
  return {
    name,
    owner,
    app: { ...owner, user: 'app_login' },
    drop: () => asSuperuser(`drop database if exists ${name} with (force)`),
  };
}

async function asSuperuser(statement: string): Promise<void> {
  const { host, port } = inject('databaseServer');
  await withClient({ host, port, user: 'postgres', database: 'postgres' }, (client) => client.query(statement));
}
