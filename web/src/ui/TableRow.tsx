import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { join } from './join.ts';
import { hasLongWord } from './long-words.ts';
import { openedFromRow } from './opened-from-row.ts';
import { Skeleton } from './Skeleton.tsx';
import type { Column } from './table-types.ts';

const onPhoneLooks = {
  name: 'max-sm:block max-sm:col-start-1 max-sm:row-start-1 max-sm:pt-3',
  side: 'max-sm:block max-sm:col-start-2 max-sm:row-start-1 max-sm:pt-3',
  fold: 'max-sm:col-span-full max-sm:flex max-sm:items-baseline max-sm:gap-2 max-sm:py-0.5 max-sm:text-[0.8125rem] max-sm:before:min-w-24 max-sm:before:text-ink-soft max-sm:before:content-[attr(data-label)] max-sm:last:pb-3',
  hide: 'max-sm:hidden',
};

function cellLook<Row>(column: Column<Row>, content?: ReactNode): string {
  return join(
    typeof content === 'string' && hasLongWord(content) ? 'wrap-anywhere' : 'wrap-break-word max-sm:wrap-anywhere',
    'h-14 px-4 py-2 sm:border-b sm:border-line sm:max-md:px-1.25 md:max-xl:px-2 xl:max-2xl:px-3 max-sm:h-auto',
    column.isSpare === true && 'sm:max-xl:hidden',
    column.onPhone === 'name' && 'text-left font-normal',
    column.align === 'end' && 'sm:text-right',
    column.align === 'end' && 'figures',
    column.hideHeader === true && 'max-sm:before:hidden',
    onPhoneLooks[column.onPhone ?? (column.isSpare === true ? 'hide' : 'fold')],
  );
}

const rowLook =
  'group relative max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:border-b max-sm:border-line max-sm:pb-3 sm:table-row';

type TableRowProps<Row> = {
  readonly row: Row;
  /** Counted from 0 over all rows, drawn or not. */
  readonly index: number;
  readonly columns: ReadonlyArray<Column<Row>>;
  readonly link: string | undefined;
  /** Measures the row's height when rows are drawn only while in sight. */
  readonly measure?: ((element: HTMLTableRowElement | null) => void) | undefined;
};

export function TableRow<Row>({ row, index, columns, link, measure }: TableRowProps<Row>) {
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      ref={measure}
      className={join(rowLook, link !== undefined && 'hover:bg-hover has-[a:focus-visible]:bg-hover')}
    >
      {columns.map((column) => {
        const content = column.cell(row);
        const look = { 'data-label': column.header, className: cellLook(column, content) };
        return column.onPhone === 'name' ? (
          <th key={column.key} role="rowheader" scope="row" {...look}>
            <CellContent link={link}>{content}</CellContent>
          </th>
        ) : (
          <td key={column.key} role="cell" {...look}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}

function CellContent({ link, children }: { readonly link: string | undefined; readonly children: ReactNode }) {
  if (link === undefined) {
    return children;
  }
  return (
    <Link
      to={link}
      state={openedFromRow.state}
      className="rounded-sm font-medium text-ink after:absolute after:inset-0 group-hover:text-primary focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-primary"
    >
      {children}
    </Link>
  );
}

/** As tall as a real row, so that nothing jumps when the rows come. */
export function SkeletonRow<Row>({ columns }: { readonly columns: ReadonlyArray<Column<Row>> }) {
  return (
    <tr className={rowLook} aria-hidden="true">
      {columns.map((column) => (
        <td key={column.key} className={join(cellLook(column), 'max-sm:before:hidden')}>
          <Skeleton
            className={join('h-4', column.onPhone === 'name' ? 'w-40' : 'w-20', column.align === 'end' && 'sm:ml-auto')}
          />
        </td>
      ))}
    </tr>
  );
}
