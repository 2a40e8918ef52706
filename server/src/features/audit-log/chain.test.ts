import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildWorld } from '../../testing/world.ts';
import { checkpointsOf } from './checkpoint-file.ts';
import { createCheckpointer } from './checkpointer.ts';
import { removeExpired } from './remove-expired.ts';
import { verifyChains } from './verify-chains.ts';

const world = await buildWorld();
const { database, secrets, clock } = world.kernel;
const { harbor, lake } = world.msps;
const { cedar } = world.organizations;

const folders: string[] = [];
let folder = '';
let checkpointer = createCheckpointer({ database, secrets, clock, folder: tmpdir() });

/** Two chains of ten entries, signed after the sixth and after the last, as a fresh start for every test. */
beforeEach(async () => {
  checkpointer.close();
  folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-checkpoints-'));
  folders.push(folder);
  checkpointer = createCheckpointer({ database, secrets, clock, folder });
  await world.owner('truncate audit_log, audit_heads, audit_counts');
  for (const tenant of [harbor, lake]) {
    await write(tenant, 1, 6);
  }
  await checkpointer.run();
  for (const tenant of [harbor, lake]) {
    await write(tenant, 7, 10);
  }
  await checkpointer.run();
});

afterAll(() => {
  checkpointer.close();
  for (const each of folders) {
    rmSync(each, { recursive: true, force: true });
  }
});

/** Entries a day apart, the first one eight years ago. */
async function write(tenant: number, first: number, last: number): Promise<void> {
  await world.owner(
    `select audit_write($1, date_trunc('milliseconds', now()) - interval '8 years' + n * interval '1 day', case when n % 2 = 0 then $2::bigint end, 'Policy',
       'Änderung "' || n || '" \\ done' || chr(9) || chr(8364), 'Ada Tester', 7, 'policy', n::text, 'success', '10.0.0.1', 'test', 'request')
     from generate_series($3::integer, $4::integer) n`,
    [tenant, tenant === harbor ? cedar.id : null, first, last],
  );
}

async function verdict(): Promise<{ readonly intact: boolean; readonly said: readonly string[] }> {
  const said: string[] = [];
  const intact = await verifyChains({
    database,
    publicKeys: secrets.auditPublicKeys,
    folder,
    say: (sentence) => said.push(sentence),
  });
  return { intact, said };
}

const rechain = `create or replace function pg_temp.rechain(t bigint, first bigint) returns void language plpgsql as $f$
  declare e audit_log; prev bytea;
  begin
    select coalesce((select hash from audit_log where tenant_id = t and seq = first - 1), (select base_hash from audit_heads where tenant_id = t)) into prev;
    for e in select * from audit_log where tenant_id = t and seq >= first order by seq loop
      update audit_log set prev_hash = prev, hash = audit_hash(prev, t, seq, occurred_at, organization_id, category, log, user_name, actor_user_id, target_type, target_id, result, address, user_agent, request_id)
        where tenant_id = t and seq = e.seq returning hash into prev;
    end loop;
    update audit_heads set hash = prev, seq = (select max(seq) from audit_log where tenant_id = t) where tenant_id = t;
  end $f$`;

