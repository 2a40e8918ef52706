import { connectAsOwner, type OwnerClient, type OwnerConnection } from './owner-client.ts';

/** How a bench's audit log looks: one large tenant, the rest spread evenly over the others. */
export type LogSize = { readonly rows: number; readonly tenants: number; readonly rowsOfFirst: number };

const firstTenant = 1000;
export const tenantAt = (index: number): number => firstTenant + index;

const organizationsEach = 50;
const years = 3;

/** What a rare word and a common one are: five entries of each tenant, and a quarter of all. */
export const rareWord = 'zebrafish';
export const commonWord = 'updated';

const indexes = ['audit_log_by_time', 'audit_log_of_organization', 'audit_log_by_category', 'audit_log_text'];

async function connected(connection: OwnerConnection): Promise<OwnerClient> {
  const client = await connectAsOwner(connection);
  await client.query("set maintenance_work_mem = '512MB'");
  await client.query('set max_parallel_maintenance_workers = 2');
  await client.query("set work_mem = '256MB'");
  await client.query('set synchronous_commit = off');
  return client;
}

/**
 * Fills an empty, migrated database: entries in the order of each chain, with texts as the product writes them. The hashes
 * are no chain: nothing here computes them, and nothing measured looks at them.
 */
export async function fillLog(connection: OwnerConnection, size: LogSize, say: (step: string) => void): Promise<void> {
  const client = await connected(connection);
  const definitions = new Map<string, string>();
  for (const name of indexes) {
    const { rows } = await client.query<{ definition: string }>('select pg_get_indexdef($1::regclass) as definition', [
      name,
    ]);
    definitions.set(name, (rows[0]?.definition ?? '').replace(' ON ONLY ', ' ON '));
    await client.query(`drop index ${name}`);
  }
  await client.query(
    `insert into tenants (tenant_id, kind) select $1::bigint + n, 'msp' from generate_series(0, $2::integer - 1) n`,
    [firstTenant, size.tenants],
  );
  await client.query(
    `insert into organizations (tenant_id, id, msp_id, name, domain_name)
     select tenant_id, tenant_id * 100 + n, tenant_id, 'Clinic ' || n, 'clinic' || n || '.example' from tenants, generate_series(1, $1) n where tenant_id >= $2`,
    [organizationsEach, firstTenant],
  );
  say('entries');
  const each = Math.floor((size.rows - size.rowsOfFirst) / (size.tenants - 1));
  const half = Math.ceil(size.tenants / 2);
  await Promise.all([
    insertEntries(connection, [0, 1], size.rowsOfFirst).then(() => insertEntries(connection, [1, half], each)),
    insertEntries(connection, [half, size.tenants], each),
  ]);
  for (const [name, definition] of definitions) {
    say(name);
    await client.query(definition);
  }
  await client.query(`insert into audit_heads (tenant_id, seq, hash)
    select t.tenant_id, l.seq, l.hash from tenants t, lateral (select seq, hash from audit_log a where a.tenant_id = t.tenant_id order by seq desc limit 1) l`);
  // As the product would have left them (migration 0180): the last ones of each chain are not filed yet.
  await client.query(`update audit_log l set filed = false from audit_heads h
    where l.tenant_id = h.tenant_id and l.filed and l.seq > h.seq - (h.seq + h.tenant_id) % 128`);
  say('counters');
  await fillCounters(client);
  say('statistics');
  await client.query('vacuum (analyze) audit_log, audit_counts, audit_heads, organizations');
  await client.end();
}

/** In the order of the days, as they come into being, and indexed afterwards: with a few entries a day there are nearly as many counters as entries. */
async function fillCounters(client: OwnerClient): Promise<void> {
  await client.query('alter table audit_counts drop constraint audit_counts_pkey');
  await client.query('drop index audit_counts_by_day');
  await client.query(`insert into audit_counts
    select tenant_id, coalesce(organization_id, 0), category, (occurred_at at time zone 'UTC')::date, count(*) from audit_log where filed group by 1, 2, 3, 4 order by 4, 1`);
  await client.query(`insert into audit_counts
    select tenant_id, organization_id, category, '-infinity', sum(entries) from audit_counts group by 1, 2, 3`);
  await client.query('alter table audit_counts add primary key (tenant_id, organization_id, category, day)');
  await client.query('create index audit_counts_by_day on audit_counts (tenant_id, day, category, organization_id)');
}

async function insertEntries(
  connection: OwnerConnection,
  [from, to]: readonly [from: number, to: number],
  each: number,
): Promise<void> {
  const client = await connected(connection);
  await client.query(
    `insert into audit_log (tenant_id, seq, occurred_at, organization_id, category, log, user_name, actor_user_id, target_type,
       target_id, result, address, user_agent, request_id, prev_hash, hash)
     select t, n, now() - ($4::integer - n) * (interval '1 year' * $5::integer / $4::integer),
       case when r % ($6::integer + 1) = 0 then null else t * 100 + r % ($6::integer + 1) end,
       (array['Authentication', 'Authentication', 'Authentication', 'User Management', 'Policy', 'Documents', 'Assessments', 'Organization', 'Audit', 'Vendor Management'])[1 + (r >> 8) % 10],
       case (r >> 12) % 4
         when 0 then 'Profile of person' || (r >> 3) % 3000 || '@clinic' || r % 51 || '.example updated'
         when 1 then 'Signed in from a new device'
         when 2 then 'Invited person' || (r >> 3) % 3000 || '@clinic' || r % 51 || '.example as Auditor'
         else 'Assessment ' || r % 100000 || ' of Clinic ' || r % 51 || ' finished with a score of ' || (r >> 5) % 101
       end || case when n % greatest($4::integer / 5, 1) = 0 then ' ${rareWord}' else '' end,
       (array['Ada', 'Béla', 'Chen', 'Dora', 'Emil', 'Faye', 'Gus', 'Hana'])[1 + (r >> 16) % 8] || ' ' || (array['Archer', 'Baker', 'Cooper', 'Dyer', 'Fisher'])[1 + (r >> 20) % 5],
       (r >> 3) % 3000, 'user', ((r >> 3) % 3000)::text, 'success', '10.' || r % 256 || '.' || (r >> 8) % 256 || '.7',
       'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0', md5(r::text)::varchar(12), '\\x00', sha256(int8send(r::bigint))
     from generate_series($1::bigint + $2::integer, $1::bigint + $3::integer - 1) t, generate_series(1, $4::integer) n,
       lateral (select abs(hashint8(t * 10000000 + n)) as r) h`,
    [firstTenant, from, to, each, years, organizationsEach],
  );
  await client.end();
}
