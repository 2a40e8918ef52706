import type { ShownPolicy, Verdict } from '@sentrywell/contract/assessment.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { assess } from '../../testing/workspace-sign-in.ts';
import { catalogue } from './catalogue.ts';
import { compareAssessments } from './compare-assessments.ts';

type Row = {
  readonly verdict: Verdict;
  readonly value?: Record<string, unknown>;
  readonly raw?: unknown;
  readonly tier?: number;
};

function policy(type: string, { verdict, value = {}, raw = value, tier = 1 }: Row): ShownPolicy {
  return {
    name: 'policies/a',
    customer: 'customers/C1',
    policyQuery: { orgUnit: 'orgUnits/root' },
    setting: { type: `settings/${type}`, value },
    bestPractice: {},
    remedy: '',
    verdict,
    area: 'gmail',
    title: type,
    tier,
    scuba: [],
    cis: [],
    hipaa: [],
    raw,
    target: 'orgUnits/root',
    stillOpen: false,
    exception: null,
    idleException: null,
    expired: null,
  };
}

function side(policies: readonly ShownPolicy[], more: object = {}) {
  const assessment = {
    id: 1,
    uuid: '',
    organizationId: 1,
    assessedAt: '2026-11-21T00:00:00.000Z',
    assessedBy: '',
    account: '',
    catalogueVersion: '2026.11',
    rules: 'aaaa1111',
    includesTier2: false,
    score: 0,
    counts: { compliant: 0, partial: 0, 'non-compliant': 0, unreadable: 0, 'not-licensed': 0, 'not-assessed': 0 },
    accepted: 0,
    ...more,
  };
  return { assessment, policies };
}

const on = { on: true };
const off = { on: false };

describe('comparing two assessments: where each row goes', () => {
  const cases: readonly (readonly [string, Row | undefined, Row | undefined, string])[] = [
    ['the same', { verdict: 'compliant', value: on }, { verdict: 'compliant', value: on }, 'unchanged'],
    ['the same failure', { verdict: 'partial', value: on }, { verdict: 'partial', value: on }, 'unchanged'],
    ['broke', { verdict: 'compliant', value: on }, { verdict: 'non-compliant', value: off }, 'new'],
    ['appeared broken', undefined, { verdict: 'partial', value: off }, 'new'],
    ['broken and judged now', { verdict: 'not-assessed', value: off }, { verdict: 'partial', value: off }, 'new'],
    ['broken and licensed now', { verdict: 'not-licensed' }, { verdict: 'non-compliant', value: off }, 'new'],
    ['mended', { verdict: 'non-compliant', value: off }, { verdict: 'compliant', value: on }, 'fixed'],
    ['mended in part', { verdict: 'non-compliant', value: off }, { verdict: 'partial', value: on }, 'changed'],
    ['worse', { verdict: 'partial', value: on }, { verdict: 'non-compliant', value: off }, 'changed'],
    ['failing otherwise', { verdict: 'partial', value: on }, { verdict: 'partial', value: off }, 'changed'],
    [
      'fine otherwise',
      { verdict: 'compliant', value: { n: 14 } },
      { verdict: 'compliant', value: { n: 20 } },
      'changed',
    ],
    ['gone while failing', { verdict: 'partial', value: on }, undefined, 'changed'],
    ['gone while fine', { verdict: 'compliant', value: on }, undefined, 'changed'],
    ['appeared fine', undefined, { verdict: 'compliant', value: on }, 'changed'],
    ['licence gone', { verdict: 'partial', value: on }, { verdict: 'not-licensed', value: on }, 'changed'],
    ['information changed', { verdict: 'not-assessed', value: on }, { verdict: 'not-assessed', value: off }, 'changed'],
    ['only its raw form changed', { verdict: 'unreadable', raw: 1 }, { verdict: 'unreadable', raw: 2 }, 'unreadable'],
    ['not readable now', { verdict: 'partial', value: on }, { verdict: 'unreadable', value: on }, 'unreadable'],
    ['readable again', { verdict: 'unreadable', value: on }, { verdict: 'partial', value: on }, 'unreadable'],
    ['not readable in both', { verdict: 'unreadable', value: on }, { verdict: 'unreadable', value: on }, 'unchanged'],
  ];
  test.each(cases)('%s', (_name, was, is, expected) => {
    const rows = (row: Row | undefined) => (row === undefined ? [] : [policy('gmail.a', row)]);
    const { new: added, fixed, changed, unreadable, unchanged } = compareAssessments(side(rows(was)), side(rows(is)));
    const found = {
      new: added.length,
      fixed: fixed.length,
      changed: changed.length,
      unreadable: unreadable.length,
      unchanged,
    };
    expect(found).toEqual({ new: 0, fixed: 0, changed: 0, unreadable: 0, unchanged: 0, [expected]: 1 });
  });

  test('other catalogues and tiers are said plainly, and a verdict that only they changed is marked', () => {
    const before = side([policy('gmail.a', { verdict: 'compliant', value: on })]);
    const after = side([policy('gmail.a', { verdict: 'partial', value: { on: true, also: 1 } })], {
      catalogueVersion: '2027.02',
      includesTier2: true,
    });
    const compared = compareAssessments(before, after);
    expect(compared).toMatchObject({
      catalogueChanged: true,
      tiersChanged: true,
      notice:
        'These two assessments were made by different catalogues (2026.11 and 2027.02) and without and then with tier 2: a verdict can differ although the setting did not change.',
      new: [{ settingChanged: false, before: { verdict: 'compliant' }, after: { verdict: 'partial' } }],
    });
    expect(compareAssessments(before, before).notice).toBeNull();
  });

  test('where only the rules or the tiers made a row, it is counted as judged differently and not as a change at Google', () => {
    const sent = { verdict: 'compliant', value: on } as const;
    const otherRules = { rules: 'bbbb2222' };
    const judged = (was: readonly ShownPolicy[], is: readonly ShownPolicy[], more: object = {}) => {
      const { notice, judgedDifferently, new: added, fixed, changed } = compareAssessments(side(was), side(is, more));
      return { notice, judgedDifferently, marks: [...added, ...fixed, ...changed].map((row) => row.settingChanged) };
    };
    const one = (row: Row) => [policy('gmail.a', row)];
    // Another verdict, and another default, over what Google sent both times.
    expect(judged(one(sent), one({ ...sent, verdict: 'partial' }), otherRules)).toEqual({
      notice:
        'These two assessments were made by different rules of catalogue 2026.11 (aaaa1111 and bbbb2222): a verdict can differ although the setting did not change.',
      judgedDifferently: 1,
      marks: [false],
    });
    const nothing: Row = { verdict: 'compliant', value: on, raw: [] };
    expect(judged(one(nothing), one({ verdict: 'partial', value: off, raw: [] }), otherRules)).toMatchObject({
      judgedDifferently: 1,
    });
    // A setting that the later catalogue knows and the earlier one did not.
    expect(judged([], one({ ...nothing, verdict: 'partial' }), otherRules)).toMatchObject({ marks: [false] });
    const additional = one({ verdict: 'partial', value: off, tier: 2 });
    expect(judged([], additional, { includesTier2: true })).toMatchObject({ judgedDifferently: 1, marks: [false] });
    expect(judged([], additional)).toMatchObject({ judgedDifferently: 0, marks: [true], notice: null });
    // By the same rules, and by rules that nobody noted.
    const service = judged(one(sent), one({ ...sent, verdict: 'not-licensed' }));
    expect(service).toMatchObject({ judgedDifferently: 1, notice: expect.stringMatching(/The rules are the same: /) });
    expect(judged(one(sent), one({ ...sent, verdict: 'partial' }), { rules: null }).notice).toMatch(/is not known/);
    expect(judged(one(sent), one(sent), { rules: null }).notice).toBeNull();
  });

  test('several rows of one place are told apart in their order', () => {
    const before = side([
      policy('rule.a', { verdict: 'partial', value: { n: 1 } }),
      policy('rule.a', { verdict: 'partial', value: { n: 2 } }),
    ]);
    const after = side([policy('rule.a', { verdict: 'partial', value: { n: 1 } })]);
    expect(compareAssessments(before, after)).toMatchObject({
      unchanged: 1,
      changed: [{ before: { value: { n: 2 } }, after: null }],
    });
  });
});

