import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../kernel/database.ts';
import { buildWorld } from '../../testing/world.ts';
import { verifyChains } from './verify-chains.ts';

const world = await buildWorld();
const { lake } = world.msps;
const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-checkpoints-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function write(count: number): Promise<void> {
  await world.owner(
    `select audit_write($1, now(), null, 'Policy', 'Done', 'Ada', null, null, null, 'success', '', '', '')
     from generate_series(1, $2::integer)`,
    [lake, count],
  );
}

/** By somebody who owns the database: with a hash that fits, behind the entry before where there is one. No head knows of it. */
async function plant(tenantId: number, seq: number): Promise<void> {
  await world.owner(
    `insert into audit_log (tenant_id, seq, occurred_at, category, log, user_name, prev_hash, hash)
     select t, s, at, 'Policy', 'Planted', 'Ada', prev,
       audit_hash(prev, t, s, at, null, 'Policy', 'Planted', 'Ada', null, null, null, 'success', '', '', '')
     from (select $1::bigint as t, $2::bigint as s, date_trunc('second', now()) as at, coalesce(
       (select hash from audit_log where tenant_id = $1 and seq = $2::bigint - 1), decode(repeat('00', 32), 'hex')) as prev) p`,
    [tenantId, seq],
  );
}

async function verdict(database: Database = world.kernel.database) {
  const said: string[] = [];
  const publicKeys = world.kernel.secrets.auditPublicKeys;
  const say = (sentence: string) => said.push(sentence);
  return { intact: await verifyChains({ database, publicKeys, folder, say }), said };
}

beforeEach(async () => {
  await world.owner('truncate audit_log, audit_heads, audit_counts');
  await write(10);
});

describe('an entry that was put into the log beside its chain', () => {
  test.each([1_000, 11, 0, -3])('is noticed by the verification: %i', async (seq) => {
    await plant(lake, seq);
    expect(await verdict()).toMatchObject({
      intact: false,
      said: [
        `Tenant ${lake}: BROKEN: entry ${seq} does not belong to the chain, which goes from entry 1 to entry 10.`,
        '1 problem found in 1 chain.',
      ],
    });
  });

  test('is noticed where retention has removed the beginning of the chain', async () => {
    const [base] = await world.owner<{ hash: Buffer }>('select hash from audit_log where tenant_id = $1 and seq = 4', [
      lake,
    ]);
    await world.owner('delete from audit_log where tenant_id = $1 and seq <= 4', [lake]);
    await world.owner('update audit_heads set base_seq = 4, base_hash = $2 where tenant_id = $1', [lake, base?.hash]);
    await plant(lake, 3);
    const { json } = await world.call(mspAuditLog.findEntry, { as: 'foreignMspAdmin', params: { seq: 3 } });
    expect(mspAuditLog.findEntry.reply.parse(json).chain.verified).toBe(false);
  });

  test('is noticed in the place of another, by the verification and on the page', async () => {
    // Those of before are filed, and the planted one among them.
    const placed = 'select count(*)::integer as filed from audit_log where tenant_id = $1 and seq = 3 and filed';
    expect(await world.owner(placed, [lake])).toEqual([{ filed: 0 }]);
    await plant(lake, 3);
    expect(await world.owner(placed, [lake])).toEqual([{ filed: 1 }]);
    expect(await verdict()).toMatchObject({
      intact: false,
      said: [expect.stringMatching(/BROKEN: entry 3 is there twice/), '1 problem found in 1 chain.'],
    });
    const { json } = await world.call(mspAuditLog.findEntry, { as: 'foreignMspAdmin', params: { seq: 3 } });
    expect(mspAuditLog.findEntry.reply.parse(json).chain).toMatchObject({
      verified: false,
      reason: 'More than one entry stands in this place of the chain.',
    });
  });

  test('is noticed in the place of another also where it is the same, at the end of what is read at once', async () => {
    await write(4_990);
    await world.owner(
      `insert into audit_log select tenant_id, seq, occurred_at, organization_id, category, log, user_name, actor_user_id, target_type, target_id,
         result, address, user_agent, request_id, prev_hash, hash from audit_log where tenant_id = $1 and seq = 5000 and not filed`,
      [lake],
    );
    expect(await verdict()).toMatchObject({
      intact: false,
      said: [`Tenant ${lake}: BROKEN: entry 5000 is there twice.`, '1 problem found in 1 chain.'],
    });
  });

  test('is noticed for a tenant that has no chain', async () => {
    const { tenantId } = world.organizations.birch;
    await plant(tenantId, 1);
    const { intact, said } = await verdict();
    expect(intact).toBe(false);
    expect(said).toContain(`Tenant ${tenantId}: BROKEN: entry 1 does not belong to the chain, which has no entries.`);
  });

  test('is not called verified on the page, nor is one that follows it', async () => {
    const chainOf = async (seq: number) => {
      const { json } = await world.call(mspAuditLog.findEntry, { as: 'foreignMspAdmin', params: { seq } });
      return mspAuditLog.findEntry.reply.parse(json).chain;
    };
    for (const seq of [11, 5_000, 5_001]) {
      await plant(lake, seq);
      expect(await chainOf(seq)).toMatchObject({
        verified: false,
        reason: 'This entry does not belong to the chain: it stands outside of what was written one after another.',
      });
    }
    expect(await chainOf(1)).toMatchObject({ verified: true, reason: null });
    // In a gap it begins anew, as the first entry of all does.
    await world.owner('delete from audit_log where tenant_id = $1 and seq in (4, 5)', [lake]);
    await plant(lake, 5);
    expect(await chainOf(5)).toMatchObject({
      verified: false,
      reason: 'The entry before this one is missing or was changed.',
    });
  });

  test('is not one that was written while the chains are verified', async () => {
    const { database } = world.kernel;
    let isFirst = true;
    const meanwhile: Database = {
      ...database,
      transaction: async (shape, work) => {
        const result = await database.transaction(shape, work);
        if (isFirst) {
          // How far the chain had come is known now, and it goes on.
          isFirst = false;
          await write(2);
        }
        return result;
      },
    };
    expect(await verdict(meanwhile)).toMatchObject({ intact: true });
    expect(isFirst).toBe(false);
  });
});
