import { expect, test } from 'vitest';
import { hasLongWord } from './long-words.ts';

test.each([
  ['Cedar Clinic', false],
  ['', false],
  ['The Association of Otolaryngologists', false],
  ['North-western-county-and-riverside-clinic', false],
  ['Supercalifragilisticexpialidocious Clinic', true],
  ['W'.repeat(100), true],
  ['漢字クリニック'.repeat(14), true],
])('%j: %s', (text, isLong) => {
  expect(hasLongWord(text)).toBe(isLong);
});
