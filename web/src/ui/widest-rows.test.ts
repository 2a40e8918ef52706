import { expect, test } from 'vitest';
import type { Column } from './table-types.ts';
import { widestRows } from './widest-rows.ts';

type Clinic = { readonly name: string; readonly msp: number | null };

const columns: ReadonlyArray<Column<Clinic>> = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { key: 'msp', header: 'MSP', cell: ({ msp }) => msp ?? 'Independent', sortBy: ({ msp }) => msp },
  { key: 'more', header: 'More', cell: () => 'Open' },
];

test('the longest text, the longest word and the one without are the widest', () => {
  const oak: Clinic = { name: 'Oak', msp: 7 };
  const elm: Clinic = { name: 'Elm', msp: null };
  const words: Clinic = { name: 'A clinic by the old river', msp: 7 };
  const word: Clinic = { name: 'Gastroenterology', msp: 7 };
  const large: Clinic = { name: 'Fir', msp: 1234 };
  const rows = [oak, elm, { ...elm, name: 'Ash' }, words, word, large, { ...large, name: 'Yew' }];
  expect(new Set(widestRows(rows, columns))).toEqual(new Set([words, word, large, elm]));
});

test('a row that is the widest of several columns is named once, and of no rows none', () => {
  const one: Clinic = { name: 'Oak', msp: 7 };
  expect(widestRows([one], columns)).toEqual([one]);
  expect(widestRows([], columns)).toEqual([]);
});
