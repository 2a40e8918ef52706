import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { searchEndpoints, searchResults } from '@sentrywell/contract/search.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../../testing/add-person.ts';
import { buildWorld, type PersonKey } from '../../testing/world.ts';

const world = await buildWorld();
const nothing = { organizations: [], people: [], pages: [], auditEntries: [] };

async function find(as: PersonKey, q: string) {
  const { status, json } = await world.call(searchEndpoints.search, { as, query: { q } });
  expect(status).toBe(200);
  return searchResults.parse(json);
}

const names = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name).sort();
const logs = (found: readonly { readonly log: string }[]) => found.map(({ log }) => log).sort();

type Entry = { readonly tenantId: number; readonly organizationId: number | null; readonly log: string };

const nameOak = (name: string) =>
  world.owner('update organizations set name = $1 where id = $2', [name, world.organizations.oak.id]);

/** An entry as the product writes one. */
async function write({ tenantId, organizationId, log }: Entry): Promise<void> {
  await world.kernel.database.transaction(
    { opening: [`set local app.tenant_id = '${tenantId}'`], waitsForCommit: () => true },
    ({
      sql,
    }) => sql`select audit_append(${organizationId}::bigint, 'Organization'::text, ${log}::text, 'Somebody'::text,
      null::bigint, null::text, null::text, 'success'::text, ''::text, ''::text, ''::text)`,
  );
}

beforeAll(async () => {
  const { cedar, oak, pine, birch } = world.organizations;
  await write({ tenantId: world.msps.harbor, organizationId: null, log: 'Zebra at Harbor' });
  await write({ tenantId: cedar.tenantId, organizationId: cedar.id, log: 'Zebra at Cedar' });
  await write({ tenantId: oak.tenantId, organizationId: oak.id, log: 'Zebra at Oak' });
  await write({ tenantId: pine.tenantId, organizationId: pine.id, log: 'Zebra at Pine' });
  await write({ tenantId: birch.tenantId, organizationId: birch.id, log: 'Zebra at Birch' });
  await write({ tenantId: 1, organizationId: null, log: 'Zebra at the platform' });
});

