import { type Endpoint, pathOf } from '@sentrywell/contract/endpoint.ts';
import type { Role } from '@sentrywell/contract/permissions.ts';
import pg from 'pg';
import { buildApp } from '../app.ts';
import { openDatabase } from '../kernel/database.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { hashPassword } from '../kernel/passwords.ts';
import { generateSecretTexts, readSecrets } from '../kernel/secrets.ts';
import { readSettings } from '../settings.ts';
import { addPerson } from './add-person.ts';
import { atFileEnd } from './file-end.ts';
import { createTestDatabase } from './test-database.ts';

/**
 * A whole product with real parts and its own database: MSP *Harbor* with the organizations Cedar (assigned to its MSP
 * user) and Oak (not assigned), MSP *Lake* with Pine, and Birch without an MSP. `world.call(endpoint, { as: 'mspAdmin' })`
 * goes through HTTP like a browser's call.
 */
export const testPassword = 'correct horse battery staple';

export type PersonKey =
  | 'root'
  | 'mspAdmin'
  | 'mspUser'
  | 'mspAuditor'
  | 'orgAdmin'
  | 'orgAuditor'
  | 'employee'
  | 'vendor'
  | 'securityAnalyst'
  | 'complianceAnalyst'
  | 'siblingAdmin'
  | 'foreignMspAdmin'
  | 'foreignAdmin'
  | 'independentAdmin'
  | 'pendingMspUser'
  | 'inactiveMspUser';
export type OrganizationKey = 'cedar' | 'oak' | 'pine' | 'birch';

export type Person = {
  readonly userId: number;
  readonly tenantId: number;
  readonly organizationId: number | null;
  readonly email: string;
  readonly name: string;
  /** A session opened for the person; empty for people who cannot have one. */
  readonly cookie: string;
};

type PersonSpec = {
  readonly role: Role | null;
  readonly at: 'platform' | 'harbor' | 'lake' | OrganizationKey;
  readonly email: string;
  readonly status?: string;
};

const specs: Readonly<Record<PersonKey, PersonSpec>> = {
  root: { role: null, at: 'platform', email: 'root@sentrywell.example' },
  mspAdmin: { role: 'MSP_SUPER_ADMIN', at: 'harbor', email: 'admin@harbor.example' },
  mspUser: { role: 'MSP_USER', at: 'harbor', email: 'user@harbor.example' },
  mspAuditor: { role: 'MSP_AUDITOR', at: 'harbor', email: 'auditor@harbor.example' },
  orgAdmin: { role: 'ORG_ADMIN', at: 'cedar', email: 'admin@cedar.example' },
  orgAuditor: { role: 'ORG_AUDITOR', at: 'cedar', email: 'auditor@cedar.example' },
  employee: { role: 'ORG_USER_EMPLOYEE', at: 'cedar', email: 'employee@cedar.example' },
  vendor: { role: 'ORG_USER_VENDOR', at: 'cedar', email: 'vendor@cedar.example' },
  securityAnalyst: { role: 'SECURITY_ANALYST', at: 'cedar', email: 'analyst@cedar.example' },
  complianceAnalyst: { role: 'COMPLIANCE_ANALYST', at: 'cedar', email: 'compliance@cedar.example' },
  siblingAdmin: { role: 'ORG_ADMIN', at: 'oak', email: 'admin@oak.example' },
  foreignMspAdmin: { role: 'MSP_SUPER_ADMIN', at: 'lake', email: 'admin@lake.example' },
  foreignAdmin: { role: 'ORG_ADMIN', at: 'pine', email: 'admin@pine.example' },
  independentAdmin: { role: 'ORG_ADMIN', at: 'birch', email: 'admin@birch.example' },
  pendingMspUser: { role: 'MSP_USER', at: 'harbor', email: 'pending@harbor.example', status: 'pending' },
  inactiveMspUser: { role: 'MSP_USER', at: 'harbor', email: 'inactive@harbor.example', status: 'inactive' },
};

