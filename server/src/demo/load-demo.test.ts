import { mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { billingEndpoints } from '@sentrywell/contract/billing.ts';
import { dashboardEndpoints } from '@sentrywell/contract/dashboard.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createWorkspaces } from '../../../emulator/workspaces.ts';
import { catalogue } from '../features/sra/catalogue.ts';
import { evaluatePolicies } from '../features/sra/evaluate-policies.ts';
import { parsePolicyPage } from '../features/sra/policy-shape.ts';
import { reducePolicies } from '../features/sra/reduce-policies.ts';
import { complianceScore } from '../features/sra/score.ts';
import { buildDemoWorld, type DemoWorld } from '../testing/demo-world.ts';
import { currentPolicies } from './assessment-plan.ts';
import * as outside from '../../../tools/demo-accounts.mjs';
import { demoPassword, demoSignIns } from './load-demo.ts';

const harborviewAdmin = 'admin@harborview.example';

// Whatever the day on which somebody starts the demo: the figures are counted back from it.
const days = [
  '2026-11-21T16:20:00.000Z',
  '2027-01-01T00:04:00.000Z',
  '2027-03-01T09:00:00.000Z',
  '2027-03-31T23:59:30.000Z',
  '2028-02-29T12:00:00.000Z',
];

describe.each(days)('the demo loaded at %s (ruling R33)', (now) => {
  let demo: DemoWorld;
  beforeAll(async () => {
    demo = await buildDemoWorld(new Date(now));
  });

  test('the MSP dashboard computes the figures of the specification', async () => {
    const { status, json } = await demo.call(dashboardEndpoints.findMspDashboard, harborviewAdmin);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      organizations: 56,
      activeProjects: 12,
      pendingApprovals: 3,
      teamMembers: 24,
      revenue: { monthlyCents: 4_523_000, monthAgoCents: 4_038_400, changePercent: 12 },
      organizationsByStatus: { active: 34, pending: 14, inactive: 8 },
    });
    const { assessmentsByMonth } = dashboardEndpoints.findMspDashboard.reply.parse(json);
    expect(assessmentsByMonth.map(({ assessments }) => assessments)).toEqual([12, 19, 3, 5, 2, 15]);
    expect(assessmentsByMonth.at(-1)?.month).toBe(now.slice(0, 7));
  });

  test('the audit log’s cards compute the figures of the specification', async () => {
    const { json } = await demo.call(mspAuditLog.summarize, harborviewAdmin);
    expect(json).toMatchObject({
      resourceUsage: { percent: 47, change: 5 },
      activeTasks: { open: 73, total: 98, change: 20 },
      totalHours: { hours: 48, change: -15 },
      completion: { percent: 84, change: 12 },
    });
  });

  test('nothing lies in the future', async () => {
    const [row] = await demo.owner<Record<string, Date>>(`select
      (select max(greatest(created_at, coalesce(last_signed_in_at, created_at))) from users) as users,
      (select max(ended_at) from sessions where ended_at is not null) as sessions,
      (select max(assessed_at) from assessments) as assessments,
      (select max(changed_at) from organization_status_history where tenant_id <> 1) as history,
      (select max(occurred_at) from audit_log where log <> 'Signed in') as log`);
    for (const newest of Object.values(row ?? {})) {
      expect(newest.getTime()).toBeLessThanOrEqual(Date.parse(now));
    }
  });
});

