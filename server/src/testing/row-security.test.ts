import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../kernel/database.ts';
import { sqlOf } from '../kernel/sql.ts';
import { asMsp, inTenant, narrowToOrganization, noOrigin } from '../kernel/tenant.ts';
import { buildWorld, type World } from './world.ts';

/** Two walls between tenants, each of which must hold alone (security rule 7). */
let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const harborReads = <Row extends object>(
  work: (sql: ReturnType<typeof sqlOf>) => Promise<Row[]>,
  organizationId?: number,
) =>
  inTenant(world.kernel.database, { tenantId: world.msps.harbor, origin: noOrigin }, (db) => {
    if (organizationId !== undefined) {
      narrowToOrganization(db, organizationId);
    }
    return work(sqlOf(db));
  });

describe('the walls between tenants', () => {
  test('row security alone stops a foreign read when the explicit condition is left out', async () => {
    const rows = await harborReads((sql) => sql<{ name: string }>`select name from organizations order by name`);
    expect(rows.map(({ name }) => name)).toEqual(['Cedar', 'Oak']);
    const people = await harborReads((sql) => sql<{ tenantId: number }>`select distinct tenant_id from users`);
    expect(people).toEqual([{ tenantId: world.msps.harbor }]);
  });

  test('row security alone hides an organization’s siblings inside its own transaction', async () => {
    const rows = await harborReads(
      (sql) => sql<{ name: string }>`select name from organizations`,
      world.organizations.cedar.id,
    );
    expect(rows).toEqual([{ name: 'Cedar' }]);
  });

  test('a person of an MSP sees the whole tenant by row security alone, and nothing of another', async () => {
    const rows = await inTenant(
      world.kernel.database,
      { tenantId: world.msps.harbor, origin: noOrigin },
      (db) => sqlOf(asMsp(db, false))<{ name: string }>`select name from organizations order by name`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['Cedar', 'Oak']);
    await expect(
      inTenant(
        world.kernel.database,
        { tenantId: world.msps.lake, origin: noOrigin },
        (db) => sqlOf(asMsp(db, false))`
        insert into organizations (tenant_id, msp_id, name, domain_name) values (${world.msps.harbor}, ${world.msps.harbor}, 'X', 'x.example')`,
      ),
    ).rejects.toThrow(/row-level security/);
  });

  test('what began as an MSP’s transaction never becomes an organization’s', async () => {
    const { id } = world.organizations.cedar;
    const narrowed = inTenant(world.kernel.database, { tenantId: world.msps.harbor, origin: noOrigin }, async (db) =>
      narrowToOrganization(asMsp(db, false), id),
    );
    await expect(narrowed).rejects.toThrow('sees more than one organization');
  });

  test('the explicit condition alone stops a foreign read when row security is off', async () => {
    const client = new pg.Client({ ...world.appConnection, user: 'postgres' });
    await client.connect();
    await client.query(
      'alter table organizations no force row level security; alter table organizations disable row level security',
    );
    try {
      const reply = await world.call(organizationEndpoints.listTenants, { as: 'foreignMspAdmin' });
      expect(reply.json).toMatchObject({ tenants: [{ name: 'Pine' }] });
      const foreign = await world.call(organizationEndpoints.findOrganization, {
        as: 'foreignMspAdmin',
        params: { id: world.organizations.cedar.id },
      });
      expect(foreign.status).toBe(404);
    } finally {
      await client.query(
        'alter table organizations enable row level security; alter table organizations force row level security',
      );
      await client.end();
    }
  });

  test('a transaction without a tenant sees nothing, and none can be written to', async () => {
    const database = openDatabase({ connection: world.appConnection, connections: 1, log: { warn: () => undefined } });
    try {
      const seen = await database.transaction(
        { opening: [], waitsForCommit: () => true },
        ({ sql }) =>
          sql<{
            n: number;
          }>`select (select count(*) from organizations) + (select count(*) from users) + (select count(*) from audit_log) as n`,
      );
      expect(seen).toEqual([{ n: 0 }]);
      await expect(
        inTenant(
          database,
          { tenantId: world.msps.lake, origin: noOrigin },
          (db) => sqlOf(db)`
          insert into organizations (tenant_id, msp_id, name, domain_name) values (${world.msps.harbor}, ${world.msps.harbor}, 'X', 'x.example')`,
        ),
      ).rejects.toThrow(/row-level security/);
    } finally {
      await database.close();
    }
  });

  test('a setting does not outlive its transaction', async () => {
    const database = openDatabase({ connection: world.appConnection, connections: 1, log: { warn: () => undefined } });
    try {
      await inTenant(database, { tenantId: world.msps.harbor, origin: noOrigin }, (db) => sqlOf(db)`select 1 as one`);
      const rows = await database.transaction(
        { opening: [], waitsForCommit: () => true },
        ({ sql }) =>
          sql<{ tenant: string | null }>`select nullif(current_setting('app.tenant_id', true), '') as tenant`,
      );
      expect(rows).toEqual([{ tenant: null }]);
    } finally {
      await database.close();
    }
  });
});

