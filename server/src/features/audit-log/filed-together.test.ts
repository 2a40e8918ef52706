import { mspAuditLog, organizationAuditLog } from '@sentrywell/contract/audit-log.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../kernel/database.ts';
import { migrate, readMigrations } from '../../kernel/migrate.ts';
import { withClient } from '../../kernel/with-client.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { buildWorld } from '../../testing/world.ts';
import { verifyChains } from './verify-chains.ts';

const world = await buildWorld();
const { lake } = world.msps;
const { pine } = world.organizations;

const written = `select audit_write($1, '2026-01-01'::timestamptz + n * interval '1 hour', case when n % 2 = 0 then $2::bigint end,
    case when n % 7 = 0 then 'Policy' else 'Documents' end, 'Number ' || n || ' done', 'Ada', null, null, null, 'success', '', '', '')
  from generate_series($3::integer, $4::integer) n`;

/** Every page of a list, and what the last of them says of the total. */
async function whole(call: typeof mspAuditLog.list | typeof organizationAuditLog.list, query: Record<string, string>) {
  const texts: string[] = [];
  let total: unknown;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { json } = await world.call(call, {
      as: call === mspAuditLog.list ? 'foreignMspAdmin' : 'foreignAdmin',
      ...(call === mspAuditLog.list ? {} : { params: { id: pine.id } }),
      query: { ...query, limit: '30', ...(cursor === '' ? {} : { cursor }) },
    });
    const page = mspAuditLog.list.reply.parse(json);
    texts.push(...page.entries.map(({ log }) => log));
    cursor = page.olderCursor;
    ({ total } = page);
  }
  return { texts, total };
}

function numbers(upTo: number, isOne: (n: number) => boolean = () => true) {
  const found = Array.from({ length: upTo }, (_, index) => upTo - index).filter(isOne);
  return { texts: found.map((n) => `Number ${n} done`), total: { count: found.length, exact: true } };
}

test('entries are listed, counted and found alike, whether they are filed or not yet', async () => {
  await world.owner('truncate audit_log, audit_heads, audit_counts');
  const filed = new Set<number>();
  for (let upTo = 0; upTo < 290; ) {
    const next = upTo + (upTo < 100 ? 50 : 19);
    await world.owner(written, [lake, pine.id, upTo + 1, next]);
    upTo = next;
    const [row] = await world.owner<{ filed: number; recent: number }>(
      'select count(*) filter (where filed)::integer as filed, count(*) filter (where not filed)::integer as recent from audit_log where tenant_id = $1',
      [lake],
    );
    expect(row).toEqual({ filed: upTo - Number(row?.recent), recent: row?.recent });
    expect(row?.recent).toBeLessThan(128);
    filed.add(Number(row?.filed));
    expect(await whole(mspAuditLog.list, {})).toEqual(numbers(upTo));
    expect(await whole(mspAuditLog.list, { category: 'Policy' })).toEqual(numbers(upTo, (n) => n % 7 === 0));
    expect(await whole(mspAuditLog.list, { search: '7 done' })).toEqual(numbers(upTo, (n) => n % 10 === 7));
    const days = { from: '2026-01-01T09:00:00Z', to: '2026-01-05T00:00:00Z' };
    expect(await whole(mspAuditLog.list, days)).toEqual(numbers(upTo, (n) => n >= 9 && n < 96));
    expect(await whole(organizationAuditLog.list, {})).toEqual(numbers(upTo, (n) => n % 2 === 0));
  }
  // None at first, then 128 more each time, but for the first time.
  expect(filed.size).toBeGreaterThanOrEqual(3);
});

test('a category is offered as soon as its first entry is written', async () => {
  await world.owner('truncate audit_log, audit_heads, audit_counts');
  await world.owner(written, [lake, pine.id, 1, 7]);
  const { json } = await world.call(mspAuditLog.categories, { as: 'foreignMspAdmin' });
  expect(json).toEqual({ categories: ['Documents', 'Policy'] });
});

test('what is no category or no result is refused when it is written, not when it is filed', async () => {
  for (const [category, result] of [
    ['Gossip', 'success'],
    ['Policy', 'maybe'],
  ]) {
    const attempt = world.owner(
      `select audit_write($1, now(), null, $2, 'Done', 'Ada', null, null, null, $3, '', '', '')`,
      [lake, category, result],
    );
    await expect(attempt).rejects.toThrow('the audit log knows no category');
  }
});

test('a log from before goes on: its chain verifies, and its counters agree with its entries', async () => {
  const { owner, app, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  await migrate(owner, { migrations: readMigrations().filter(({ name }) => name < '0180') });
  const sums = await withClient(owner, async (client) => {
    await client.query(`insert into tenants (tenant_id, kind) values (7, 'msp')`);
    await client.query(written, [7, 70, 1, 100]);
    await migrate(owner);
    const before = await client.query('select count(*)::integer as filed from audit_log where filed');
    expect(before.rows).toEqual([{ filed: 100 }]);
    await client.query(written, [7, 70, 101, 300]);
    const { rows } = await client.query<Record<string, number>>(`
      select count(*)::integer as entries, count(*) filter (where not filed)::integer as recent,
        (select sum(entries)::integer from audit_counts where day = '-infinity') as counted from audit_log`);
    return rows[0];
  });
  expect(sums).toEqual({ entries: 300, recent: sums?.['recent'], counted: 300 - Number(sums?.['recent']) });
  const database = openDatabase({ connection: app, connections: 2, log: { warn: () => undefined } });
  onTestFinished(() => database.close());
  const said: string[] = [];
  const { auditPublicKeys: publicKeys } = world.kernel.secrets;
  const say = (sentence: string) => said.push(sentence);
  expect(await verifyChains({ database, publicKeys, folder: '/nowhere', say })).toBe(true);
  expect(said).toEqual(['Tenant 7: 300 entries up to 300; 0 signed checkpoints match.', '1 chain verified.']);
});
