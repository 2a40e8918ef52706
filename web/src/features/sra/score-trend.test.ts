import { rulesText } from '@sentrywell/contract/assessment-rules.ts';
import type { Assessment } from '@sentrywell/contract/assessment.ts';
import { expect, test } from 'vitest';
import { ruleChangesOf, trendOf } from './score-trend.ts';

function assessment(id: number, assessedAt: string, score: number): Assessment {
  return {
    id,
    uuid: '00000000-0001-8abc-9def-0123456789ab',
    organizationId: 1,
    assessedAt,
    assessedBy: 'Dana Reyes',
    account: 'admin@cedarclinic.example',
    catalogueVersion: '2026.11',
    rules: 'aaaa1111',
    includesTier2: false,
    score,
    counts: { compliant: 1, partial: 0, 'non-compliant': 0, unreadable: 0, 'not-licensed': 0, 'not-assessed': 0 },
    accepted: 0,
  };
}

test('the trend runs from the oldest to the newest of the last twelve', () => {
  const list = Array.from({ length: 20 }, (_, index) =>
    assessment(
      20 - index,
      `2026-${String(12 - Math.floor(index / 2)).padStart(2, '0')}-1${index % 2}T12:00:00Z`,
      20 - index,
    ),
  );
  expect(trendOf(list).map(({ value }) => value)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
});

test('two assessments of one day have two labels', () => {
  const [one, other] = trendOf([assessment(2, '2026-11-21T13:00:00Z', 70), assessment(1, '2026-11-21T12:00:00Z', 60)]);
  expect(one?.label).not.toBe(other?.label);
  expect([one?.value, other?.value]).toEqual([60, 70]);
});

test('an assessment in which nothing counts has no score, and no place in the trend', () => {
  const unreadable = { ...assessment(2, '2026-11-22T12:00:00Z', 0) };
  unreadable.counts = { ...unreadable.counts, compliant: 0, unreadable: 53 };
  expect(trendOf([unreadable, assessment(1, '2026-11-21T12:00:00Z', 60)]).map(({ value }) => value)).toEqual([60]);
});

test('where the rules or tiers changed is told, and nothing where they are the same or were not noted', () => {
  const at = (id: number, change: object) => ({ ...assessment(id, `2026-11-0${id}T12:00:00Z`, 50), ...change });
  const list = [
    at(1, { rules: null }),
    at(2, {}),
    at(3, {}),
    at(4, { rules: 'bbbb2222' }),
    at(5, { rules: 'bbbb2222', includesTier2: true }),
    at(6, { rules: 'bbbb2222', includesTier2: true, catalogueVersion: '2027.02' }),
  ];
  expect(ruleChangesOf(list).map((one) => [one.id, rulesText(one)])).toEqual([
    [4, '2026.11 (rules bbbb2222)'],
    [5, '2026.11 (rules bbbb2222), with tier 2'],
    [6, '2027.02 (rules bbbb2222), with tier 2'],
  ]);
});

test('days are named with their years unless all of them are of this year', () => {
  const labels = (now: string, ...days: readonly string[]) =>
    trendOf(
      days.map((day, index) => assessment(days.length - index, `${day}T12:00:00Z`, 50)),
      new Date(now),
    ).map(({ label }) => label);
  const ofThisYear = labels('2026-12-01T12:00:00Z', '2026-11-21', '2026-02-03');
  expect(ofThisYear.join()).not.toMatch(/20\d\d/);
  const ofTwoYears = labels('2026-12-01T12:00:00Z', '2026-11-21', '2025-11-21');
  expect(ofTwoYears[0]).toContain('2025');
  expect(ofTwoYears[1]).toContain('2026');
  // Another year's day is another day.
  expect(ofTwoYears.join()).not.toContain('(');
  const ofLastYear = labels('2027-01-05T12:00:00Z', '2026-11-21', '2026-02-03');
  expect(ofLastYear).toHaveLength(2);
  expect(ofLastYear.every((label) => label.includes('2026'))).toBe(true);
});
