import type pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/kernel/embedded-postgres.ts';
import { migrate } from '../../server/src/kernel/migrate.ts';
import { hashPassword } from '../../server/src/kernel/passwords.ts';
import { keptSecretTexts, readSecrets } from '../../server/src/kernel/secrets.ts';
import { newToken } from '../../server/src/kernel/token.ts';
import { withClient } from '../../server/src/kernel/with-client.ts';

/** One MSP with its organizations (two hundred unless told), each with an administrator and a few assessments, and everybody's sessions. */
export type Seeded = {
  readonly tenantId: number;
  /** Ids of the organizations, in order; their names are 'Clinic number ' and the id. */
  readonly organizations: readonly number[];
  /** Session cookie of the MSP's super administrator. */
  readonly mspCookie: string;
  /** Session cookies of administrators: the n-th one's organization is `organizations[n % organizations.length]`. */
  readonly organizationCookies: readonly string[];
  /** Addresses of the administrators, who all have `seedPassword`. */
  readonly emails: readonly string[];
};

export const seedPassword = 'seven quiet lanterns on a hill';

/** Starts the embedded database of a data folder and brings it to the newest schema, as the product would. */
export async function migratedDatabase(
  dataFolder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly server: EmbeddedPostgres; readonly owner: pg.ClientConfig }> {
  const server = await startEmbeddedPostgres({ dataFolder, settings });
  const owner = { host: server.socketFolder, user: 'postgres', database: 'postgres' };
  await migrate(owner);
  return { server, owner };
}

type Wish = {
  readonly dataFolder: string;
  readonly tenantId: number;
  readonly sessions: number;
  readonly organizationCount?: number;
};

/** Fills the tenant, which is made when it is not there yet. */
export async function seed(
  owner: pg.ClientConfig,
  { dataFolder, tenantId, sessions, organizationCount = 200 }: Wish,
): Promise<Seeded> {
  const { passwordPepper } = readSecrets(keptSecretTexts(dataFolder));
  const passwordHash = await hashPassword(passwordPepper, seedPassword);
  return withClient(owner, (client) => fill(client, { tenantId, sessions, organizationCount, passwordHash }));
}

type Filling = Required<Omit<Wish, 'dataFolder'>> & { readonly passwordHash: string };

async function fill(client: pg.Client, filling: Filling): Promise<Seeded> {
  const { tenantId, organizationCount, passwordHash } = filling;
  const firstId = tenantId * 1000;
  const organizations = Array.from({ length: organizationCount }, (_, index) => firstId + index);
  await client.query("insert into tenants (tenant_id, kind) values ($1, 'msp') on conflict do nothing", [tenantId]);
  await client.query("insert into msps (tenant_id, name, domain_name) values ($1, 'Measured MSP', 'msp.example')", [
    tenantId,
  ]);
  // An MSP's other organizations, where a filled log brought some, are given away: the list has two hundred rows.
  await client.query('delete from organizations where tenant_id = $1', [tenantId]);
  await client.query(
    `insert into organizations (tenant_id, id, msp_id, name, domain_name)
     select $1::bigint, id, $1, 'Clinic number ' || id, 'clinic' || id || '.example' from unnest($2::bigint[]) id`,
    [tenantId, organizations],
  );
  await client.query(
    'insert into organization_directory (organization_id, tenant_id) select id, $1::bigint from unnest($2::bigint[]) id',
    [tenantId, organizations],
  );
  await client.query(
    `insert into organization_status_history (tenant_id, organization_id, status)
     select $1::bigint, id, 'active' from unnest($2::bigint[]) id`,
    [tenantId, organizations],
  );
  await client.query(
    `insert into assessments (tenant_id, organization_id, uuid, assessed_by_name, account, catalogue_version, score, compliant,
       partial, non_compliant, policies, assessed_at)
     select $1::bigint, id, gen_random_uuid(), 'Dana Reyes', 'admin@clinic.example', '1', 60 + id % 40, 50, 5, 10, '\\x00',
       now() - n * interval '20 days' from unnest($2::bigint[]) id, generate_series(1, 3) n`,
    [tenantId, organizations],
  );
  await client.query(
    `insert into findings (tenant_id, organization_id, setting_type, target, opened_at, opened_by_assessment, verdict)
     select $1::bigint, id, 'settings/example.' || n, '', now(), 1, 'partial' from unnest($2::bigint[]) id, generate_series(1, 15) n`,
    [tenantId, organizations],
  );
  const emails = await addPeople(client, { tenantId, organizations, passwordHash });
  const opened = await openSessions(client, filling);
  await client.query('vacuum (analyze)');
  const [mspCookie = '', ...organizationCookies] = opened;
  return { tenantId, organizations, mspCookie, organizationCookies, emails };
}

/** The super administrator has the tenant's first user id; the administrator of the n-th organization the n + 1st after it. */
async function addPeople(
  client: pg.Client,
  {
    tenantId,
    organizations,
    passwordHash,
  }: { tenantId: number; organizations: readonly number[]; passwordHash: string },
): Promise<string[]> {
  const firstId = tenantId * 1000;
  await client.query(
    `insert into users (tenant_id, id, organization_id, user_type, role_id, first_name, last_name, email, password_hash, email_confirmed_at)
     select $1::bigint, $2::bigint + n, case when n = 0 then null else $2 + n - 1 end, case when n = 0 then 'msp' else 'organization' end,
       case when n = 0 then 1 else 4 end, 'Dana', 'Reyes', 'person' || n || '@people' || $1 || '.example', $3, now()
     from generate_series(0, $4::integer) n`,
    [tenantId, firstId, passwordHash, organizations.length],
  );
  await client.query(
    `insert into role_assignments (tenant_id, user_id, resource_type, resource_id, effective_permissions)
     select $1::bigint, id, case when organization_id is null then 'msp' else 'organization' end, coalesce(organization_id, -1),
       case when organization_id is null then 127 else 8067 end from users where tenant_id = $1`,
    [tenantId],
  );
  const { rows } = await client.query<{ email: string }>(
    `insert into user_emails (email, tenant_id, user_id) select email, tenant_id, id from users where tenant_id = $1 returning email`,
    [tenantId],
  );
  return rows.map(({ email }) => email).filter((email) => !email.startsWith('person0@'));
}

/** One session of the super administrator, then so many of the administrators in turn. @returns their cookies. */
async function openSessions(client: pg.Client, { tenantId, sessions, organizationCount }: Filling): Promise<string[]> {
  const secrets = Array.from({ length: sessions + 1 }, () => newToken(tenantId));
  await client.query(
    `insert into sessions (tenant_id, token_hash, user_id, expires_at, address, user_agent)
     select $1::bigint, hash, case when n = 1 then $3::bigint else $3 + 1 + (n - 2) % $4::integer end, now() + interval '12 hours', '127.0.0.1', 'bench'
     from unnest($2::bytea[]) with ordinality as given (hash, n)`,
    [tenantId, secrets.map(({ hash }) => hash), tenantId * 1000, organizationCount],
  );
  return secrets.map(({ token }) => token);
}