const organizationsOf: Readonly<Record<OrganizationKey, 'harbor' | 'lake' | null>> = {
  cedar: 'harbor',
  oak: 'harbor',
  pine: 'lake',
  birch: null,
};

export type CallOptions = {
  readonly as?: PersonKey;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookie?: string;
};
export type Reply = {
  readonly status: number;
  readonly json: unknown;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The session cookie that the answer set: '' when it was cleared, undefined when it was left alone. */
  readonly cookie: string | undefined;
};

export type World = {
  readonly kernel: Kernel;
  readonly people: Readonly<Record<PersonKey, Person>>;
  readonly organizations: Readonly<
    Record<OrganizationKey, { readonly id: number; readonly tenantId: number; readonly mspId: number | null }>
  >;
  /** Tenant ids of the two MSPs. */
  readonly msps: { readonly harbor: number; readonly lake: number };
  readonly call: (endpoint: Endpoint, options?: CallOptions) => Promise<Reply>;
  /** SQL as the owner of the schema, past row security: to look at what was stored. */
  readonly owner: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly clock: {
    readonly move: (change: { readonly minutes?: number; readonly hours?: number; readonly days?: number }) => void;
  };
  readonly appConnection: pg.ClientConfig;
  readonly close: () => Promise<void>;
};

export type WorldOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  /** Where the log goes, for tests that read it; set LOG_LEVEL besides. */
  readonly logFile?: string;
};

/** Builds a world and closes it when the test file ends. */
export async function buildWorld({ environment = {}, logFile }: WorldOptions = {}): Promise<World> {
  const testDatabase = await createTestDatabase();
  const client = new pg.Client(testDatabase.owner);
  await client.connect();
  const owner: World['owner'] = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows;
  const settings = readSettings({ LOG_LEVEL: 'silent', DEMO: 'off', RATE_LIMIT_FACTOR: '1000', ...environment });
  const secrets = readSecrets(generateSecretTexts());
  const database = openDatabase({ connection: testDatabase.app, connections: 8, log: { warn: () => undefined } });
  let offset = 0;
  const clock = { now: () => new Date(Date.now() + offset) };
  const log = logFile === undefined ? {} : { logFile };
  const kernel = await buildApp({ settings, secrets, database, clock, ...log });
  const populated = await populate(owner, await hashPassword(secrets.passwordPepper, testPassword));
  const world: World = {
    kernel,
    ...populated,
    call: (endpoint, options = {}) => call(kernel, populated.people, endpoint, options),
    owner,
    clock: {
      move: ({ minutes = 0, hours = 0, days = 0 }) => {
        offset += ((days * 24 + hours) * 60 + minutes) * 60_000;
      },
    },
    appConnection: testDatabase.app,
    close: async () => {
      await kernel.jobs.stop();
      await kernel.app.close();
      await database.close();
      await client.end();
      await testDatabase.drop();
    },
  };
  atFileEnd(world.close);
  return world;
}

function addressOf(endpoint: Endpoint, { params = {}, query = {} }: CallOptions): string {
  const pathname = pathOf(endpoint, params);
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();
  return search === '' ? pathname : `${pathname}?${search}`;
}

function headersOf(kernel: Kernel, endpoint: Endpoint, cookie: string): Record<string, string> {
  return {
    host: 'localhost:3000',
    ...(endpoint.method === 'POST' ? { origin: kernel.settings.publicUrl, 'content-type': 'application/json' } : {}),
    ...(cookie === '' ? {} : { cookie: `sid=${cookie}` }),
  };
}

async function call(kernel: Kernel, people: World['people'], endpoint: Endpoint, options: CallOptions): Promise<Reply> {
  const { as, body } = options;
  const cookie = options.cookie ?? (as === undefined ? '' : people[as].cookie);
  const reply = await kernel.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, options),
    headers: { ...headersOf(kernel, endpoint, cookie), ...options.headers },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json');
  return {
    status: reply.statusCode,
    json: isJson ? (reply.json() as unknown) : undefined,
    text: reply.payload,
    headers: reply.headers,
    cookie: reply.cookies.find(({ name }) => name === 'sid')?.value,
  };
}

