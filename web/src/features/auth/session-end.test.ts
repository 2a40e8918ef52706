import { expect, test } from 'vitest';
import { endOf, minutesAndSeconds, warningLead } from './session-end.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');

test('the earlier of the two limits ends the session, and only the idle one can be put off', () => {
  expect(endOf({ idleExpiresAt: '2026-11-21T12:00:00.000Z', expiresAt: '2026-11-21T18:00:00.000Z' })).toEqual({
    at: noon,
    kind: 'idle',
  });
  expect(endOf({ idleExpiresAt: '2026-11-21T12:10:00.000Z', expiresAt: '2026-11-21T12:00:00.000Z' })).toEqual({
    at: noon,
    kind: 'limit',
  });
});

test('the warning comes three minutes before, sooner where sessions are short', () => {
  expect(warningLead(30 * 60_000)).toBe(180_000);
  expect(warningLead(60_000)).toBe(20_000);
  expect(warningLead(-5)).toBe(0);
});

test('the countdown never runs below nothing', () => {
  expect(minutesAndSeconds(125_000)).toBe('2:05');
  expect(minutesAndSeconds(59_001)).toBe('1:00');
  expect(minutesAndSeconds(-4)).toBe('0:00');
});
