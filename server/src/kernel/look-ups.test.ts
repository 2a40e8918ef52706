import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { describe, expect, test } from 'vitest';
import { openTransactions } from '../testing/open-transactions.ts';
import { buildWorld } from '../testing/world.ts';
import { only, sqlOf } from './sql.ts';
import { lookUpIn, type TenantDb } from './tenant.ts';

const world = await buildWorld();
const { database } = world.kernel;
const { harbor, lake } = world.msps;

/** No condition on the tenant: row security alone decides. */
const names = async (db: TenantDb) => {
  const rows = await sqlOf(db)<{ name: string }>`select name from organizations order by name`;
  return rows.map(({ name }) => name);
};
const backend = async (db: TenantDb) => only(await sqlOf(db)<{ pid: number }>`select pg_backend_pid() as pid`).pid;

describe('look-ups share one connection', () => {
  test('and each sees its own tenant alone, whoever asks before and behind it', async () => {
    const asked = Array.from({ length: 200 }, (_, index) => (index % 3 === 0 ? lake : harbor));
    const found = await Promise.all(asked.map((tenantId) => lookUpIn(database, tenantId, names)));
    expect(found).toEqual(asked.map((tenantId) => (tenantId === lake ? ['Pine'] : ['Cedar', 'Oak'])));
    const pids = await Promise.all(asked.map((tenantId) => lookUpIn(database, tenantId, backend)));
    expect(new Set(pids).size).toBe(1);
  });

  test('and what is asked after the first wait is refused: it could be another tenant’s turn', async () => {
    const late = lookUpIn(database, harbor, async (db) => {
      await names(db);
      return names(db);
    });
    await expect(late).rejects.toThrow('This transaction is over');
  });

  test('and can write nothing', async () => {
    const writing = lookUpIn(
      database,
      harbor,
      (db) => sqlOf(db)`update organizations set name = 'Taken' where tenant_id = ${harbor}`,
    );
    // 25006: read_only_sql_transaction.
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } });
    expect(await lookUpIn(database, harbor, names)).toEqual(['Cedar', 'Oak']);
  });

  test('and one that fails leaves its neighbours an answer or a request to come back, never somebody else’s rows', async () => {
    const failing = lookUpIn(database, harbor, (db) => sqlOf(db)`select 1 / 0 as one`).catch((error: Error) => error);
    const neighbours = [harbor, lake, harbor, lake].map((tenantId) =>
      lookUpIn(database, tenantId, names).catch((error: unknown) => error),
    );
    expect(await failing).toMatchObject({ message: 'division by zero' });
    const [first, other, , last] = await Promise.all(neighbours);
    expect(first).toMatchObject({ code: 'server.busy' });
    // Another tenant's look-ups are another transaction.
    expect([other, last]).toEqual([['Pine'], ['Pine']]);
    expect(await lookUpIn(database, harbor, names)).toEqual(['Cedar', 'Oak']);
  });

  test('and leave no transaction open', async () => {
    await Promise.all([harbor, lake].map((tenantId) => lookUpIn(database, tenantId, names)));
    await expect.poll(() => openTransactions(world), { timeout: 2_000 }).toBe(0);
  });
});

describe('when their connection', () => {
  test('is lost, whoever waits is told and the next one finds again', async () => {
    const pid = await lookUpIn(database, harbor, backend);
    const waiting = lookUpIn(database, harbor, (db) => sqlOf(db)`select pg_sleep(10)`);
    waiting.catch(() => undefined);
    await world.owner(`select pg_terminate_backend(${pid})`);
    await expect(waiting).rejects.toMatchObject({ code: 'database.unavailable', status: 503 });
    expect(await lookUpIn(database, harbor, names)).toEqual(['Cedar', 'Oak']);
    expect((await world.call(authEndpoints.me, { as: 'orgAdmin' })).status).toBe(200);
  });

  test('says nothing any more, people are told within seconds and the next one finds again', async () => {
    const pid = await lookUpIn(database, harbor, backend);
    process.kill(pid, 'SIGSTOP');
    try {
      const replies = await Promise.all(
        Array.from({ length: 5 }, () => world.call(authEndpoints.me, { as: 'orgAdmin' })),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
      expect((await world.call(authEndpoints.me, { as: 'orgAdmin' })).status).toBe(200);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }, 15_000);
});