type Place = { readonly tenantId: number; readonly organizationId: number | null };
type Populated = Pick<World, 'people' | 'organizations' | 'msps'>;

async function populate(owner: World['owner'], passwordHash: string): Promise<Populated> {
  const harbor = await insertMsp(owner, 'Harbor', 'harbor.example');
  const lake = await insertMsp(owner, 'Lake', 'lake.example');
  const msps = { harbor, lake };
  const organizations = {} as Record<OrganizationKey, { id: number; tenantId: number; mspId: number | null }>;
  for (const [key, msp] of Object.entries(organizationsOf) as [OrganizationKey, 'harbor' | 'lake' | null][]) {
    organizations[key] = await insertOrganization(owner, key, msp === null ? null : msps[msp]);
  }
  const places: Readonly<Record<string, Place>> = {
    platform: { tenantId: 1, organizationId: null },
    harbor: { tenantId: harbor, organizationId: null },
    lake: { tenantId: lake, organizationId: null },
    ...Object.fromEntries(
      Object.entries(organizations).map(([key, { id, tenantId }]) => [key, { tenantId, organizationId: id }]),
    ),
  };
  const people = {} as Record<PersonKey, Person>;
  for (const [key, spec] of Object.entries(specs) as [PersonKey, PersonSpec][]) {
    const place = places[spec.at] as Place;
    const { role, email, status = 'active' } = spec;
    const assigned = role === null ? [] : [organizations.cedar.id];
    const name = { firstName: key, lastName: 'Tester' };
    const added = await addPerson({ owner }, { role, email, status, ...place, assigned, name, passwordHash });
    people[key] = { ...added, ...place, email, name: `${key} Tester` };
  }
  return { people, organizations, msps };
}

async function one<Row extends object>(owner: World['owner'], text: string, values: readonly unknown[]): Promise<Row> {
  const [row] = await owner<Row>(text, values);
  if (row === undefined) {
    throw new Error(`No row from: ${text}`);
  }
  return row;
}

async function insertMsp(owner: World['owner'], name: string, domain: string): Promise<number> {
  const { id } = await one<{ id: string }>(
    owner,
    "insert into tenants (kind) values ('msp') returning tenant_id as id",
    [],
  );
  await owner('insert into msps (tenant_id, name, domain_name) values ($1, $2, $3)', [id, name, domain]);
  await owner("insert into domain_directory (domain_name, kind, tenant_id) values ($1, 'msp', $2)", [domain, id]);
  return Number(id);
}

async function insertOrganization(owner: World['owner'], key: OrganizationKey, mspId: number | null) {
  const tenantId =
    mspId ??
    Number(
      (
        await one<{ id: string }>(
          owner,
          "insert into tenants (kind) values ('organization') returning tenant_id as id",
          [],
        )
      ).id,
    );
  const name = key.charAt(0).toUpperCase() + key.slice(1);
  const { id } = await one<{ id: string }>(
    owner,
    'insert into organizations (tenant_id, msp_id, name, domain_name) values ($1, $2, $3, $4) returning id',
    [tenantId, mspId, name, `${key}.example`],
  );
  await owner('insert into organization_directory (organization_id, tenant_id) values ($1, $2)', [id, tenantId]);
  await owner(
    "insert into organization_status_history (tenant_id, organization_id, status) values ($1, $2, 'active')",
    [tenantId, id],
  );
  await owner(
    "insert into domain_directory (domain_name, kind, tenant_id, organization_id) values ($1, 'organization', $2, $3)",
    [`${key}.example`, tenantId, id],
  );
  return { id: Number(id), tenantId, mspId };
}