describe('what the search finds', () => {
  test('organizations by name or domain, whatever the case, with the way to their dashboards', async () => {
    const { organizations } = await find('mspAdmin', 'CEDAR');
    expect(organizations).toEqual([
      {
        id: world.organizations.cedar.id,
        name: 'Cedar',
        domainName: 'cedar.example',
        to: `/org/${world.organizations.cedar.id}/dashboard`,
      },
    ]);
    expect(names((await find('mspAdmin', 'oak.exam')).organizations)).toEqual(['Oak']);
  });

  test('names in capitals whose small letter depends on the language, or on where they stand', async () => {
    await nameOak('İstanbul ΣΑΣ École');
    const { userId } = await addPerson(world, {
      email: 'capital@harbor.example',
      role: 'MSP_USER',
      tenantId: world.msps.harbor,
      organizationId: null,
    });
    await world.owner("update users set first_name = 'ΘΩΜΆΣ', last_name = 'IŞIK' where id = $1", [userId]);
    const oaks = async (as: PersonKey, q: string) => [q, ...names((await find(as, q)).organizations)];
    for (const q of ['İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul', 'ΣΑΣ', 'σας', 'σασ', 'ΑΣ É', 'ÉCOLE']) {
      expect(await oaks('mspAdmin', q)).toEqual([q, 'İstanbul ΣΑΣ École']);
      expect(await oaks('siblingAdmin', q)).toEqual([q, 'İstanbul ΣΑΣ École']);
    }
    for (const q of ['ΘΩΜΆΣ', 'Θωμάς', 'θωμάσ ışık', 'işik']) {
      expect([q, ...names((await find('mspAdmin', q)).people)]).toEqual([q, 'ΘΩΜΆΣ IŞIK']);
    }
    await nameOak('Oak');
  });

  test('entries of the log also by capitals whose small letter the database writes otherwise than JavaScript', async () => {
    await write({ tenantId: world.msps.harbor, organizationId: null, log: 'Renamed Oak to İstanbul' });
    const { auditEntries } = await find('mspAdmin', 'İstanbul');
    expect(logs(auditEntries)).toEqual(['Renamed Oak to İstanbul']);
    expect(auditEntries[0]?.to).toBe(`/msp/auditlogs?search=${encodeURIComponent('İstanbul')}`);
  });

  test('people by name or address, with their role and where they are', async () => {
    const { people } = await find('mspAdmin', 'vendor@ced');
    expect(people).toEqual([
      {
        id: world.people.vendor.userId,
        name: 'vendor Tester',
        email: 'vendor@cedar.example',
        roleName: 'Vendor',
        organizationName: 'Cedar',
        to: `/org/${world.organizations.cedar.id}/team`,
      },
    ]);
    const [colleague] = (await find('mspAdmin', 'mspaud')).people;
    expect(colleague).toMatchObject({ roleName: 'MSP Auditor', organizationName: null, to: '/msp/team' });
  });

  test('whoever only asked to join is nobody yet', async () => {
    expect((await find('mspAdmin', 'pending')).people).toEqual([]);
  });

  test('nor is who registered and never confirmed the address, once the registration was given up', async () => {
    const { userId } = await addPerson(world, {
      email: 'givenup@harbor.example',
      role: 'MSP_SUPER_ADMIN',
      tenantId: world.msps.harbor,
      organizationId: null,
    });
    const found = async () => names((await find('mspAdmin', 'givenup@')).people);
    expect(await found()).toEqual(['givenup Added']);
    await world.owner("update users set status = 'inactive' where id = $1", [userId]);
    expect(await found()).toEqual(['givenup Added']);
    await world.owner('update users set email_confirmed_at = null where id = $1', [userId]);
    expect(await found()).toEqual([]);
  });

  test('pages by their name in the menu, but none that is locked or still to come', async () => {
    expect((await find('mspAdmin', 'bill')).pages).toEqual([{ label: 'Billing', to: '/msp/billing' }]);
    const base = `/org/${world.organizations.cedar.id}`;
    expect((await find('orgAdmin', 'a')).pages).toEqual([
      { label: 'Dashboard', to: `${base}/dashboard` },
      { label: 'Team', to: `${base}/team` },
      { label: 'Audit Logs', to: `${base}/audit-logs` },
      { label: 'SRA', to: `${base}/sra` },
    ]);
  });

  test('entries of the log by their words, newest first, with the way to the log', async () => {
    const { auditEntries } = await find('mspAdmin', 'zebra');
    expect(auditEntries.map(({ log }) => log)).toEqual(['Zebra at Oak', 'Zebra at Cedar', 'Zebra at Harbor']);
    expect(auditEntries[0]).toMatchObject({
      user: 'Somebody',
      category: 'Organization',
      to: '/msp/auditlogs?search=zebra',
    });
  });

  test('two letters are too few for the log, whose index holds groups of three', async () => {
    expect((await find('mspAdmin', 'ze')).auditEntries).toEqual([]);
  });

  test('nothing for nothing, and signs that mean something to a database mean nothing here', async () => {
    expect(await find('mspAdmin', '')).toEqual(nothing);
    expect(await find('mspAdmin', '   ')).toEqual(nothing);
    for (const q of ['%', '_', '%%%', "' or 1=1 --", '\\', '***']) {
      expect(await find('mspAdmin', q)).toEqual(nothing);
    }
  });

  test('at most six of each kind', async () => {
    const { people } = await find('mspAdmin', 'tester');
    expect(people).toHaveLength(6);
  });

  test('200 characters are enough', async () => {
    const tooLong = await world.call(searchEndpoints.search, { as: 'mspAdmin', query: { q: 'x'.repeat(201) } });
    expect(tooLong.status).toBe(400);
  });
});

