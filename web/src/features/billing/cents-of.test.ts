import { expect, test } from 'vitest';
import { centsOf } from './cents-of.ts';

test.each([
  ['1250', 125_000],
  ['1,250.5', 125_050],
  ['$45,230', 4_523_000],
  [' 0 ', 0],
  ['19.99', 1_999],
  ['', undefined],
  ['-5', undefined],
  ['1.234', undefined],
  ['12,34', undefined],
  ['abc', undefined],
])('%j is %s cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});