describe('what the demo holds', () => {
  let demo: DemoWorld;
  beforeAll(async () => {
    demo = await buildDemoWorld(new Date());
  });

  test('every printed sign-in works, with the printed password alone', async () => {
    expect(demoSignIns).toHaveLength(12);
    // What journeys and attacks sign in as.
    expect(demoSignIns.map(({ email }) => email)).toEqual(Object.values(outside.demoAccounts));
    expect(demoPassword).toBe(outside.demoPassword);
    const refused: string[] = [];
    for (const { email } of demoSignIns) {
      if ((await demo.signIn(email)).status !== 200) {
        refused.push(email);
      }
    }
    expect(refused).toEqual([]);
    expect((await demo.signIn(harborviewAdmin, `${demoPassword}!`)).status).toBe(401);
  });

  test.each([
    ['the server listens on other addresses as well', { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }],
    ['a proxy makes it reachable from other machines', { PUBLIC_URL: 'https://app.example' }],
  ])('a password that everybody knows lets nobody in where %s', async (_, environment) => {
    const signIn = await demo.signInWhere(environment);
    expect((await signIn(harborviewAdmin)).status).toBe(403);
  });

  test.each([
    ['plainly', {}],
    ['through a proxy', { PUBLIC_URL: 'https://127.0.0.1:8443' }],
    ['by IPv6', { HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }],
  ])('a password that everybody knows lets in who comes from the machine itself, %s', async (_, environment) => {
    const signIn = await demo.signInWhere(environment);
    expect((await signIn(harborviewAdmin)).status).toBe(200);
  });

  test('each of the nine roles and a root user can be tried', async () => {
    const emails = demoSignIns.map(({ email }) => email);
    const rows = await demo.owner<{ role_id: number | null }>(
      'select distinct role_id from users where email = any($1) order by role_id nulls last',
      [emails],
    );
    expect(rows.map(({ role_id }) => role_id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, null]);
  });

  test('every account belongs to a demo tenant, so that it works on loopback alone', async () => {
    const rows = await demo.owner('select 1 from users u join tenants t using (tenant_id) where not t.is_demo');
    expect(rows).toEqual([]);
  });

  test('the log has some thousand entries over a year in all eight categories', async () => {
    const [log] = await demo.owner<{ entries: number; categories: number; days: number }>(`
      select count(*)::integer as entries, count(distinct category)::integer as categories,
        extract(day from max(occurred_at) - min(occurred_at))::integer as days
      from audit_log join tenants using (tenant_id) where kind = 'msp'`);
    expect(log?.entries).toBeGreaterThan(3_000);
    expect(log?.categories).toBe(8);
    expect(log?.days).toBeGreaterThan(355);
  });

  test('every hash of every chain can be computed again, and the heads and counters agree with the entries', async () => {
    const broken = await demo.owner(`
      select l.tenant_id, l.seq from audit_log l
      left join audit_log p on p.tenant_id = l.tenant_id and p.seq = l.seq - 1
      where l.hash <> audit_hash(l.prev_hash, l.tenant_id, l.seq, l.occurred_at, l.organization_id, l.category, l.log,
          l.user_name, l.actor_user_id, l.target_type, l.target_id, l.result, l.address, l.user_agent, l.request_id)
        or l.prev_hash <> coalesce(p.hash, decode(repeat('00', 32), 'hex'))`);
    expect(broken).toEqual([]);
    const heads = await demo.owner(`
      select tenant_id from audit_heads h
      where h.seq <> (select count(*) from audit_log l where l.tenant_id = h.tenant_id)
        or h.hash <> (select l.hash from audit_log l where l.tenant_id = h.tenant_id and l.seq = h.seq)`);
    expect(heads).toEqual([]);
    const counters = await demo.owner(`
      (select tenant_id, coalesce(organization_id, 0) as organization, category, (occurred_at at time zone 'UTC')::date as day, count(*)
        from audit_log where filed group by 1, 2, 3, 4
       union all select tenant_id, coalesce(organization_id, 0), category, '-infinity', count(*) from audit_log where filed group by 1, 2, 3)
      except select tenant_id, organization_id, category, day, entries from audit_counts`);
    expect(counters).toEqual([]);
    const [more] = await demo.owner(`
      select (select sum(entries)::integer from audit_counts where day = '-infinity') + count(*) filter (where not filed)::integer - count(*)::integer as more
      from audit_log`);
    expect(more).toEqual({ more: 0 });
  });

  test('assessments open with their rows and agree with the findings that stand open', async () => {
    const cedar = await idOf(demo, 'cedarclinic.example');
    const listed = await demo.call(sraEndpoints.listAssessments, harborviewAdmin, { params: { id: cedar } });
    const { assessments } = sraEndpoints.listAssessments.reply.parse(listed.json);
    expect(assessments).toHaveLength(9);
    const newest = assessments[0];
    const opened = await demo.call(sraEndpoints.findAssessment, harborviewAdmin, {
      params: { id: cedar, assessmentId: newest?.id ?? 0 },
    });
    const { policies } = sraEndpoints.findAssessment.reply.parse(opened.json);
    const failing = policies.filter(({ verdict }) => verdict === 'partial' || verdict === 'non-compliant');
    const [open] = await demo.owner<{ count: string }>(
      'select count(*) from findings where organization_id = $1 and resolved_at is null',
      [cedar],
    );
    expect(failing).toHaveLength(9);
    expect(newest?.accepted).toBe(1);
    expect(failing.filter(({ exception }) => exception?.state === 'in-force')).toHaveLength(1);
    expect(Number(open?.count)).toBe(9);
    const dashboard = await demo.call(dashboardEndpoints.findOrganizationDashboard, harborviewAdmin, {
      params: { id: cedar },
    });
    expect(dashboard.json).toMatchObject({ openFindings: 8 });
    expect(newest?.score).toBe(assessmentScore(policies.map(({ verdict }) => verdict)));
  });

  test('a new assessment finds in the emulator what the newest stored one says', async () => {
    const workspaces = createWorkspaces(currentPolicies);
    const stored = await demo.owner<{ domain_name: string; score: string; open: string }>(`
      select distinct on (o.id) o.domain_name, a.score, a.partial + a.non_compliant as open
      from assessments a join organizations o on o.id = a.organization_id
      order by o.id, a.assessed_at desc`);
    expect(stored).toHaveLength(18);
    for (const { domain_name, score, open } of stored) {
      const read = parsePolicyPage(JSON.stringify({ policies: workspaces.of(domain_name).policies() }));
      const policies = 'page' in read ? read.page.policies : [];
      const options = { catalogue, tier: 1, now: new Date() } as const;
      const verdicts = evaluatePolicies(reducePolicies(policies, { catalogue }), options).map(({ verdict }) => verdict);
      const failing = verdicts.filter((verdict) => verdict === 'partial' || verdict === 'non-compliant');
      expect({ domain_name, score: complianceScore(verdicts), open: failing.length }).toEqual({
        domain_name,
        score: Number(score),
        open: Number(open),
      });
    }
  });

  test('what an organization pays has a history', async () => {
    const cedar = await idOf(demo, 'cedarclinic.example');
    const { json } = await demo.call(billingEndpoints.findOrganizationBilling, 'admin@cedarclinic.example', {
      params: { id: cedar },
    });
    const billing = billingEndpoints.findOrganizationBilling.reply.parse(json);
    expect(billing.mspName).toBe('Harborview IT');
    expect(billing.history).toHaveLength(2);
  });

  test('the MSP user reaches some organizations, Cedar Clinic among them, and nobody sees the neighbours', async () => {
    const namesFor = async (email: string) => {
      const { json } = await demo.call(organizationEndpoints.listTenants, email);
      return organizationEndpoints.listTenants.reply.parse(json).tenants.map(({ name }) => name);
    };
    const some = await namesFor('user@harborview.example');
    expect(some).toContain('Cedar Clinic');
    expect(some).toHaveLength(12);
    expect(await namesFor('admin@lakeside.example')).toHaveLength(3);
    expect(await namesFor(harborviewAdmin)).not.toContain('Birch Dental');
    expect(await namesFor('root@sentrywell.example')).toHaveLength(60);
  });

  test('it is not loaded a second time, nor beside anything else', async () => {
    await expect(demo.loadAgain()).rejects.toThrow('the database holds other data');
    const [row] = await demo.owner<{ count: string }>('select count(*) from organizations');
    expect(Number(row?.count)).toBe(60);
  });
});

describe('where the schema belongs to a role that row security binds', () => {
  let demo: DemoWorld;
  beforeAll(async () => {
    demo = await buildDemoWorld(new Date(), { ordinaryOwner: true });
  });

  test('the demo is loaded all the same, and is not loaded twice', async () => {
    const { json } = await demo.call(dashboardEndpoints.findMspDashboard, harborviewAdmin);
    expect(json).toMatchObject({ organizations: 56, activeProjects: 12, teamMembers: 24 });
    await expect(demo.loadAgain()).rejects.toThrow('the database holds other data');
  });
});

async function idOf(demo: DemoWorld, domain: string): Promise<number> {
  const [row] = await demo.owner<{ id: string }>('select id from organizations where domain_name = $1', [domain]);
  return Number(row?.id);
}

/** Specification §9, written out once more. */
function assessmentScore(verdicts: readonly string[]): number {
  const worth: Readonly<Record<string, number>> = { compliant: 1, partial: 0.5, 'non-compliant': 0 };
  const counted = verdicts.map((verdict) => worth[verdict]).filter((value) => value !== undefined);
  return Math.round((counted.reduce((sum, value) => sum + value, 0) / counted.length) * 1_000) / 10;
}
