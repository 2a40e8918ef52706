import { expect, test } from 'vitest';
import { usedCodeSentence } from './recovery-codes.ts';

test.each([
  [2, '2 of them are left.'],
  [1, 'One of them is left.'],
  [0, 'None of them is left.'],
])('the mail about a recovery code that was used speaks of %i others as one does', (left, words) => {
  expect(usedCodeSentence(left)).toBe(`Somebody signed in to your account with one of your recovery codes. ${words}`);
});
