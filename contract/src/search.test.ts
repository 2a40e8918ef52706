import { expect, test } from 'vitest';
import { searchable } from './search.ts';

test('names are compared whatever their case and however their accents are composed', () => {
  expect(searchable('José IRONWOOD'.normalize('NFD'))).toBe('josé ironwood'.normalize('NFC'));
});
