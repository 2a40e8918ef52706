import { errors } from '@sentrywell/contract/errors.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, expect, test } from 'vitest';
import { policyAdder } from '../../../../emulator/policy.ts';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { assess } from '../../testing/workspace-sign-in.ts';

let world: AssessingWorld['world'];
let google: AssessingWorld['google'];
beforeAll(async () => {
  ({ world, google } = await buildAssessingWorld());
});

test('what is too large to be opened again is not kept', async () => {
  const organization = { as: 'orgAdmin', params: { id: world.organizations.cedar.id } } as const;
  await world.call(sraEndpoints.changeAssessmentSettings, { ...organization, body: { includeTier2: true } });
  const workspace = google.workspaces.of('cedar.example');
  const type = 'settings/gmail.spam_override_lists';
  const rule = (ruleId: string) => ({ ruleId, description: 'Partners that may always write to us' });
  // A unit's list is joined with the organization's: what Google sends once is kept once for each unit.
  workspace.setSetting(type, { spamOverride: Array.from({ length: 12_000 }, (_, index) => rule(`rule-${index}`)) });
  const policies = [...workspace.policies()];
  const add = policyAdder(workspace.directory, policies);
  const [root] = workspace.directory.orgUnits;
  for (let index = 0; index < 60; index += 1) {
    const orgUnit = { id: `unit${index}`, name: `/Unit ${index}`, depth: 1, parent: root.id };
    add(type, { orgUnit, by: 'ADMIN' }, { spamOverride: [rule(`own-${index}`)] });
  }
  Object.assign(workspace, { policies: () => policies });
  const { uuid, message } = await assess(world, 'orgAdmin', 'cedar');
  const newest = await world.call(sraEndpoints.findNewestAssessment, organization);
  expect({ uuid, message, status: newest.status, newest: newest.json }).toEqual({
    uuid: undefined,
    message: errors['workspace.too_large'].message,
    status: 200,
    newest: { newest: null },
  });
});
