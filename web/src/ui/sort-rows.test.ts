import { expect, test } from 'vitest';
import { nextSort, sortOf, sortRows, textOfSort } from './sort-rows.ts';
import type { Column } from './table-types.ts';

type Clinic = { readonly name: string; readonly score: number | null };

const columns: ReadonlyArray<Column<Clinic>> = [
  { key: 'name', header: 'Name', cell: (clinic) => clinic.name, sortBy: (clinic) => clinic.name },
  { key: 'score', header: 'Score', cell: (clinic) => clinic.score, sortBy: (clinic) => clinic.score },
  { key: 'actions', header: 'Actions', cell: () => null },
];

const clinics: readonly Clinic[] = [
  { name: 'Clinic 10', score: 40 },
  { name: 'clinic 9', score: null },
  { name: 'Ärzte', score: 9 },
  { name: 'Birch', score: 40 },
];

function namesBy(key: string, direction: 'ascending' | 'descending'): readonly string[] {
  return sortRows(clinics, columns, { key, direction }).map((clinic) => clinic.name);
}

test('text is sorted as people do it: without regard to case, numbers by their value', () => {
  expect(namesBy('name', 'ascending')).toEqual(['Ärzte', 'Birch', 'clinic 9', 'Clinic 10']);
});

test('numbers are sorted by value, equal ones keep their order, and nothing comes last both ways', () => {
  expect(namesBy('score', 'ascending')).toEqual(['Ärzte', 'Clinic 10', 'Birch', 'clinic 9']);
  expect(namesBy('score', 'descending')).toEqual(['Clinic 10', 'Birch', 'Ärzte', 'clinic 9']);
});

test('a column that cannot be sorted, and no sort at all, leave the rows as they are', () => {
  expect(sortRows(clinics, columns, { key: 'actions', direction: 'ascending' })).toBe(clinics);
  expect(sortRows(clinics, columns, undefined)).toBe(clinics);
});

test('pressing a header sorts ascending first, then turns round, and another header starts anew', () => {
  const first = nextSort('name', undefined);
  const second = nextSort('name', first);
  expect(first.direction).toBe('ascending');
  expect(second.direction).toBe('descending');
  expect(nextSort('name', second).direction).toBe('ascending');
  expect(nextSort('score', first)).toEqual({ key: 'score', direction: 'ascending' });
});

test('an address and a sort say the same; what cannot be sorted by is no sort', () => {
  for (const text of ['name', '-score']) {
    expect(textOfSort(sortOf(text, columns))).toBe(text);
  }
  for (const text of [null, '', '-', '--score', 'actions', 'constructor']) {
    expect(sortOf(text, columns)).toBeUndefined();
  }
  expect(textOfSort(undefined)).toBe('');
});
