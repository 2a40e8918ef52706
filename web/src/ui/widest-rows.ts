import type { Column } from './table-types.ts';

/** Of each column that can be sorted the rows with its longest text, its longest word, and none: no other row needs more room. */
export function widestRows<Row>(rows: readonly Row[], columns: ReadonlyArray<Column<Row>>): readonly Row[] {
  const widest = new Set<Row>();
  for (const { sortBy } of columns) {
    if (sortBy !== undefined) {
      for (const row of widestOf(rows, sortBy)) {
        widest.add(row);
      }
    }
  }
  return [...widest];
}

function widestOf<Row>(rows: readonly Row[], sortBy: (row: Row) => string | number | null): ReadonlySet<Row> {
  const longest: { text?: Row; word?: Row; nothing?: Row } = {};
  let most = { text: 0, word: 0 };
  for (const row of rows) {
    const value = sortBy(row);
    if (value === null) {
      longest.nothing ??= row;
      continue;
    }
    const text = String(value);
    if (text.length > most.text) {
      longest.text = row;
      most = { ...most, text: text.length };
    }
    // No word is longer than its text.
    const word = text.length > most.word ? longestWord(text) : 0;
    if (word > most.word) {
      longest.word = row;
      most = { ...most, word };
    }
  }
  return new Set(Object.values(longest));
}

function longestWord(text: string): number {
  return Math.max(...text.split(/\s+/).map(({ length }) => length));
}
