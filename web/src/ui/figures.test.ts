import { expect, test } from 'vitest';
import { change } from './figures.ts';

test.each([
  [0, '0%'],
  [12, '+12%'],
  [-3.5, '-3.5%'],
  [1234567, '+1,234,567%'],
])('a change of %d is %s', (percent, words) => {
  expect(change(percent)).toBe(words);
});
