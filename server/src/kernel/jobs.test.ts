import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildWorld } from '../testing/world.ts';
import { createJobs, queueJob } from './jobs.ts';
import { seal, unseal } from './sealed.ts';
import { inTenant, noOrigin } from './tenant.ts';

const world = await buildWorld();
const { jobs, database } = world.kernel;

/** Names of the jobs in the order in which they began; a slow one ends when the test says so. */
let begun: string[] = [];
let release: () => void = () => undefined;
let released: Promise<void> = Promise.resolve();
const slowKinds = Array.from({ length: 5 }, (_, index) => `slow ${index}`);

for (const kind of ['quick', ...slowKinds]) {
  jobs.handle(kind, async ({ tenantId }) => {
    begun.push(`${kind} of ${tenantId}`);
    await (kind === 'quick' ? undefined : released);
  });
}

beforeEach(() => {
  begun = [];
  released = new Promise((resolve) => {
    release = resolve;
  });
});
afterEach(async () => {
  release();
  await jobs.stop();
  await world.owner('delete from jobs');
});

const queue = (kind: string, tenantId: number) =>
  inTenant(database, { tenantId, origin: noOrigin }, (db) => queueJob(db, { kind, payload: {} }));
const waiting = async () => (await world.owner('select 1 from jobs')).length;
const patience = { timeout: 15_000 };

test('a job that takes long keeps no other waiting', async () => {
  jobs.start();
  await queue('slow 0', 2);
  await expect.poll(() => begun, patience).toEqual(['slow 0 of 2']);
  await queue('quick', 2);
  await expect.poll(() => begun, patience).toContain('quick of 2');
  await expect.poll(waiting, patience).toBe(1);
  release();
  await expect.poll(waiting, patience).toBe(0);
});

test('a job is due as soon as it is queued: the database tells the time more exactly than the server that looks for it', async () => {
  let succeeded = 0;
  for (let round = 0; round < 300; round += 1) {
    await queue('quick', 2);
    succeeded += await jobs.runDue();
  }
  expect(succeeded).toBe(300);
  await queue('quick', 2);
  expect(await world.owner("select 1 from jobs where run_at > date_trunc('milliseconds', run_at)")).toEqual([]);
});

test.each([
  ['one kind', 6, (index: number) => ({ kind: 'slow 0', tenantId: 100 + index })],
  ['one tenant', 4, (index: number) => ({ kind: slowKinds[index % 5] ?? '', tenantId: 100 })],
])('of %s at most %i run at once: others pass, and the rest follows', async (_what, limit, jobAt) => {
  for (let index = 0; index < 20; index += 1) {
    const { kind, tenantId } = jobAt(index);
    await queue(kind, tenantId);
  }
  jobs.start();
  await expect.poll(() => begun.length, patience).toBe(limit);
  await queue('quick', 2);
  await expect.poll(() => begun.at(-1), patience).toBe('quick of 2');
  expect(begun).toHaveLength(limit + 1);
  release();
  await expect.poll(waiting, patience).toBe(0);
  expect(begun).toHaveLength(21);
});

test('at most 16 run at once, and the rest follows, the longest due first', async () => {
  for (let index = 0; index < 20; index += 1) {
    await queue(slowKinds[index % 5] ?? '', 100 + index);
  }
  jobs.start();
  await expect.poll(() => begun.length, patience).toBe(16);
  await queue('quick', 2);
  expect(begun).not.toContain('quick of 2');
  release();
  await expect.poll(waiting, patience).toBe(0);
  expect(begun.indexOf('quick of 2')).toBe(20);
});

test('a server that stops lets what runs finish and takes nothing more; another one goes on', async () => {
  jobs.start();
  await queue('slow 0', 2);
  await expect.poll(() => begun, patience).toEqual(['slow 0 of 2']);
  let isStopped = false;
  const stopped = jobs.stop().then(() => {
    isStopped = true;
  });
  await queue('quick', 2);
  expect(await waiting()).toBe(2);
  expect(isStopped).toBe(false);
  release();
  await stopped;
  expect([begun, await waiting()]).toEqual([['slow 0 of 2'], 1]);
  expect(await jobs.runDue()).toBe(1);
});

test('a job that runs is left alone by a server whose clock is ahead by more than its lock lasts', async () => {
  const ahead = createJobs({
    database,
    clock: { now: () => new Date(world.kernel.clock.now().getTime() + 10 * 60_000) },
    log: { warn: () => undefined },
  });
  ahead.handle('slow 0', async () => void begun.push('again, by the other server'));
  jobs.start();
  await queue('slow 0', 2);
  await expect.poll(() => begun, patience).toEqual(['slow 0 of 2']);
  expect(await ahead.runDue()).toBe(0);
  expect(begun).toEqual(['slow 0 of 2']);
  release();
  await expect.poll(waiting, patience).toBe(0);
});

test('a job whose server has gone is taken by another once its lock is over', async () => {
  await queue('quick', 2);
  await world.owner("update jobs set locked_until = now() + interval '1 minute'");
  expect(await jobs.runDue()).toBe(0);
  await world.owner("update jobs set locked_until = now() - interval '1 second'");
  expect(await jobs.runDue()).toBe(1);
});

test('a job of a kind that a server does not know yet is left as it is for one that does', async () => {
  await queue('of the next version', 2);
  await queue('quick', 2);
  await expect.poll(() => jobs.runDue(), patience).toBe(1);
  expect(await world.owner('select kind, attempts, locked_until, last_error from jobs')).toEqual([
    { kind: 'of the next version', attempts: 0, locked_until: null, last_error: null },
  ]);
  const newer = createJobs({ database, clock: world.kernel.clock, log: { warn: () => undefined } });
  newer.handle('of the next version', async () => void begun.push('by the newer server'));
  await expect.poll(() => newer.runDue(), patience).toBe(1);
  expect(begun).toContain('by the newer server');
});

test('what waits for others when its server stops is broken off after a while and put back, for another server or the next start', async () => {
  const seen: boolean[] = [];
  jobs.handle('waits for others', async ({ isStopping, signal }) => {
    begun.push('waits for others');
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    }).finally(() => seen.push(isStopping()));
  });
  jobs.start();
  await queue('waits for others', 2);
  await expect.poll(() => begun, patience).toEqual(['waits for others']);
  await jobs.stop(100);
  expect(seen).toEqual([true]);
  expect(await world.owner('select attempts, locked_until, last_error from jobs')).toEqual([
    { attempts: 1, locked_until: null, last_error: 'the server stops' },
  ]);
});

test('a job that was sealed with another key is tried for three days, in which the right key opens it, and then ends', async () => {
  let key = randomBytes(32);
  const sealed = seal(key, 'a wish');
  jobs.handle('sealed', async () => void begun.push(unseal({ encryptionKey: key }, sealed)));
  await queue('sealed', 2);
  await queue('sealed', 3);
  const rightKey = key;
  key = randomBytes(32);
  const runAll = async () => {
    await world.owner("update jobs set run_at = now() - interval '1 minute'");
    return jobs.runDue();
  };
  expect([await runAll(), await waiting()]).toEqual([0, 2]);
  await world.owner("update jobs set created_at = now() - interval '73 hours' where tenant_id = 2");
  expect([await runAll(), await waiting()]).toEqual([0, 1]);
  key = rightKey;
  expect([await runAll(), begun]).toEqual([1, ['a wish']]);
});
