import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

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
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(`create database ${name} template template_migrated`);
  const host = inject('databaseSocketFolder');
  return {
    name,
    owner: { host, user: 'postgres', database: name },
    app: { host, user: 'app_login', database: name },
    drop: () => asSuperuser(`drop database if exists ${name} with (force)`),
  };
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ host: inject('databaseSocketFolder'), user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
