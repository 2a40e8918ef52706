import { scoreOf } from '@sentrywell/contract/assessment-score.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { assess } from '../../testing/workspace-sign-in.ts';
import type { OpenedAssessment } from './find-assessment.ts';

let world: AssessingWorld['world'];
let opened: OpenedAssessment;
beforeAll(async () => {
  ({ world } = await buildAssessingWorld());
  const { uuid } = await assess(world, 'orgAdmin', 'cedar');
  const reply = await world.call(sraEndpoints.listPolicies, { as: 'orgAdmin', query: { uuid } });
  opened = sraEndpoints.listPolicies.reply.parse(reply.json);
});

async function download(): Promise<string> {
  const params = { id: world.organizations.cedar.id, assessmentId: opened.assessment.id };
  return (await world.call(sraEndpoints.downloadAssessmentCsv, { as: 'orgAdmin', params })).text;
}

/** Every line under its columns; no cell of the demo holds a line break. */
async function lines(): Promise<readonly Readonly<Record<string, string>>[]> {
  const [head = [], ...others] = (await download())
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) => cell));
  return others.map((cells) => Object.fromEntries(head.map((column, index) => [column, cells[index] ?? ''])));
}

const minuteOf = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;

describe('the CSV of an assessment, for somebody who has nothing but the file', () => {
  test('begins with the mark by which Excel knows UTF-8', async () => {
    expect((await download()).startsWith('\ufeff"Area"')).toBe(true);
  });

  test('says in each line of whose assessment it is, from when, judged by what, and when the file was made', async () => {
    const { account, assessedAt, assessedBy, catalogueVersion, rules } = opened.assessment;
    const found = await lines();
    expect(found.length).toBeGreaterThan(50);
    for (const line of found) {
      expect(line).toMatchObject({
        Organization: 'Cedar',
        Domain: 'cedar.example',
        'Google account': account,
        'Assessed at': minuteOf(assessedAt),
        'Run by': assessedBy,
        Score: String(scoreOf(opened.assessment)),
        Catalogue: `${catalogueVersion} (rules ${rules})`,
        'Exported at': minuteOf(world.kernel.clock.now().toISOString()),
      });
    }
  });

  test('says why a finding is accepted and what is done instead, as the report does', async () => {
    const finding = opened.policies.find(({ verdict }) => verdict === 'non-compliant');
    if (finding === undefined) {
      throw new Error('Nothing fails.');
    }
    const { setting, target } = finding;
    const accepted = await world.call(sraEndpoints.acceptFinding, {
      as: 'orgAdmin',
      params: { id: world.organizations.cedar.id },
      body: {
        settingType: setting.type,
        target,
        reason: '=An old scanner',
        compensatingMeasure: 'Watched every week',
        expiresAt: new Date(world.kernel.clock.now().getTime() + 86_400_000).toISOString(),
      },
    });
    expect(accepted.status).toBe(200);
    const found = (await lines()).filter(({ Finding }) => Finding === 'accepted');
    expect(found.length).toBeGreaterThan(0);
    for (const line of found) {
      expect(line).toMatchObject({ Reason: "'=An old scanner", 'Done instead': 'Watched every week' });
    }
  });
});
