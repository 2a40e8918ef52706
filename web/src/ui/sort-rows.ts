import { onFirstUse } from './on-first-use.ts';
import type { Column, Sort } from './table-types.ts';

const words = onFirstUse(() => new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }));

function compare(left: string | number | null, right: string | number | null, sign: 1 | -1): number {
  if (left === null || right === null) {
    // Nothing comes last whichever way the column is sorted.
    return (left === null ? 1 : 0) - (right === null ? 1 : 0);
  }
  if (typeof left === 'number' && typeof right === 'number') {
    return sign * (left - right);
  }
  return sign * words().compare(String(left), String(right));
}

/** Rows in the order asked for; equal rows keep the order they came in. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: ReadonlyArray<Column<Row>>,
  sort: Sort | undefined,
): readonly Row[] {
  const sortBy = columns.find((column) => column.key === sort?.key)?.sortBy;
  if (sort === undefined || sortBy === undefined) {
    return rows;
  }
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows
    .map((row) => ({ row, key: sortBy(row) }))
    .sort((left, right) => compare(left.key, right.key, sign))
    .map(({ row }) => row);
}

/** Pressing a header: a new column starts ascending, the same one turns round. */
export function nextSort(key: string, current: Sort | undefined): Sort {
  const isTurning = current?.key === key && current.direction === 'ascending';
  return { key, direction: isTurning ? 'descending' : 'ascending' };
}

/** 'score' or '-score', as an address has it; what names no column that can be sorted is no sort. */
export function sortOf<Row>(text: string | null, columns: ReadonlyArray<Column<Row>>): Sort | undefined {
  const isDescending = text?.startsWith('-') === true;
  const key = isDescending ? text.slice(1) : text;
  const column = columns.find((one) => one.key === key && one.sortBy !== undefined);
  return column && { key: column.key, direction: isDescending ? 'descending' : 'ascending' };
}

/** The other way round; '' for no sort. */
export function textOfSort(sort: Sort | undefined): string {
  return sort === undefined ? '' : `${sort.direction === 'descending' ? '-' : ''}${sort.key}`;
}
