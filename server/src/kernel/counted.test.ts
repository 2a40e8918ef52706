import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test('one thing is not spoken of as several', () => {
  expect([0, 1, 2].map((count) => counted(count, 'entry', 'entries'))).toEqual(['0 entries', '1 entry', '2 entries']);
});
