import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test('one thing is not spoken of as several', () => {
  expect([0, 1, 2].map((count) => counted(count, 'policy', 'policies'))).toEqual([
    '0 policies',
    '1 policy',
    '2 policies',
  ]);
});
