import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorld } from '../../testing/world.ts';

const world = await buildWorld();
const { organizations, msps } = world;
const { cedar, oak } = organizations;

beforeAll(async () => {
  for (const [organization, log] of [
    [cedar.id, 'Of Cedar'],
    [oak.id, 'Of Oak'],
  ]) {
    await world.owner(
      "select audit_write($1, now(), $2, 'Policy', $3, 'Ada Tester', null, null, null, 'success', '', '', '')",
      [msps.harbor, organization, log],
    );
  }
});

describe('the database login of the server', () => {
  const asServer = async (
    statement: string,
    settings: readonly string[] = [`set app.tenant_id = '${msps.harbor}'`],
  ) => {
    const client = new pg.Client(world.appConnection);
    await client.connect();
    try {
      for (const setting of settings) {
        await client.query(setting);
      }
      return await client.query<Record<string, unknown>>(statement);
    } finally {
      await client.end();
    }
  };

  test.each([
    "update audit_log set log = 'x'",
    'delete from audit_log',
    'truncate audit_log',
    "insert into audit_log (tenant_id, seq, occurred_at, category, log, user_name, prev_hash, hash) values (1, 999, now(), 'Audit', 'x', 'x', '', '')",
    'update audit_heads set seq = 0',
    'delete from audit_heads',
    'insert into audit_heads (tenant_id) values (1)',
    'update audit_counts set entries = 0',
    'delete from audit_counts',
    'select * from audit_log_p0',
    'select * from audit_log_recent',
    'select * from audit_log_filed',
    "insert into audit_log_recent (tenant_id, seq, occurred_at, category, log, user_name, prev_hash, hash, filed) values (1, 999, now(), 'Audit', 'x', 'x', '', '', false)",
    'delete from audit_log_recent',
    "update audit_log_filed set log = 'x'",
    'set role app_root; select * from audit_log_recent',
    'set role app_tenant; select * from audit_log_filed',
    'alter table audit_log disable row level security',
    'drop table audit_log',
    "select audit_write(1, now(), null, 'Audit', 'x', 'x', null, null, null, 'success', '', '', '')",
    'reset role; delete from audit_log',
    'set session_replication_role = replica',
    'create trigger t before insert on audit_log for each row execute function suppress_redundant_updates_trigger()',
  ])('may not: %s', async (statement) => {
    await expect(asServer(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  test('appends, and searches, only inside the tenant and organization that the transaction has entered', async () => {
    await expect(
      asServer("select * from audit_search('of', null, null, null, null, null, null, null, 'any', 100)", []),
    ).rejects.toThrow(/needs app.tenant_id/);
    await expect(
      asServer("select audit_append(null, 'Audit', 'x', 'x', null, null, null, 'success', '', '', '')", []),
    ).rejects.toThrow(/needs app.tenant_id/);
    const narrow = [`set app.tenant_id = '${msps.harbor}'`, `set app.organization_id = '${cedar.id}'`];
    const { rows } = await asServer(
      `select l.organization_id as id from audit_search('of', null, ${oak.id}, null, null, null, null, null, 'any', 100) s join audit_log l on l.seq = s.seq
       union all select l.organization_id from audit_search('of ', null, null, null, null, null, null, null, 'any', 100) s join audit_log l on l.seq = s.seq`,
      narrow,
    );
    expect(new Set(rows.map(({ id }) => Number(id)))).toEqual(new Set([cedar.id]));
  });

  test.each([5, 101])('keeps no log for %i years', async (years) => {
    await expect(asServer(`select audit_keep(${years}, false)`)).rejects.toMatchObject({ code: '23514' });
  });

  test.each([
    ['category', "'Gossip', 'x', 'x', null, null, null, 'success'"],
    ['result', "'Audit', 'x', 'x', null, null, null, 'perhaps'"],
  ])('appends no entry of an unknown %s', async (_what, fields) => {
    const entries = 'select count(*)::integer as n from audit_log';
    const before = await world.owner(entries);
    await expect(asServer(`select audit_append(null, ${fields}, '', '', '')`)).rejects.toMatchObject({ code: '23514' });
    await expect(
      world.owner(`select audit_write($1, now(), null, ${fields}, '', '', '')`, [msps.harbor]),
    ).rejects.toMatchObject({ code: '23514' });
    expect(await world.owner(entries)).toEqual(before);
  });

  test('reads the log itself and has no right whatever on its partitions, which have no walls of their own', async () => {
    const parts = "pg_partition_tree('audit_log') part join pg_class c on c.oid = part.relid";
    const names = await world.owner<{ name: string }>(`select c.relname as name from ${parts} where part.level = 1`);
    expect(names.map(({ name }) => name).sort()).toEqual(['audit_log_filed', 'audit_log_recent']);
    const roles = await world.owner<{ name: string }>(
      "select rolname as name from pg_roles where rolname like 'app\\_%' order by 1",
    );
    expect(roles.map(({ name }) => name)).toEqual(['app_login', 'app_root', 'app_tenant', 'app_user']);
    // By what the role is granted, by what it has from other roles, and by what everybody has.
    const reached = await world.owner<{ name: string; role: string }>(`
      select c.relname as name, r.rolname as role from ${parts} cross join pg_roles r
      where part.level > 0 and r.rolname like 'app\\_%' and (
        has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege(r.oid, c.oid, 'select, insert, update, references')
        or pg_has_role(r.oid, c.relowner, 'member'))`);
    expect(reached).toEqual([]);
    const granted = await world.owner<{ name: string; role: string; may: string }>(`
      select c.relname as name, a.grantee::regrole::text as role, a.privilege_type as may
      from ${parts} cross join lateral (
        select * from aclexplode(c.relacl)
        union all select e.* from pg_attribute f cross join lateral aclexplode(f.attacl) e where f.attrelid = c.oid) a
      where a.grantee <> c.relowner`);
    expect(granted).toEqual([{ name: 'audit_log', role: 'app_user', may: 'SELECT' }]);
  });

  test('every function that runs as its owner has a fixed search path and is closed to everybody else', async () => {
    const open = await world.owner<{ name: string }>(`
      select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname = 'public'
        and (not coalesce(p.proconfig::text like '%search_path=%', false)
          or exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0 and a.privilege_type = 'EXECUTE'))`);
    expect(open).toEqual([]);
    const [count] = await world.owner<{ n: number }>(
      "select count(*)::integer as n from pg_proc where prosecdef and proname like 'audit\\_%'",
    );
    expect(count?.n).toBe(6);
  });
});
