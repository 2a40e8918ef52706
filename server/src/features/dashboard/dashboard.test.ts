import {
  complianceStatusOf,
  dashboardEndpoints,
  mspDashboard,
  organizationDashboard,
} from '@sentrywell/contract/dashboard.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildWorld, type OrganizationKey, type PersonKey } from '../../testing/world.ts';
import { startOfMonth } from '../billing/months.ts';

const world = await buildWorld();
const { findMspDashboard, findOrganizationDashboard } = dashboardEndpoints;

async function dashboard(as: PersonKey = 'mspAdmin') {
  const { status, json } = await world.call(findMspDashboard, { as });
  expect(status).toBe(200);
  return mspDashboard.parse(json);
}

async function cards() {
  const { status, json } = await world.call(findOrganizationDashboard, {
    as: 'orgAdmin',
    params: { id: world.organizations.cedar.id },
  });
  expect(status).toBe(200);
  return organizationDashboard.parse(json);
}

type Run = { readonly at?: Date; readonly score?: number; readonly partial?: number; readonly nonCompliant?: number };

async function assess(key: OrganizationKey, { at = new Date(), score = 50, partial = 0, nonCompliant = 0 }: Run) {
  const { id, tenantId } = world.organizations[key];
  await world.owner(
    `insert into assessments (tenant_id, organization_id, uuid, assessed_by_name, account, catalogue_version, score, compliant,
       partial, non_compliant, policies, assessed_at)
     values ($1, $2, gen_random_uuid(), 'Somebody', 'admin@example.com', '2026.01', $3, 10, $4, $5, '', $6)`,
    [tenantId, id, score, partial, nonCompliant, at],
  );
  // What is found follows from the newest assessment, as the product keeps it.
  await world.owner('update findings set resolved_at = $2 where organization_id = $1 and resolved_at is null', [
    id,
    at,
  ]);
  await world.owner(
    `insert into findings (tenant_id, organization_id, setting_type, target, opened_at, opened_by_assessment, verdict)
     select $1, $2, 'settings/a.' || nth, '', $3, 1, 'partial' from generate_series(1, $4::integer) nth`,
    [tenantId, id, at, partial + nonCompliant],
  );
}

/** Accepts the finding that `assess` stores first. */
async function accept(key: OrganizationKey, { expiresInDays = 30, ended = false } = {}) {
  const { id, tenantId } = world.organizations[key];
  await world.owner(
    `insert into assessment_exceptions (tenant_id, organization_id, setting_type, target, reason, compensating_measure,
       accepted_by, created_at, expires_at, ended_at)
     values ($1, $2, 'settings/a.1', '', 'Needed', 'Watched', 'Somebody', now() - interval '40 days',
       now() + $3 * interval '1 day', case when $4 then now() - interval '1 day' end)`,
    [tenantId, id, expiresInDays, ended],
  );
}

beforeEach(async () => {
  await world.owner('delete from assessments');
  await world.owner('delete from findings');
  await world.owner('delete from assessment_exceptions');
  await world.owner('delete from access_requests');
  await world.owner('delete from organization_fees');
});

describe('what the MSP dashboard counts (ruling R30)', () => {
  test('the MSP’s organizations, by status', async () => {
    await world.owner("update organizations set status = 'pending' where id = $1", [world.organizations.oak.id]);
    const { organizations, organizationsByStatus } = await dashboard();
    await world.owner("update organizations set status = 'active' where id = $1", [world.organizations.oak.id]);
    expect(organizations).toBe(2);
    expect(organizationsByStatus).toEqual({ active: 1, pending: 1, inactive: 0 });
  });

  test('an active project is an organization whose newest assessment has open findings', async () => {
    expect((await dashboard()).activeProjects).toBe(0);
    const yesterday = new Date(Date.now() - 86_400_000);
    await assess('cedar', { nonCompliant: 3, at: yesterday });
    await assess('oak', { partial: 1, at: yesterday });
    expect((await dashboard()).activeProjects).toBe(2);
    await assess('cedar', { score: 100 });
    expect((await dashboard()).activeProjects).toBe(1);
  });

  test('an organization whose findings are all accepted is no active project, until the acceptance is over', async () => {
    await assess('cedar', { nonCompliant: 2 });
    await assess('oak', { partial: 1 });
    await assess('pine', { partial: 1 });
    await accept('cedar');
    await accept('oak');
    await accept('pine');
    expect((await dashboard()).activeProjects).toBe(1);
    expect((await dashboard('root')).activeProjects).toBe(1);
    await world.owner("update assessment_exceptions set expires_at = now() - interval '1 day'");
    expect((await dashboard()).activeProjects).toBe(2);
    expect((await dashboard('root')).activeProjects).toBe(3);
  });

  test('pending approvals are the requests that wait, team members the active people of the MSP', async () => {
    const { tenantId, userId } = world.people.pendingMspUser;
    const request = (status: string) =>
      world.owner('insert into access_requests (tenant_id, user_id, status) values ($1, $2, $3)', [
        tenantId,
        userId,
        status,
      ]);
    await request('declined');
    await request('pending');
    const { pendingApprovals, teamMembers } = await dashboard();
    expect(pendingApprovals).toBe(1);
    // Administrator, user and auditor: neither the pending nor the inactive one, nor anybody of an organization.
    expect(teamMembers).toBe(3);
  });

  test('assessments per month of UTC, six months, none left out', async () => {
    const now = world.kernel.clock.now();
    const start = startOfMonth(now, 0);
    await assess('cedar', { at: start });
    await assess('cedar', { at: new Date(start.getTime() - 1) });
    await assess('oak', { at: startOfMonth(now, 5) });
    await assess('oak', { at: new Date(startOfMonth(now, 5).getTime() - 1) });
    const { assessmentsByMonth } = await dashboard();
    expect(assessmentsByMonth.map(({ assessments }) => assessments)).toEqual([1, 0, 0, 0, 1, 1]);
    expect(assessmentsByMonth.map(({ month }) => month)).toEqual(
      [5, 4, 3, 2, 1, 0].map((monthsAgo) => startOfMonth(now, monthsAgo).toISOString().slice(0, 7)),
    );
  });

  test('the monthly revenue is what billing says', async () => {
    const { id, tenantId } = world.organizations.cedar;
    await world.owner(
      "insert into organization_fees (tenant_id, organization_id, starts_on, monthly_cents) values ($1, $2, '2020-01-01', 12345)",
      [tenantId, id],
    );
    expect((await dashboard()).revenue).toMatchObject({ monthlyCents: 12_345 });
  });
});

