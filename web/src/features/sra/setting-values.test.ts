import { expect, test } from 'vitest';
import { isSameJson, lastSegment, sectionTitle, settingsOf, shownName, shownValue, stepsOf } from './setting-values.ts';

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
  ['enableImapAccess', 'Enable imap access'],
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

test('two values are the same whatever the order of their keys, and only then', () => {
  expect(isSameJson({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
  expect(isSameJson([1, 2], [2, 1])).toBe(false);
  expect(isSameJson([], {})).toBe(false);
  expect(isSameJson({ a: undefined }, {})).toBe(false);
  expect(isSameJson('1', 1)).toBe(false);
  expect(isSameJson({ length: 0 }, [])).toBe(false);
});

test('wrong values come first and say what they should be; values without best practice are neither right nor wrong', () => {
  expect(settingsOf({ kept: true, wrong: 'OFF', other: 3 }, { kept: true, wrong: 'ON' })).toEqual([
    { key: 'wrong', name: 'Wrong', is: 'OFF', isMet: false, shouldBe: 'ON' },
    { key: 'kept', name: 'Kept', is: 'true', isMet: true, shouldBe: undefined },
    { key: 'other', name: 'Other', is: '3', isMet: undefined, shouldBe: undefined },
  ]);
});
