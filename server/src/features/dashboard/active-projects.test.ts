import { dashboardEndpoints } from '@sentrywell/contract/dashboard.ts';
import { filterMatrix, wholeMatrix } from '@sentrywell/contract/matrix-filter.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { policyAdder } from '../../../../emulator/policy.ts';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { assess } from '../../testing/workspace-sign-in.ts';
import { catalogue } from '../sra/catalogue.ts';

let world: AssessingWorld['world'];
let google: AssessingWorld['google'];
beforeAll(async () => {
  ({ world, google } = await buildAssessingWorld());
  await assess(world, 'orgAdmin', 'cedar');
  await assess(world, 'siblingAdmin', 'oak');
});

async function activeProjects(): Promise<number> {
  const { json } = await world.call(dashboardEndpoints.findMspDashboard, { as: 'mspAdmin' });
  return dashboardEndpoints.findMspDashboard.reply.parse(json).activeProjects;
}

/** The page that the card leads to. */
async function toMend() {
  const { json } = await world.call(sraEndpoints.findAssessmentMatrix, { as: 'mspAdmin' });
  const matrix = sraEndpoints.findAssessmentMatrix.reply.parse(json);
  return filterMatrix(matrix, { ...wholeMatrix, onlyFailing: true });
}

async function names(): Promise<string[]> {
  return (await toMend()).organizations.map(({ name }) => name).toSorted();
}

describe('Active Projects counts the organizations that its page shows with something to mend', () => {
  test('both of two with findings', async () => {
    expect([await activeProjects(), await names()]).toEqual([2, ['Cedar', 'Oak']]);
  });

  test('a deactivated one is none, until it is let in again', async () => {
    const params = { id: world.organizations.oak.id };
    await world.call(organizationEndpoints.deactivateOrganization, { as: 'mspAdmin', params });
    expect([await activeProjects(), await names()]).toEqual([1, ['Cedar']]);
    const { json } = await world.call(dashboardEndpoints.findMspDashboard, { as: 'root' });
    expect(json).toMatchObject({ activeProjects: 1 });
    await world.call(organizationEndpoints.reactivateOrganization, { as: 'mspAdmin', params });
    expect([await activeProjects(), await names()]).toEqual([2, ['Cedar', 'Oak']]);
  });

  test('one whose findings could not be read any more is one', async () => {
    const workspace = google.workspaces.of('cedar.example');
    const policies: ReturnType<typeof workspace.policies>[number][] = [];
    const add = policyAdder(workspace.directory, policies);
    catalogue.settings.forEach(({ type }) => add(type, { orgUnit: workspace.directory.orgUnits[0], by: 'ADMIN' }, {}));
    // As if Google wrote values in another way from today on.
    const changed = policies.map((policy) => ({ ...policy, setting: { ...policy.setting, value: 'changed' } }));
    Object.assign(workspace, { policies: () => changed });
    await assess(world, 'orgAdmin', 'cedar');
    const params = { id: world.organizations.cedar.id };
    const { json } = await world.call(dashboardEndpoints.findOrganizationDashboard, { as: 'orgAdmin', params });
    const { openFindings, unreadFindings } = dashboardEndpoints.findOrganizationDashboard.reply.parse(json);
    expect(unreadFindings).toBeGreaterThan(0);
    expect(openFindings).toBe(unreadFindings);
    expect([await activeProjects(), await names()]).toEqual([2, ['Cedar', 'Oak']]);
    const csv = await world.call(sraEndpoints.downloadAssessmentMatrix, {
      as: 'mspAdmin',
      query: { organization: 'cedar', only: 'failing' },
    });
    expect(csv.text.split('\r\n')[1]).toMatch(/^"Cedar",.*"unreadable \(still open\)"/);
  });
});
