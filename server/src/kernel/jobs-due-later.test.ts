import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { buildWorld } from '../testing/world.ts';
import { queueJob } from './jobs.ts';
import { inTenant, noOrigin } from './tenant.ts';

const world = await buildWorld();
const { jobs, database } = world.kernel;

// On Citus table and index lie in pieces with other names.
const isInOnePiece = !inject('databaseServer').citus;

/**
 * Blocks of the table and its index that were read so far, as far as the connections have said: one that lies idle says what it read
 * only when it is used once more, or ten seconds later. That is why these stand in a file, and thus a database, in which nobody else
 * has looked for jobs.
 */
async function blocksRead() {
  const [row] = await world.owner<{ index: string; table: string }>(
    `select i.idx_blks_hit + i.idx_blks_read as index, t.heap_blks_hit + t.heap_blks_read as table
    from pg_statio_user_indexes i join pg_statio_user_tables t using (relid) where i.indexrelname = 'jobs_due'`,
  );
  return { index: Number(row?.index), table: Number(row?.table) };
}

test.runIf(isInOnePiece)('what is due in a year is read neither to find what is due now nor to count it', async () => {
  await world.owner(`insert into jobs (bucket, tenant_id, kind, run_at)
    select n % 64, n, 'exception.expire', now() + interval '1 year' from generate_series(1, 200000) n`);
  await world.owner('alter table jobs set (autovacuum_enabled = off); analyze jobs');
  await inTenant(database, { tenantId: 2, origin: noOrigin }, (db) => queueJob(db, { kind: 'fails', payload: {} }));
  await world.owner("update jobs set attempts = 1, run_at = now() + interval '1 hour' where kind = 'fails'");
  await world.owner('select pg_stat_force_next_flush()');
  const before = await blocksRead();
  // A connection says at most once a second what it has read.
  await jobs.runDue();
  expect(await jobs.count()).toEqual({ due: 0, failing: 1, delayedMails: 0 });
  await wait(1_500);
  await jobs.runDue();
  const after = await blocksRead();
  expect(after.index - before.index).toBeLessThan(900);
  expect(after.table - before.table).toBeLessThan(200);
});
