import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeConcurrently } from '../../testing/audit-load.ts';
import { buildWorld } from '../../testing/world.ts';
import { verifyChains } from './verify-chains.ts';

test('64 writers at once over 20 tenants leave no gap and no fork, and every chain verifies', async () => {
  const world = await buildWorld();
  const rows = await world.owner<{ id: string }>(
    "insert into tenants (kind) select 'msp' from generate_series(1, 20) returning tenant_id as id",
  );
  const tenants = rows.map(({ id }) => Number(id));
  const entries = 4_000;
  await writeConcurrently({ database: world.kernel.database, tenants, writers: 64, entries });
  const [sums] = await world.owner<Record<string, number>>(
    `select count(*)::integer as entries, count(distinct (tenant_id, seq))::integer as positions,
       (select sum(seq)::integer from audit_heads) as heads,
       (select sum(entries)::integer from audit_counts where day = '-infinity') + count(*) filter (where not filed)::integer as counted,
       (select sum(entries)::integer from audit_counts where day > '-infinity') + count(*) filter (where not filed)::integer as counted_by_day
     from audit_log`,
  );
  expect(sums).toEqual({ entries, positions: entries, heads: entries, counted: entries, counted_by_day: entries });
  const said: string[] = [];
  const { database, secrets } = world.kernel;
  const intact = await verifyChains({
    database,
    publicKeys: secrets.auditPublicKeys,
    folder: path.join(tmpdir(), 'none'),
    say: (sentence) => said.push(sentence),
  });
  expect(said.at(-1)).toBe('20 chains verified.');
  expect(intact).toBe(true);
}, 60_000);