describe('what the organization dashboard shows (ruling R31)', () => {
  test('before the first assessment: Active, and no risk score', async () => {
    expect(await cards()).toMatchObject({ complianceStatus: 'active', riskScore: null, score: null, assessedAt: null });
  });

  test.each([
    [100, 'compliant', 0],
    [90, 'compliant', 10],
    [89.9, 'partial', 10.1],
    [70, 'partial', 30],
    [69.9, 'at-risk', 30.1],
    [84.1, 'partial', 15.9],
    [0, 'at-risk', 100],
  ])('a score of %d is %s with a risk of %d', async (score, complianceStatus, riskScore) => {
    await assess('cedar', { score });
    expect(await cards()).toMatchObject({ complianceStatus, riskScore, score });
    expect(complianceStatusOf(score)).toBe(complianceStatus);
  });

  test('the newest assessment counts, and members are those who are active', async () => {
    await assess('cedar', { score: 95, at: new Date(Date.now() - 86_400_000) });
    await assess('cedar', { score: 40 });
    expect(await cards()).toMatchObject({ score: 40, teamMembers: 6 });
    await world.owner("update users set status = 'inactive' where id = $1", [world.people.vendor.userId]);
    const { teamMembers } = await cards();
    await world.owner("update users set status = 'active' where id = $1", [world.people.vendor.userId]);
    expect(teamMembers).toBe(5);
  });

  test('findings that were resolved are open no more', async () => {
    const { id, tenantId } = world.organizations.cedar;
    await world.owner(
      `insert into findings (tenant_id, organization_id, setting_type, target, opened_at, opened_by_assessment, verdict, resolved_at)
       values ($1, $2, 'settings/a.b', '', now(), 1, 'partial', null), ($1, $2, 'settings/a.c', '', now(), 1, 'partial', now())`,
      [tenantId, id],
    );
    expect((await cards()).openFindings).toBe(1);
  });

  test.each([
    ['is not open while that is in force', {}, 1],
    ['is open again when its day has come', { expiresInDays: -1 }, 2],
    ['is open again when somebody ended it', { ended: true }, 2],
  ])('a finding that was accepted %s', async (_when, exception, open) => {
    await assess('cedar', { nonCompliant: 2 });
    await accept('cedar', exception);
    expect((await cards()).openFindings).toBe(open);
  });
});

describe('who may see which figures', () => {
  test.each(['mspUser', 'mspAuditor'] as const)('%s sees the assigned organizations, and no revenue', async (as) => {
    await assess('oak', { nonCompliant: 1 });
    expect(await dashboard(as)).toMatchObject({ organizations: 1, activeProjects: 0, revenue: null, teamMembers: 3 });
    await assess('cedar', { nonCompliant: 1 });
    const { activeProjects, assessmentsByMonth } = await dashboard(as);
    expect(activeProjects).toBe(1);
    expect(assessmentsByMonth.at(-1)?.assessments).toBe(1);
  });

  test('a root user sees totals over the platform, and nothing that belongs to one MSP', async () => {
    await assess('pine', { nonCompliant: 1 });
    await assess('birch', { nonCompliant: 1 });
    expect(await dashboard('root')).toMatchObject({
      organizations: 4,
      activeProjects: 2,
      pendingApprovals: null,
      teamMembers: null,
      revenue: null,
    });
  });

  test.each(['employee', 'vendor', 'complianceAnalyst'] as const)('%s sees no dashboard', async (as) => {
    const params = { id: world.organizations.cedar.id };
    expect((await world.call(findOrganizationDashboard, { as, params })).status).toBe(403);
    expect((await world.call(findMspDashboard, { as })).status).toBe(403);
  });
});

describe('whose figures they are', () => {
  test('another MSP’s assessments count for nothing here', async () => {
    await assess('pine', { nonCompliant: 1 });
    await assess('birch', { nonCompliant: 1 });
    expect((await dashboard()).activeProjects).toBe(0);
    expect((await dashboard('foreignMspAdmin')).activeProjects).toBe(1);
  });

  test('a sibling, a foreign MSP and an independent organization find nothing here', async () => {
    const params = { id: world.organizations.cedar.id };
    for (const as of ['siblingAdmin', 'foreignMspAdmin', 'independentAdmin'] as const) {
      expect((await world.call(findOrganizationDashboard, { as, params })).status).toBe(404);
    }
  });
});
