import { expect, test } from 'vitest';
import { isSameJson, settingsOf } from './setting-values.ts';

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