describe('comparing two assessments: through Google', () => {
  let world: AssessingWorld['world'];
  let google: AssessingWorld['google'];
  beforeAll(async () => {
    ({ world, google } = await buildAssessingWorld());
  });

  async function run(): Promise<number> {
    const { uuid } = await assess(world, 'orgAdmin', 'cedar');
    const reply = await world.call(sraEndpoints.listPolicies, { as: 'orgAdmin', query: { uuid } });
    return sraEndpoints.listPolicies.reply.parse(reply.json).assessment.id;
  }

  async function compare(before: number, assessmentId: number) {
    const params = { id: world.organizations.cedar.id, assessmentId };
    const reply = await world.call(sraEndpoints.compareAssessments, { as: 'orgAdmin', params, query: { before } });
    return sraEndpoints.compareAssessments.reply.parse(reply.json);
  }

  test('one setting changed: exactly one change is listed, and the way back is exactly one too', async () => {
    const first = await run();
    const [stored] = await world.owner<{ rules: string }>('select rules from assessments');
    expect(stored?.rules).toBe(catalogue.rules);
    const workspace = google.workspaces.of('cedar.example');
    workspace.setSetting('settings/gmail.imap_access', { enableImapAccess: false });
    const second = await run();
    const there = await compare(first, second);
    expect(there).toMatchObject({
      notice: null,
      new: [],
      changed: [],
      unreadable: [],
      fixed: [
        {
          settingType: 'settings/gmail.imap_access',
          settingChanged: true,
          before: { verdict: 'non-compliant', value: { enableImapAccess: true } },
          after: { verdict: 'compliant', value: { enableImapAccess: false } },
        },
      ],
    });
    expect(there.unchanged).toBeGreaterThan(50);
    workspace.setSetting('settings/gmail.imap_access', { enableImapAccess: true });
    const back = await compare(second, await run());
    expect([back.new.length, back.fixed.length, back.changed.length, back.unreadable.length]).toEqual([1, 0, 0, 0]);
  });

  test('findings open and resolve with it', async () => {
    const rows = await world.owner<{ resolved: boolean; opened_by_assessment: string }>(
      `select resolved_at is not null as resolved, opened_by_assessment from findings
       where setting_type = 'settings/gmail.imap_access' and target like 'orgUnits/%' order by opened_at`,
    );
    expect(rows.map(({ resolved }) => resolved)).toEqual([true, false]);
  });
});
