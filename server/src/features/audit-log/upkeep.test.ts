import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { audit } from '../../kernel/audit.ts';
import { inTenant, noOrigin } from '../../kernel/tenant.ts';
import { buildWorld } from '../../testing/world.ts';
import { createCheckpointer } from './checkpointer.ts';
import { beginUpkeep } from './upkeep.ts';

const world = await buildWorld();
const { database, secrets, clock } = world.kernel;
const { harbor, lake } = world.msps;
const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-upkeep-'));
const checkpointer = createCheckpointer({ database, secrets, clock, folder });
afterAll(() => {
  checkpointer.close();
  rmSync(folder, { recursive: true });
});

const entry = (
  age: string,
) => `select audit_write($1, now() - interval '${age}', null, 'Policy', 'Done', 'Ada', null, null, null,
  'success', '', '', '')`;
const left = async (tenant: number) =>
  (await world.owner<{ seq: string }>('select seq from audit_log where tenant_id = $1 order by seq', [tenant])).map(
    ({ seq }) => seq,
  );
const patience = { timeout: 10_000 };

test('a long removal keeps no checkpoint waiting, and a server that stops leaves the rest for the next time', async () => {
  await world.owner('truncate audit_log, audit_heads, audit_counts');
  for (const age of ['8 years', '1 day']) {
    await world.owner(entry(age), [harbor]);
    await world.owner(entry(age), [lake]);
    await checkpointer.run();
  }
  const warned: unknown[] = [];
  const log = { warn: (details: unknown) => void warned.push(details) };
  // The removal waits for it as one waits that takes long; a checkpoint only reads.
  await world.owner('begin');
  await world.owner('select from audit_heads where tenant_id = $1 for update', [harbor]);
  const parts = { database, secrets, log, checkpointer, folder };
  const stop = beginUpkeep(parts, { checkpoint: 20, retention: 3_600_000 });
  const waiting = () =>
    world.owner('select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))');
  await expect.poll(async () => (await waiting()).length, patience).toBeGreaterThan(0);
  await inTenant(database, { tenantId: lake, origin: noOrigin }, async (db) =>
    audit(db, { category: 'Policy', log: 'Meanwhile', organizationId: null, by: { userId: null, name: 'Ada' } }),
  );
  await expect.poll(() => checkpointer.newestOf(lake)?.seq, patience).toBe(3);
  const stopped = stop();
  await world.owner('rollback');
  await stopped;
  // Of one the first entry went, and stands as removed at the end; of the other nothing did.
  expect([await left(harbor), await left(lake), warned]).toEqual([['2', '3'], ['1', '2', '3'], []]);
});
