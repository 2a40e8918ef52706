import { useState } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { join } from './join.ts';
import { SortControl } from './SortControl.tsx';
import { nextSort } from './sort-rows.ts';
import { TableHead } from './TableHead.tsx';
import { SkeletonRow, TableRow } from './TableRow.tsx';
import type { Sort, TableProps } from './table-types.ts';
import { useFixedColumns } from './use-fixed-columns.ts';
import { usePrinting } from './use-printing.ts';
import { useSorted } from './use-sorted.ts';
import { VirtualRows } from './VirtualRows.tsx';

/** From here on only the rows in sight are drawn: 10,000 rows then paint as fast as thirty. */
const virtualFrom = 100;

const frameLook = 'rounded-xl border border-line bg-surface shadow-card';

/** A real table with every state it can be in: loading, error, empty, and any number of rows. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, state, empty, onSort } = props;
  const [ownSort, setOwnSort] = useState<Sort>();
  const sort = onSort === undefined ? ownSort : props.sort;
  const sorted = useSorted(state.kind === 'ready' ? state.rows : undefined, columns, sort);

  if (state.kind === 'error') {
    return (
      <div className={frameLook}>
        <ErrorState title={state.title} message={state.message} {...(state.onRetry && { onRetry: state.onRetry })} />
      </div>
    );
  }
  if (sorted?.length === 0) {
    return <div className={frameLook}>{empty}</div>;
  }
  return <SortedTable {...props} rows={sorted} sort={sort} onSort={onSort ?? setOwnSort} />;
}

type SortedTableProps<Row> = TableProps<Row> & {
  readonly rows: readonly Row[] | undefined;
  readonly onSort: (sort: Sort) => void;
};

function SortedTable<Row>({ onSort, ...props }: SortedTableProps<Row>) {
  const { label, columns, rows, sort, loadingText = 'Loading...' } = props;
  const isLoading = rows === undefined;
  const isPrinting = usePrinting();
  const isLong = rows !== undefined && rows.length > virtualFrom && !isPrinting;
  const { frame, widths, widest } = useFixedColumns(isLong ? rows : undefined, columns);
  // A sheet of paper has a width of its own.
  const isFixed = widths !== undefined && !isPrinting;
  return (
    <>
      <SortControl columns={columns} sort={sort} onSort={onSort} />
      <div ref={frame} className={frameLook}>
        {isLoading && (
          <p role="status" className="sr-only">
            {loadingText}
          </p>
        )}
        <table
          role="table"
          aria-label={label}
          aria-busy={isLoading}
          aria-rowcount={isLoading ? undefined : rows.length + 1}
          className={join(
            'relative w-full border-separate border-spacing-0 max-sm:block [&>thead_th]:first:rounded-tl-xl [&>thead_th]:last:rounded-tr-xl',
            isFixed && 'table-fixed',
          )}
        >
          <TableHead
            columns={columns}
            widths={isFixed ? widths : undefined}
            sort={sort}
            onSort={(key) => onSort(nextSort(key, sort))}
          />
          <TableBody {...props} isLong={isLong} widest={widest} />
        </table>
      </div>
    </>
  );
}

type TableBodyProps<Row> = TableProps<Row> & {
  readonly rows: readonly Row[] | undefined;
  readonly isLong: boolean;
  readonly widest: readonly Row[];
};

function TableBody<Row>({ rows, columns, rowKey, rowLink, skeletonRows = 6, isLong, widest }: TableBodyProps<Row>) {
  if (rows !== undefined && isLong) {
    return <VirtualRows rows={rows} columns={columns} rowKey={rowKey} rowLink={rowLink} widest={widest} />;
  }
  return (
    <tbody role="rowgroup" className="max-sm:block sm:[&>tr:last-child>*]:border-b-0">
      {rows === undefined
        ? Array.from({ length: skeletonRows }, (_, index) => <SkeletonRow key={index} columns={columns} />)
        : rows.map((row, index) => (
            <TableRow key={rowKey(row)} row={row} index={index} columns={columns} link={rowLink?.(row)} />
          ))}
    </tbody>
  );
}
