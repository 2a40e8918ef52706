import { useMemo } from 'react';
import { sortRows } from './sort-rows.ts';
import type { Column, Sort } from './table-types.ts';

/** `sortRows`, done again only when rows, columns or order are others. */
export function useSorted<Row>(
  rows: readonly Row[] | undefined,
  columns: ReadonlyArray<Column<Row>>,
  sort: Sort | undefined,
): readonly Row[] | undefined {
  const { key, direction } = sort ?? {};
  return useMemo(
    () =>
      rows && sortRows(rows, columns, key === undefined || direction === undefined ? undefined : { key, direction }),
    [rows, columns, key, direction],
  );
}
