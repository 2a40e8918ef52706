import { expect, test } from 'vitest';
import { searchable } from './search.ts';

test('names are compared whatever their case and however their accents are composed', () => {
  expect(searchable('José IRONWOOD'.normalize('NFD'))).toBe('josé ironwood'.normalize('NFC'));
});

test('capitals whose small letter depends on the language, or on where they stand, are found by it and find it', () => {
  const findersOf = (name: string, ...typed: readonly string[]) =>
    typed.filter((words) => searchable(name).includes(searchable(words)));
  const cities = ['İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul'];
  expect(findersOf('İstanbul Klinik', ...cities)).toEqual(cities);
  expect(findersOf('IŞIK', 'ışık', 'işik')).toEqual(['ışık', 'işik']);
  const sigmas = ['ΣΑΣ', 'σας', 'σασ', 'ΑΣ'];
  expect(findersOf('ΣΑΣ', ...sigmas)).toEqual(sigmas);
  expect(findersOf('ΑΣΤΕΡΑΣ', 'ΑΣ')).toEqual(['ΑΣ']);
  expect(findersOf('Ironwood', 'IRON', 'woods')).toEqual(['IRON']);
});
