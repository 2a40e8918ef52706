import type { Assessment } from '@sentrywell/contract/assessment.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, expect, test } from 'vitest';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { assess } from '../../testing/workspace-sign-in.ts';

let world: AssessingWorld['world'];
let assessment: Assessment;
beforeAll(async () => {
  ({ world } = await buildAssessingWorld());
  const { uuid } = await assess(world, 'orgAdmin', 'cedar');
  const reply = await world.call(sraEndpoints.listPolicies, { as: 'orgAdmin', query: { uuid } });
  ({ assessment } = sraEndpoints.listPolicies.reply.parse(reply.json));
});

test.each([
  ['Clínica "Süd" / 病院', 'cl_nica-s_d-__', 'clínica-süd-病院'],
  ['../..\\; x="y"', 'x-y', null],
  ['‒—!', null, null],
  ['Praxis '.repeat(14), `${'praxis-'.repeat(5)}praxi`, null],
])('the files of the organization %j carry its name', async (name, plain, whole) => {
  const { id } = world.organizations.cedar;
  await world.owner('update organizations set name = $1 where id = $2', [name, id]);
  const date = assessment.assessedAt.slice(0, 10);
  const file = (part: string | null, ending: string) =>
    `security-risk-assessment-${part === null ? '' : `${part}-`}${assessment.id}-${date}.${ending}`;
  for (const [ending, endpoint] of [
    ['csv', sraEndpoints.downloadAssessmentCsv],
    ['pdf', sraEndpoints.downloadAssessmentReport],
  ] as const) {
    const { headers } = await world.call(endpoint, { as: 'orgAdmin', params: { id, assessmentId: assessment.id } });
    const encoded = whole === null ? '' : `; filename*=UTF-8''${encodeURIComponent(file(whole, ending))}`;
    expect(headers['content-disposition']).toBe(`attachment; filename="${file(plain, ending)}"${encoded}`);
  }
});
