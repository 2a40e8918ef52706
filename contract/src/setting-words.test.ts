import { expect, test } from 'vitest';
import { explained, lastSegment, sectionTitle, shownName, shownValue, stepsOf } from './setting-words.ts';

test.each([
  [true, 'true'],
  [0, '0'],
  ['', '(empty)'],
  ['BLOCK_ALL', 'BLOCK_ALL'],
  [[], '(none)'],
  [['a', 'b'], 'a, b'],
  [{ days: 14 }, '{"days":14}'],
  [[{ a: 1 }, { b: 2 }], '{"a":1}, {"b":2}'],
  [null, 'null'],
  [undefined, '-'],
])('%j is shown as %s', (value, text) => {
  expect(shownValue(value)).toBe(text);
});

test.each([
  ['warnOnInvite', 'Warn on invite'],
  ['allowPOPAccess', 'Allow POP access'],
  ['enableImapAccess', 'Enable IMAP access'],
  ['allowedIpAddresses', 'Allowed IP addresses'],
  ['ssoProfile', 'SSO profile'],
  ['sessionLength2', 'Session length2'],
  ['password.minimumLength', 'Password minimum length'],
  ['service_state', 'Service state'],
])('the key %s reads %s', (key, name) => {
  expect(shownName(key)).toBe(name);
});

test('paths are shown by their last part, areas in capitals', () => {
  expect(lastSegment('orgUnits/03ph8a2z')).toBe('03ph8a2z');
  expect(lastSegment('')).toBe('-');
  expect(lastSegment('customers/')).toBe('-');
  expect(sectionTitle('drive_and_docs')).toBe('DRIVE AND DOCS');
});

test('a remedy is a list of steps', () => {
  expect(stepsOf('Open Gmail, Switch it off, Save')).toEqual(['Open Gmail', 'Switch it off', 'Save']);
  expect(stepsOf('')).toEqual([]);
});

test.each([
  ['1209600s', '1209600s (14 days)'],
  ['63072000s', '63072000s (never)'],
  ['86400s', '86400s (1 day)'],
  ['43200s', '43200s (12 hours)'],
  ['600s', '600s (10 minutes)'],
  ['90s', '90s'],
  ['0s', '0s'],
  ['12', '12'],
  [true, 'true'],
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z (never)'],
  ['2026-01-01T00:00:00Z', '2026-01-01 00:00 UTC'],
  ['2026-01-01T18:30:59.123Z', '2026-01-01 18:30 UTC'],
  ['2026-01-01T18:30:59+01:00', '2026-01-01T18:30:59+01:00'],
])('a length of time or a day %j is explained', (value, text) => {
  expect(explained(value)).toBe(text);
});
