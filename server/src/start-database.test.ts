import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateSecretTexts, readSecrets } from './kernel/secrets.ts';
import { readSettings } from './settings.ts';
import { startDatabase } from './start-database.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

/** An owner as deploy/close.sql leaves it: the tables are its own, and it may make no roles any more. */
const role = `closed_${randomUUID().replaceAll('-', '')}`;
let database: TestDatabase;

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client(database.owner);
  await client.connect();
  for (const statement of statements) {
    await client.query(statement);
  }
  await client.end();
}

beforeAll(async () => {
  database = await createTestDatabase();
  await asSuperuser(`create role ${role} login inherit in role postgres`);
});
afterAll(async () => {
  await asSuperuser(`drop role ${role}`);
  await database.drop();
});

test('an owner who may no longer make roles starts, and leaves the password of the restricted login as it is', async () => {
  const { host = '', port = 5432 } = database.owner;
  const url = `postgres://${role}@localhost:${port}/${database.name}?host=${encodeURIComponent(host)}`;
  const secrets = readSecrets(generateSecretTexts());
  const started = await startDatabase(readSettings({ DATABASE_URL: url }), secrets, () => undefined);
  await started.stop();
  expect(started.owner?.connectionString).toBe(url);
  expect(new URL(started.app.connectionString ?? '').username).toBe('app_login');
});
