import { expect, test } from 'vitest';
import { dayAhead, endDays, endOfException, isEndDay } from './exception-days.ts';

const now = new Date(2026, 10, 21, 10, 30);

test('days are the reader’s own calendar days', () => {
  expect(dayAhead(new Date(2026, 10, 30, 23, 59), 1)).toBe('2026-12-01');
  expect(dayAhead(new Date(2027, 1, 28), 1)).toBe('2027-03-01');
});

test('an exception ends tomorrow at the earliest and in 365 days at the latest', () => {
  expect(endDays(now)).toEqual({ first: '2026-11-22', last: '2027-11-21' });
  expect(isEndDay('2026-11-22', now)).toBe(true);
  expect(isEndDay('2027-11-21', now)).toBe(true);
  expect(isEndDay('2026-11-21', now)).toBe(false);
  expect(isEndDay('2027-11-22', now)).toBe(false);
  expect(isEndDay('', now)).toBe(false);
});

test('it ends where the day begins, and never later than the server allows', () => {
  expect(new Date(endOfException('2026-12-01', now)).getTime()).toBe(new Date(2026, 11, 1).getTime());
  const limit = now.getTime() + 365 * 86_400_000;
  expect(new Date(endOfException('2027-11-21', now)).getTime()).toBeLessThanOrEqual(limit);
  expect(new Date(endOfException('2029-01-01', now)).getTime()).toBe(limit);
});
