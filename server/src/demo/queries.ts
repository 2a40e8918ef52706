import type { OrganizationStatus, PersonStatus, UserType } from '@sentrywell/contract/shapes.ts';
import { json, only, sqlOf } from '../kernel/sql.ts';
import type { OwnerDb } from '../kernel/owner.ts';

/** What fills an empty database: each function sends all its rows as one statement. */

export async function countWhatIsThere(db: OwnerDb): Promise<{ tenants: number; demoTenants: number; people: number }> {
  const sql = sqlOf(db);
  return only(
    await sql<{ tenants: number; demoTenants: number; people: number }>`
    select (select count(*) from tenants where tenant_id <> 1) as tenants,
      (select count(*) from tenants where tenant_id <> 1 and is_demo) as demo_tenants,
      (select count(*) from user_emails) as people`,
  );
}

async function takeIds(db: OwnerDb, table: string, column: string, count: number): Promise<number[]> {
  const rows = await sqlOf(db)<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, ${column})) as id from generate_series(1, ${count}::integer)`;
  return rows.map(({ id }) => id);
}

export async function takeTenantId(db: OwnerDb): Promise<number> {
  const [id] = await takeIds(db, 'tenants', 'tenant_id', 1);
  return id ?? 0;
}

export function takeOrganizationIds(db: OwnerDb, count: number): Promise<number[]> {
  return takeIds(db, 'organizations', 'id', count);
}

export function takeUserIds(db: OwnerDb, count: number): Promise<number[]> {
  return takeIds(db, 'users', 'id', count);
}

/** The platform's own account holds the root user, whose password is known as well. */
export async function markPlatformAsDemo(db: OwnerDb): Promise<void> {
  await sqlOf(db)`update tenants set is_demo = true where tenant_id = ${db.tenantId}`;
}

export type NewTenant = {
  readonly kind: 'msp' | 'organization';
  readonly name: string;
  readonly domainName: string;
  readonly createdAt: Date;
};

export async function insertTenant(db: OwnerDb, { kind, name, domainName, createdAt }: NewTenant): Promise<void> {
  const sql = sqlOf(db);
  await sql`insert into tenants (tenant_id, kind, is_demo, created_at) values (${db.tenantId}, ${kind}, true, ${createdAt})`;
  if (kind === 'msp') {
    await sql`insert into msps (tenant_id, name, domain_name, created_at, updated_at)
      values (${db.tenantId}, ${name}, ${domainName}, ${createdAt}, ${createdAt})`;
    await sql`insert into domain_directory (domain_name, kind, tenant_id) values (${domainName}, 'msp', ${db.tenantId})`;
  }
}

export type DemoOrganization = {
  readonly id: number;
  readonly name: string;
  readonly domainName: string;
  readonly status: OrganizationStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly history: readonly {
    readonly changedAt: Date;
    readonly status: OrganizationStatus;
  }[];
  /** Days as `2026-11-21`. */
  readonly fees: readonly { readonly startsOn: string; readonly monthlyCents: number }[];
};

export async function insertOrganizations(
  db: OwnerDb,
  mspId: number | null,
  organizations: readonly DemoOrganization[],
): Promise<void> {
  const sql = sqlOf(db);
  const rows = json(organizations);
  await sql`insert into organizations (tenant_id, id, msp_id, name, domain_name, status, created_at, updated_at)
    select ${db.tenantId}::bigint, r.id, ${mspId}::bigint, r.name, r."domainName", r.status, r."createdAt", r."updatedAt"
    from jsonb_to_recordset(${rows}::jsonb)
      as r(id bigint, name text, "domainName" text, status text, "createdAt" timestamptz, "updatedAt" timestamptz)`;
  await sql`insert into organization_directory (organization_id, tenant_id)
    select r.id, ${db.tenantId}::bigint from jsonb_to_recordset(${rows}::jsonb) as r(id bigint)`;
  await sql`insert into domain_directory (domain_name, kind, tenant_id, organization_id)
    select r."domainName", 'organization', ${db.tenantId}::bigint, r.id
    from jsonb_to_recordset(${rows}::jsonb) as r(id bigint, "domainName" text)`;
  await sql`insert into organization_status_history (tenant_id, organization_id, changed_at, status)
    select ${db.tenantId}::bigint, r.id, h."changedAt", h.status
    from jsonb_to_recordset(${rows}::jsonb) as r(id bigint, history jsonb),
      jsonb_to_recordset(r.history) as h("changedAt" timestamptz, status text)`;
  await sql`insert into organization_fees (tenant_id, organization_id, starts_on, monthly_cents)
    select ${db.tenantId}::bigint, r.id, f."startsOn", f."monthlyCents"
    from jsonb_to_recordset(${rows}::jsonb) as r(id bigint, fees jsonb),
      jsonb_to_recordset(r.fees) as f("startsOn" date, "monthlyCents" bigint)`;
}

export type DemoUser = {
  readonly id: number;
  readonly organizationId: number | null;
  readonly userType: UserType;
  readonly roleId: number | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly status: PersonStatus;
  readonly createdAt: Date;
  readonly lastSignedInAt: Date | null;
  readonly scopes: readonly {
    readonly resourceType: 'msp' | 'organization';
    readonly resourceId: number;
    readonly effectivePermissions: number;
  }[];
};

export async function insertUsers(db: OwnerDb, users: readonly DemoUser[], passwordHash: string): Promise<void> {
  const sql = sqlOf(db);
  const rows = json(users);
  await sql`insert into users (tenant_id, id, organization_id, user_type, role_id, is_root_user, first_name, last_name, email,
      password_hash, password_changed_at, status, email_confirmed_at, last_signed_in_at, created_at, updated_at)
    select ${db.tenantId}::bigint, r.id, r."organizationId", r."userType", r."roleId", r."roleId" is null, r."firstName",
      r."lastName", r.email, ${passwordHash}, r."createdAt", r.status, r."createdAt", r."lastSignedInAt", r."createdAt", r."createdAt"
    from jsonb_to_recordset(${rows}::jsonb) as r(id bigint, "organizationId" bigint, "userType" text, "roleId" smallint,
      "firstName" text, "lastName" text, email text, status text, "createdAt" timestamptz, "lastSignedInAt" timestamptz)`;
  await sql`insert into user_emails (email, tenant_id, user_id)
    select r.email, ${db.tenantId}::bigint, r.id from jsonb_to_recordset(${rows}::jsonb) as r(id bigint, email text)`;
  await sql`insert into role_assignments (tenant_id, user_id, resource_type, resource_id, effective_permissions)
    select ${db.tenantId}::bigint, r.id, s."resourceType", s."resourceId", s."effectivePermissions"
    from jsonb_to_recordset(${rows}::jsonb) as r(id bigint, scopes jsonb),
      jsonb_to_recordset(r.scopes) as s("resourceType" text, "resourceId" bigint, "effectivePermissions" integer)`;
  await sql`insert into access_requests (tenant_id, user_id, status, created_at)
    select ${db.tenantId}::bigint, r.id, 'pending', r."createdAt"
    from jsonb_to_recordset(${rows}::jsonb) as r(id bigint, status text, "createdAt" timestamptz) where r.status = 'pending'`;
}

export type DemoSession = {
  readonly userId: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly address: string;
  readonly userAgent: string;
};

/** Sessions that are over; nobody knows the secret that their hash would belong to. */
export async function insertSessions(db: OwnerDb, sessions: readonly DemoSession[]): Promise<void> {
  await sqlOf(db)`insert into sessions (tenant_id, token_hash, user_id, address, user_agent, created_at, last_seen_at,
      confirmed_at, expires_at, ended_at)
    select ${db.tenantId}::bigint, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), r."userId", r.address, r."userAgent",
      r."startedAt", r."endedAt", r."startedAt", r."startedAt" + interval '12 hours', r."endedAt"
    from jsonb_to_recordset(${json(sessions)}::jsonb) as r("userId" bigint, address text, "userAgent" text,
      "startedAt" timestamptz, "endedAt" timestamptz)`;
}

export type DemoEntry = {
  readonly at: Date;
  readonly organizationId: number | null;
  readonly category: string;
  readonly log: string;
  readonly userName: string;
  readonly actorUserId: number | null;
  readonly targetType: string | null;
  readonly targetId: string | null;
  readonly result: 'success' | 'failure' | 'refused';
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
};

/**
 * Writes a tenant's entries, oldest first, as one chain with the product's own hash. A function of this session alone: the
 * product itself can only append an entry that happens now.
 */
export async function insertAuditChain(db: OwnerDb, entries: readonly DemoEntry[]): Promise<void> {
  const sql = sqlOf(db);
  await sql`create or replace function pg_temp.demo_chain(t bigint, entries jsonb) returns void language plpgsql as $f$
    declare
      e record; n bigint := 0; h bytea := decode(repeat('00', 32), 'hex'); prev bytea;
    begin
      for e in select * from jsonb_to_recordset(entries) as r(at timestamptz, "organizationId" bigint, category text,
        log text, "userName" text, "actorUserId" bigint, "targetType" text, "targetId" text, result text, address text,
        "userAgent" text, "requestId" text)
      loop
        n := n + 1;
        prev := h;
        h := audit_hash(prev, t, n, e.at, e."organizationId", e.category, e.log, e."userName", e."actorUserId",
          e."targetType", e."targetId", e.result, e.address, e."userAgent", e."requestId");
        insert into audit_log (tenant_id, seq, occurred_at, organization_id, category, log, user_name, actor_user_id,
          target_type, target_id, result, address, user_agent, request_id, prev_hash, hash)
        values (t, n, e.at, e."organizationId", e.category, e.log, e."userName", e."actorUserId", e."targetType",
          e."targetId", e.result, e.address, e."userAgent", e."requestId", prev, h);
      end loop;
      insert into audit_heads (tenant_id, seq, hash) values (t, n, h);
    end $f$`;
  await sql`select pg_temp.demo_chain(${db.tenantId}::bigint, ${json(entries)}::jsonb)`;
  await sql`insert into audit_counts (tenant_id, organization_id, category, day, entries)
    select tenant_id, coalesce(organization_id, 0), category, (occurred_at at time zone 'UTC')::date, count(*)
    from audit_log where tenant_id = ${db.tenantId} group by 1, 2, 3, 4
    union all
    select tenant_id, coalesce(organization_id, 0), category, '-infinity', count(*)
    from audit_log where tenant_id = ${db.tenantId} group by 1, 2, 3`;
}