describe('who finds what', () => {
  test.each(['mspUser', 'mspAuditor'] as const)(
    '%s finds the assigned organizations and their people alone',
    async (as) => {
      expect(names((await find(as, '.example')).organizations)).toEqual(['Cedar']);
      expect((await find(as, 'siblingadmin')).people).toEqual([]);
      expect(names((await find(as, 'vendor')).people)).toEqual(['vendor Tester']);
    },
  );

  test('the MSP’s auditor finds the MSP’s own entries and the assigned organizations’', async () => {
    expect(logs((await find('mspAuditor', 'zebra')).auditEntries)).toEqual(['Zebra at Cedar', 'Zebra at Harbor']);
  });

  test('an MSP user may not open the MSP’s log, and finds what stands in the logs of the assigned organizations', async () => {
    const { auditEntries, pages } = await find('mspUser', 'zebra');
    expect(logs(auditEntries)).toEqual(['Zebra at Cedar']);
    expect(auditEntries[0]?.to).toBe(`/org/${world.organizations.cedar.id}/audit-logs?search=zebra`);
    expect(pages).toEqual([]);
    expect((await find('mspUser', 'audit')).pages).toEqual([]);
    expect((await find('mspUser', 'billing')).pages).toEqual([]);
  });

  test.each(['orgAdmin', 'orgAuditor'] as const)(
    '%s finds the own organization, its people and its log',
    async (as) => {
      expect(names((await find(as, 'cedar')).organizations)).toEqual(['Cedar']);
      expect(names((await find(as, 'vendor')).people)).toEqual(['vendor Tester']);
      expect(logs((await find(as, 'zebra')).auditEntries)).toEqual(['Zebra at Cedar']);
    },
  );

  test('a security analyst finds people and the assessment, but nothing of the log', async () => {
    expect(names((await find('securityAnalyst', 'vendor')).people)).toEqual(['vendor Tester']);
    expect((await find('securityAnalyst', 'sra')).pages).toHaveLength(1);
    expect((await find('securityAnalyst', 'zebra')).auditEntries).toEqual([]);
  });

  test.each(['employee', 'vendor', 'complianceAnalyst'] as const)(
    '%s finds the own settings and nothing else',
    async (as) => {
      for (const q of ['cedar', 'tester', 'zebra', 'dashboard', 'team', 'audit']) {
        expect(await find(as, q)).toEqual(nothing);
      }
      expect((await find(as, 'settings')).pages).toEqual([{ label: 'Settings', to: '/settings' }]);
    },
  );

  test('a root user finds every organization, and the log of the platform itself', async () => {
    expect(names((await find('root', '.example')).organizations)).toEqual(['Birch', 'Cedar', 'Oak', 'Pine']);
    expect(logs((await find('root', 'zebra')).auditEntries)).toEqual(['Zebra at the platform']);
    expect(names((await find('root', 'tester')).people)).toEqual(['root Tester']);
  });

  test('nobody who is not signed in', async () => {
    expect((await world.call(searchEndpoints.search, { query: { q: 'cedar' } })).status).toBe(401);
  });

  test('nobody who must set up a second factor first', async () => {
    await world.owner('update msps set second_factor_required = true where tenant_id = $1', [world.msps.lake]);
    const reply = await world.call(searchEndpoints.search, { as: 'foreignMspAdmin', query: { q: 'pine' } });
    await world.owner('update msps set second_factor_required = false where tenant_id = $1', [world.msps.lake]);
    expect(reply).toMatchObject({ status: 403, json: { code: 'access.second_factor_needed' } });
    expect((await world.call(authEndpoints.me, { as: 'foreignMspAdmin' })).status).toBe(200);
  });
});

describe('whose finds they are', () => {
  test('another MSP finds its own alone', async () => {
    expect(names((await find('foreignMspAdmin', '.example')).organizations)).toEqual(['Pine']);
    expect(names((await find('foreignMspAdmin', 'admin')).people)).toEqual([
      'foreignAdmin Tester',
      'foreignMspAdmin Tester',
    ]);
    expect(logs((await find('foreignMspAdmin', 'zebra')).auditEntries)).toEqual(['Zebra at Pine']);
  });

  test('an independent organization and a sibling find their own alone', async () => {
    expect(logs((await find('independentAdmin', 'zebra')).auditEntries)).toEqual(['Zebra at Birch']);
    expect((await find('independentAdmin', 'cedar')).organizations).toEqual([]);
    expect(logs((await find('siblingAdmin', 'zebra')).auditEntries)).toEqual(['Zebra at Oak']);
    expect((await find('siblingAdmin', 'vendor')).people).toEqual([]);
  });
});
