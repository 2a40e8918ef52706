import { describe, expect, test } from 'vitest';
import { monthAgo, monthEnds } from './months.ts';

describe('months', () => {
  test.each([
    ['2027-03-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
    ['2028-03-31T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
    ['2027-01-15T00:00:00.000Z', '2026-12-15T00:00:00.000Z'],
    ['2027-07-31T23:59:59.999Z', '2027-06-30T23:59:59.999Z'],
  ])('a month before %s is %s', (now, before) => {
    expect(monthAgo(new Date(now)).toISOString()).toBe(before);
  });

  test('a month ends a moment before the next one begins', () => {
    const ends = monthEnds(new Date('2027-01-31T12:00:00.000Z'), 3).map((at) => at.toISOString());
    expect(ends).toEqual(['2026-11-30T23:59:59.999Z', '2026-12-31T23:59:59.999Z', '2027-01-31T12:00:00.000Z']);
  });
});
