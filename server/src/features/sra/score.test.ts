import type { Verdict } from '@sentrywell/contract/assessment.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { parsePolicyPage } from './policy-shape.ts';
import { reducePolicies } from './reduce-policies.ts';
import { compareSettings, complianceScore, countVerdicts, isSameJson } from './score.ts';

describe('a policy', () => {
  it.each([
    ['every value equals its best practice', { a: 1, b: 'x' }, { a: 1, b: 'x' }, 'compliant'],
    ['the order of keys does not matter', { a: { p: 1, q: [2] }, b: 0 }, { b: 0, a: { q: [2], p: 1 } }, 'compliant'],
    ['some do', { a: 1, b: 2 }, { a: 1, b: 3 }, 'partial'],
    ['none does', { a: 1, b: 2 }, { a: 2, b: 1 }, 'non-compliant'],
    ['text is not a number', { a: '1' }, { a: 1 }, 'non-compliant'],
    ['the order of a list matters', { a: [1, 2] }, { a: [2, 1] }, 'non-compliant'],
    ['false is not null', { a: false }, { a: null }, 'non-compliant'],
    ['there is no value', undefined, { a: 1 }, 'non-compliant'],
    ['there is no best practice', { a: 1 }, undefined, 'non-compliant'],
    ['the best practice has no such key', { a: 1, b: 2 }, { a: 1 }, 'partial'],
    ['there is nothing to compare', {}, {}, 'non-compliant'],
  ])('%s', (_rule, value, bestPractice, verdict) => {
    expect(compareSettings(value, bestPractice)).toBe(verdict);
  });

  it('compares what a prototype could offer by own keys only', () => {
    expect(compareSettings({ toString: 1 }, {})).toBe('non-compliant');
    expect(isSameJson({ a: 1 }, Object.create({ a: 1 }))).toBe(false);
  });
});

describe('the compliance score', () => {
  it.each<[readonly Verdict[], number]>([
    [[], 0],
    [['unreadable', 'not-licensed', 'not-assessed'], 0],
    [['compliant'], 100],
    [['partial'], 50],
    [['non-compliant'], 0],
    [['compliant', 'compliant', 'non-compliant'], 66.7],
    [['compliant', 'partial', 'non-compliant', 'unreadable'], 50],
    // 1 of 16 is 6.25: the tie goes up.
    [['compliant', ...Array<Verdict>(15).fill('non-compliant')], 6.3],
  ])('of %j is %d', (verdicts, score) => {
    expect(complianceScore(verdicts)).toBe(score);
  });

  it('counts every row once', () => {
    expect(countVerdicts(['compliant', 'partial', 'partial', 'unreadable'])).toEqual({
      compliant: 1,
      partial: 2,
      'non-compliant': 0,
      unreadable: 1,
      'not-licensed': 0,
      'not-assessed': 0,
    });
  });
});

// A second way to the same figure: works on texts and whole numbers, and shares nothing with the product's own.
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'nothing';
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    .toSorted()
    .join()}}`;
}

type Row = ReturnType<typeof evaluatePolicies>[number];

function halves({ setting, bestPractice }: Row): bigint {
  const lines = new Set(Object.entries(bestPractice).map(([key, item]) => `${key}=${canonical(item)}`));
  const good = Object.entries(setting.value).map(([key, item]) => lines.has(`${key}=${canonical(item)}`));
  if (!good.includes(true)) return 0n;
  return good.includes(false) ? 1n : 2n;
}

function scoreAgain(rows: readonly Row[]): number {
  const counted = rows.filter(({ bestPractice }) => Object.keys(bestPractice).length > 0);
  let sum = 0n;
  for (const row of counted) sum += halves(row);
  if (counted.length === 0) return 0;
  // sum / 2 / n × 100 in tenths, rounded half up: (sum × 1000 + n) / 2n.
  const n = BigInt(counted.length);
  return Number((sum * 1000n + n) / (2n * n)) / 10;
}

const assessable = catalogue.settings.filter(({ tier }) => tier < 3);

function valueFor(field: (typeof assessable)[number]['fields'][number]): fc.Arbitrary<unknown> {
  const wanted = 'value' in field.rule ? [field.rule.value] : [];
  const members = fc.constantFrom(
    ...wanted,
    ...(field.enum ?? []),
    true,
    false,
    8,
    14,
    '0s',
    '86400s',
    '9999999s',
    '2025-01-01T00:00:00Z',
  );
  return fc.oneof({ weight: 12, arbitrary: members }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
}

const setting = fc.constantFrom(...assessable).chain(({ type, fields }) =>
  fc.record({
    type: fc.constant(type),
    value: fc.record(Object.fromEntries(fields.map((field) => [field.name, valueFor(field)])), { requiredKeys: [] }),
  }),
);

const unknown = fc.record({
  type: fc.constant('settings/new.setting'),
  value: fc.dictionary(fc.constantFrom('a', 'b'), fc.boolean()),
});

const policy = fc
  .record({
    setting: fc.oneof({ weight: 20, arbitrary: setting }, { weight: 1, arbitrary: unknown }),
    type: fc.constantFrom('ADMIN', 'SYSTEM'),
    orgUnit: fc.constantFrom('orgUnits/root', 'orgUnits/root', 'orgUnits/staff', ''),
    group: fc.option(fc.constant('groups/g'), { nil: undefined, freq: 8 }),
    sortOrder: fc.double({ min: 100, max: 210, noNaN: true }),
  })
  .map(({ orgUnit, group, sortOrder, ...rest }) => ({
    ...rest,
    customer: 'customers/C1',
    policyQuery: { orgUnit, group, sortOrder },
  }));

describe('the score of any policies', () => {
  it('equals a second, independent computation', () => {
    const scores = new Set<number>();
    // How many different ones 300 draws bring is chance, 95 give or take 7: where they are few, as many are drawn again.
    for (let batch = 0; batch < 3 && scores.size <= 80; batch += 1) {
      fc.assert(
        fc.property(
          fc.array(policy, { maxLength: 120, size: 'max' }),
          fc.constantFrom<(1 | 2)[]>(1, 2),
          (sent, tier) => {
            const named = sent.map((each, index) => ({ ...each, name: `policies/${index}` }));
            const read = parsePolicyPage(JSON.stringify({ policies: named }));
            if ('failure' in read) return read.failure === 'unsafe-key';
            const rows = evaluatePolicies(reducePolicies(read.page.policies, { catalogue }), {
              catalogue,
              tier,
              now: new Date('2026-11-21'),
            });
            const score = complianceScore(rows.map(({ verdict }) => verdict));
            scores.add(score);
            return score === scoreAgain(rows) && score >= 0 && score <= 100;
          },
        ),
        { numRuns: 300 },
      );
    }
    // Were the generator to make the same score over and over, the test would prove nothing.
    expect(scores.size).toBeGreaterThan(80);
  });
});
