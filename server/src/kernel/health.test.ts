import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { expect, test } from 'vitest';
import { buildWorld, testPassword } from '../testing/world.ts';

const world = await buildWorld();

const ready = async () =>
  (await world.kernel.app.inject({ url: '/health/ready', headers: { host: 'localhost:3000' } })).statusCode;

/** What was open keeps what it began with, so the server has to connect anew. */
async function databaseOnlyReads(reads: 'on' | 'off'): Promise<void> {
  await world.owner(`do $$ begin execute format('alter database %I set default_transaction_read_only = ${reads}',
    current_database()); end $$`);
  await world.owner(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = 'app_login'`);
}

test('a server whose database only reads, as a standby does, is not ready, and is again once it writes', async () => {
  const login = () =>
    world.call(authEndpoints.login, { body: { email: 'admin@cedar.example', password: testPassword } });
  expect(await ready()).toBe(200);
  await databaseOnlyReads('on');
  await expect.poll(ready, { timeout: 5_000 }).toBe(503);
  expect(await login()).toMatchObject({ status: 503, json: { code: 'database.unavailable' } });
  await databaseOnlyReads('off');
  await expect.poll(ready, { timeout: 5_000 }).toBe(200);
  await expect.poll(async () => (await login()).status, { timeout: 5_000 }).toBe(200);
});