describe('the chain of the audit log', () => {
  test('verifies when nobody touched it, and says so for each tenant', async () => {
    const { intact, said } = await verdict();
    expect(said).toEqual([
      `Tenant ${harbor}: 10 entries up to 10; 2 signed checkpoints match.`,
      `Tenant ${lake}: 10 entries up to 10; 2 signed checkpoints match.`,
      '2 chains verified.',
    ]);
    expect(intact).toBe(true);
  });

  test('is the same whatever encoding the one who writes speaks', async () => {
    const [encoding] = await world.owner<{ name: string }>(
      "select set_config('client_encoding', 'LATIN1', false) as name",
    );
    expect(encoding?.name).toBe('LATIN1');
    try {
      await world.owner(
        "select audit_write($1, now(), null, 'Policy', U&'\\00C4nderung \\20AC', 'Ada', null, null, null, 'success', '', '', '')",
        [harbor],
      );
    } finally {
      await world.owner('reset client_encoding');
    }
    const { intact, said } = await verdict();
    expect(said[0]).toBe(`Tenant ${harbor}: 11 entries up to 11; 2 signed checkpoints match.`);
    expect(intact).toBe(true);
  });

  // Each by somebody who owns the database and knows how the chain is made, but not the signing key.
  const attacks: readonly (readonly [name: string, sql: string, found: RegExp])[] = [
    ['edit', "update audit_log set log = 'Nothing happened' where tenant_id = $1 and seq = 4", /entry 4 .*was changed/],
    [
      're-time',
      "update audit_log set occurred_at = occurred_at + interval '1 microsecond' where tenant_id = $1 and seq = 5",
      /entry 5 .*was changed/,
    ],
    ['delete', 'delete from audit_log where tenant_id = $1 and seq = 3', /entry 3 is missing/],
    [
      'swap',
      'update audit_log set seq = case seq when 2 then -3 else -2 end where tenant_id = $1 and seq in (2, 3); update audit_log set seq = -seq where seq < 0',
      /entry 2 .*was changed/,
    ],
    [
      'graft from another tenant',
      'delete from audit_log where tenant_id = $1 and seq = 4; insert into audit_log select ($1)::bigint, seq, occurred_at, organization_id, category, log, user_name, actor_user_id, target_type, target_id, result, address, user_agent, request_id, prev_hash, hash from audit_log where tenant_id = $2 and seq = 4',
      /entry 4 .*was changed/,
    ],
    ['cut the tail', 'delete from audit_log where tenant_id = $1 and seq > 8', /entry 9 is missing/],
    [
      'cut the tail and repair the head',
      'delete from audit_log where tenant_id = $1 and seq > 8; select pg_temp.rechain($1, 8)',
      /entry 9 is missing; a signed checkpoint covers entry 10/,
    ],
    [
      'rewrite all',
      "update audit_log set log = 'Nothing happened' where tenant_id = $1 and seq = 4; select pg_temp.rechain($1, 1)",
      /entry 6 is not the one that was signed/,
    ],
    [
      'cut the beginning and move the base',
      'update audit_heads h set base_seq = 6, base_hash = l.hash from audit_log l where h.tenant_id = $1 and l.tenant_id = $1 and l.seq = 6; delete from audit_log where tenant_id = $1 and seq <= 6',
      /entries up to 6 are missing, and no signed line says/,
    ],
    [
      'delete a chain and its head',
      'delete from audit_log where tenant_id = $1; delete from audit_heads where tenant_id = $1',
      /the whole chain is missing/,
    ],
  ];

  test.each(attacks)('detects: %s', async (_name, sql, found) => {
    await world.owner(rechain);
    for (const statement of sql.split('; ')) {
      await world.owner(statement.replaceAll('$1', String(harbor)).replaceAll('$2', String(lake)));
    }
    const { intact, said } = await verdict();
    expect(intact).toBe(false);
    const broken = said.filter((sentence) => sentence.includes('BROKEN'));
    expect(broken).toHaveLength(1);
    expect(broken[0]).toMatch(new RegExp(`^Tenant ${harbor}: BROKEN: `));
    expect(broken[0]).toMatch(found);
  });

  test('detects a checkpoint that was changed, taken out or made with another key', async () => {
    const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
    const file = path.join(folder, name);
    const original = readFileSync(file, 'utf8');
    const lines = original.trimEnd().split('\n');
    writeFileSync(
      file,
      `${lines.map((line, index) => (index === 1 ? line.replace('"seq":6', '"seq":5') : line)).join('\n')}\n`,
    );
    expect((await verdict()).said[0]).toMatch(/line 2 has a wrong signature/);
    writeFileSync(file, `${lines.filter((_line, index) => index !== 1).join('\n')}\n`);
    expect((await verdict()).said[0]).toMatch(/line 2 does not follow the line before it/);
    writeFileSync(file, original);
    expect((await verdict()).intact).toBe(true);
    appendFileSync(file, '{"kind":"checkpoint"}\n');
    expect((await verdict()).said[0]).toMatch(/line 5 is not a checkpoint/);
  });

  test('goes on behind a line that a crash has torn', async () => {
    checkpointer.close();
    const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
    appendFileSync(path.join(folder, name), '{"kind":"checkpoint","tenant":');
    expect((await verdict()).intact).toBe(true);
    checkpointer = createCheckpointer({ database, secrets, clock, folder });
    expect(await checkpointer.run()).toBe(0);
    await write(harbor, 11, 12);
    expect(await checkpointer.run()).toBe(1);
    expect((await verdict()).said).toContain(`Tenant ${harbor}: 12 entries up to 12; 3 signed checkpoints match.`);
    expect(await checkpointsOf(folder, secrets.auditPublicKeys, harbor)).toHaveLength(3);
  });

  test('is signed by one server at a time, where two share a data folder', async () => {
    const second = createCheckpointer({ database, secrets, clock, folder });
    await write(harbor, 11, 12);
    expect(await second.run()).toBe(0);
    expect(await checkpointer.run()).toBe(1);
    checkpointer.close();
    await write(harbor, 13, 13);
    expect(await second.run()).toBe(1);
    second.close();
    expect((await verdict()).intact).toBe(true);
  });
});

