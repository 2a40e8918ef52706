import { mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { dashboardEndpoints } from '@sentrywell/contract/dashboard.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, expect, test } from 'vitest';
import { policyAdder } from '../../../../emulator/policy.ts';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { assess } from '../../testing/workspace-sign-in.ts';
import { catalogue } from './catalogue.ts';

let world: AssessingWorld['world'];
let google: AssessingWorld['google'];
beforeAll(async () => {
  ({ world, google } = await buildAssessingWorld());
  const workspace = google.workspaces.of('cedar.example');
  const policies: ReturnType<typeof workspace.policies>[number][] = [];
  const add = policyAdder(workspace.directory, policies);
  const [orgUnit] = workspace.directory.orgUnits;
  catalogue.settings.forEach(({ type }) => add(type, { orgUnit, by: 'ADMIN' }, {}));
  // As if Google wrote values in another way from today on.
  const changed = policies.map((policy) => ({ ...policy, setting: { ...policy.setting, value: 'changed' } }));
  Object.assign(workspace, { policies: () => changed });
  await assess(world, 'orgAdmin', 'cedar');
});

const params = () => ({ id: world.organizations.cedar.id });

test('an assessment in which nothing counts is kept, with nothing but rows that do not count', async () => {
  const reply = await world.call(sraEndpoints.findNewestAssessment, { as: 'orgAdmin', params: params() });
  const { newest } = sraEndpoints.findNewestAssessment.reply.parse(reply.json);
  expect(newest?.assessment).toMatchObject({ score: 0, counts: { compliant: 0, partial: 0, 'non-compliant': 0 } });
  expect(newest?.assessment.counts['unreadable']).toBeGreaterThan(40);
});

test('no screen has a score for it, and no risk', async () => {
  const dashboard = await world.call(dashboardEndpoints.findOrganizationDashboard, {
    as: 'orgAdmin',
    params: params(),
  });
  expect(dashboard.json).toMatchObject({
    score: null,
    riskScore: null,
    complianceStatus: 'active',
    assessedAt: expect.any(String),
  });
  const tenants = await world.call(organizationEndpoints.listTenants, { as: 'mspAdmin' });
  const listed = organizationEndpoints.listTenants.reply.parse(tenants.json).tenants;
  expect(listed.find(({ id }) => id === params().id)).toMatchObject({ score: null, assessedAt: expect.any(String) });
  const matrix = await world.call(sraEndpoints.findAssessmentMatrix, { as: 'mspAdmin' });
  const { organizations } = sraEndpoints.findAssessmentMatrix.reply.parse(matrix.json);
  expect(organizations.find(({ id }) => id === params().id)).toMatchObject({
    score: null,
    assessedAt: expect.any(String),
  });
  const summary = await world.call(mspAuditLog.summarize, { as: 'mspAdmin' });
  expect(mspAuditLog.summarize.reply.parse(summary.json).completion.percent).toBeNull();
});

test('the log does not say that it was 0', async () => {
  const [entry] = await world.owner<{ log: string }>(
    "select log from audit_log where log like 'Security risk assessment run%'",
  );
  expect(entry?.log).toBe(
    'Security risk assessment run with admin@cedar.example: no score because nothing could be judged, 0 open findings',
  );
});