describe('the catalogue of the database', () => {
  const isTenantAlone = `(policyname = 'whole_tenant' and roles = '{app_tenant}' and cmd = 'ALL' and qual = with_check
    and qual = '(tenant_id = (NULLIF(current_setting(''app.tenant_id''::text, true), ''''::text))::bigint)')`;

  test('every table with a tenant has forced row security, its policy, and the tenant first in its keys', async () => {
    const rows = await world.owner<{ relname: string }>(`
      select c.relname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and c.relname not in ('organization_directory', 'domain_directory', 'user_emails', 'jobs')
        and not (c.relrowsecurity and c.relforcerowsecurity
          and exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_wall')
          and exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary and i.indkey[0] = a.attnum))`);
    expect(rows).toEqual([]);
  });

  test('only the role of a root user reads across tenants: organizations, MSPs, tenants and scores', async () => {
    const rows = await world.owner<{ policy: string }>(`
      select concat_ws(' ', policyname, cmd, tablename, roles::text) as policy from pg_policies
      where policyname <> 'tenant_wall' and not ${isTenantAlone} and roles <> array[current_user] order by tablename`);
    expect(rows.map(({ policy }) => policy)).toEqual([
      'root_reads SELECT assessments {app_root}',
      'root_reads SELECT msps {app_root}',
      'root_reads SELECT organizations {app_root}',
      'root_reads SELECT tenants {app_root}',
    ]);
  });

  test('the role of an MSP’s people has the tenant’s wall on every table of an organization, and no other rule', async () => {
    const rows = await world.owner<{ tablename: string }>(
      `select tablename from pg_policies where policyname = 'tenant_wall' and qual like '%app.organization_id%'
       except select tablename from pg_policies where ${isTenantAlone}`,
    );
    expect(rows).toEqual([]);
    const others = await world.owner<{ tablename: string }>(
      `select tablename from pg_policies where 'app_tenant' = any(roles) and not ${isTenantAlone}`,
    );
    expect(others).toEqual([]);
  });

  test('no views, no triggers, no owner function without a fixed search path that ends with temporary tables, nothing executable by everybody that runs as owner', async () => {
    const rows = await world.owner<{ what: string }>(`
      select 'view ' || relname as what from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
      union all select 'trigger ' || tgname from pg_trigger where not tgisinternal
      union all select 'function ' || proname from pg_proc
        where prosecdef and pronamespace = 'public'::regnamespace
          and (proconfig is null or not exists (select 1 from unnest(proconfig) c where c like 'search_path=%, pg_temp')
            or has_function_privilege('public', oid, 'execute'))`);
    expect(rows).toEqual([]);
  });

  test('tables that the server’s login makes for itself are not taken for the schema’s own by what runs as its owner', async () => {
    const login = new pg.Client(world.appConnection);
    await login.connect();
    try {
      await login.query(`
        create temporary table audit_heads as select * from audit_heads with no data;
        insert into pg_temp.audit_heads (tenant_id, seq, hash) values (${world.msps.lake}, 1000000, '');
        create function pg_temp.empty_the_log() returns trigger language plpgsql as
          'begin delete from public.audit_log; return new; end';
        create trigger on_entry before update on pg_temp.audit_heads for each row execute function pg_temp.empty_the_log();
        grant all on pg_temp.audit_heads to public`);
      const before = await world.owner('select seq from audit_log order by tenant_id, seq');
      await login.query(`begin; set local app.tenant_id = '${world.msps.lake}'`);
      await login.query(
        "select audit_append(null, 'Audit', 'Planted', 'Nobody', null, null, null, 'success', '', '', '')",
      );
      await login.query('commit');
      const after = await world.owner('select seq from audit_log order by tenant_id, seq');
      expect(after).toHaveLength(before.length + 1);
    } finally {
      await login.end();
    }
  });

  test('the server’s role is neither superuser nor owner, and may not truncate, reference or trigger', async () => {
    const rows = await world.owner<{ what: string }>(`
      select rolname as what from pg_roles where rolname in ('app_user', 'app_tenant', 'app_root', 'app_login')
        and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)
      union all select grantee || ' ' || privilege_type || ' ' || table_name from information_schema.role_table_grants
        where grantee in ('app_user', 'app_tenant', 'app_root', 'app_login') and (privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER')
          or (table_name ~ '^audit_(log|heads|counts)' and privilege_type <> 'SELECT'))
      union all select relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in ('app_user', 'app_tenant', 'app_root', 'app_login')`);
    expect(rows).toEqual([]);
  });
});