describe('retention', () => {
  const warned: unknown[] = [];
  const log = { warn: (details: unknown) => warned.push(details) };
  const remove = () => removeExpired({ database, folder, publicKeys: secrets.auditPublicKeys, checkpointer, log });
  const left = async () =>
    world.owner<{ tenant: string; first: string; last: string }>(
      'select tenant_id as tenant, min(seq) as first, max(seq) as last from audit_log group by 1 order by 1',
    );
  /** Young entries, so that the end of the chain never expires. */
  const today = async () => {
    for (const tenant of [harbor, lake]) {
      await world.owner(
        "select audit_write($1, now(), null, 'Policy', 'Young', 'Ada', null, null, null, 'success', '', '', '')",
        [tenant],
      );
    }
    await checkpointer.run();
  };

  test('removes what is older than six years, up to a signed checkpoint, and the rest still verifies', async () => {
    await today();
    expect(await remove()).toBe(20);
    expect(await left()).toEqual([
      { tenant: String(harbor), first: '11', last: '12' },
      { tenant: String(lake), first: '11', last: '12' },
    ]);
    const { intact, said } = await verdict();
    expect(intact).toBe(true);
    expect(said[0]).toBe(
      `Tenant ${harbor}: 2 entries up to 12, those up to 10 removed after their time; 1 signed checkpoint matches.`,
    );
    const counted = await world.owner<{ n: string }>(
      `select sum(entries) + (select count(*) from audit_log where tenant_id = $1 and not filed) as n
       from audit_counts where tenant_id = $1 and day = '-infinity'`,
      [harbor],
    );
    expect(counted[0]?.n).toBe('2');
    const [row] = await world.owner<{ log: string }>('select log from audit_log where tenant_id = $1 and seq = 12', [
      harbor,
    ]);
    expect(row?.log).toBe('Removed 10 entries older than 6 years, up to entry 10');
    expect(await remove()).toBe(0);
  });

  test('removes nothing under a legal hold, nothing within a longer retention, nothing without a checkpoint', async () => {
    await today();
    await world.owner('update audit_heads set legal_hold = true where tenant_id = $1', [harbor]);
    await world.owner('update audit_heads set retention_years = 9 where tenant_id = $1', [lake]);
    expect(await remove()).toBe(0);
    await world.owner('update audit_heads set legal_hold = false where tenant_id = $1', [harbor]);
    const empty = mkdtempSync(path.join(tmpdir(), 'sentrywell-checkpoints-'));
    folders.push(empty);
    const parts = { database, folder: empty, publicKeys: secrets.auditPublicKeys, checkpointer, log };
    expect(await removeExpired(parts)).toBe(0);
    expect(await remove()).toBe(10);
  });

  test('an entry that a wrong clock has dated back goes only when the entries before it do', async () => {
    await world.owner(
      "select audit_write($1, now(), null, 'Policy', 'Young', 'Ada', null, null, null, 'success', '', '', '')",
      [harbor],
    );
    await write(harbor, 20, 20);
    await checkpointer.run();
    await today();
    expect(await remove()).toBe(20);
    expect(await left()).toEqual([
      { tenant: String(harbor), first: '11', last: '14' },
      { tenant: String(lake), first: '11', last: '12' },
    ]);
    expect(warned).toEqual([]);
    expect((await verdict()).intact).toBe(true);
  });

  test('a chain that the database refuses to cut is logged, nothing is announced of it, and the others go on', async () => {
    await today();
    await world.owner("update audit_log set hash = sha256('other') where tenant_id = $1 and seq = 10", [harbor]);
    expect(await remove()).toBe(10);
    expect(await remove()).toBe(0);
    expect(await left()).toEqual([
      { tenant: String(harbor), first: '1', last: '11' },
      { tenant: String(lake), first: '11', last: '12' },
    ]);
    expect(warned).toMatchObject([{ tenantId: harbor }, { tenantId: harbor }]);
    const announced = async (tenant: number) =>
      (await checkpointsOf(folder, secrets.auditPublicKeys, tenant)).filter(({ kind }) => kind === 'removed');
    expect(await announced(harbor)).toEqual([]);
    expect(await announced(lake)).toHaveLength(1);
  });

  test('the database refuses a cut that is too young, names a wrong hash, or breaks a hold, whoever asks', async () => {
    await today();
    const cut = async (seq: number, hash: string) =>
      database.transaction(
        { opening: [`set local app.tenant_id = '${harbor}'`], waitsForCommit: () => true },
        async ({ sql }) =>
          sql<{ removed: number }>`select audit_cut(${seq}::bigint, decode(${hash}::text, 'hex')) as removed`,
      );
    await world.owner(
      "update audit_log set occurred_at = now() - interval '5 years' where tenant_id = $1 and seq = 3",
      [harbor],
    );
    const [fourth] = await world.owner<{ hash: string }>(
      "select encode(hash, 'hex') as hash from audit_log where tenant_id = $1 and seq = 4",
      [harbor],
    );
    await expect(cut(4, fourth?.hash ?? '')).rejects.toThrow(/younger than the retention/);
    await expect(cut(2, '00')).rejects.toThrow(/another hash/);
    await world.owner('update audit_heads set legal_hold = true where tenant_id = $1', [harbor]);
    expect(await cut(2, '00')).toEqual([{ removed: 0 }]);
  });
});
