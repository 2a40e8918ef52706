import { Icon } from './Icon.tsx';
import { join } from './join.ts';
import type { Column, Sort } from './table-types.ts';

type TableHeadProps<Row> = {
  readonly columns: ReadonlyArray<Column<Row>>;
  /** In pixels; undefined: as wide as the rows need. */
  readonly widths: readonly number[] | undefined;
  readonly sort: Sort | undefined;
  readonly onSort: (key: string) => void;
};

/** Stays in sight under the page's header while the rows go by; on a phone it is only read out, and `SortControl` sorts. */
export function TableHead<Row>({ columns, widths, sort, onSort }: TableHeadProps<Row>) {
  return (
    // Roles are said again because the phone layout changes `display`, and browsers then forget what a table is.
    <thead role="rowgroup" className="max-sm:sr-only">
      <tr role="row" aria-rowindex={1}>
        {columns.map((column, index) => {
          const direction = sort?.key === column.key ? sort.direction : undefined;
          return (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              style={{ width: widths?.[index] }}
              aria-sort={column.sortBy === undefined ? undefined : (direction ?? 'none')}
              className={join(
                'px-1.25 text-[0.8125rem] font-semibold whitespace-nowrap text-ink-soft sm:sticky sm:top-14 sm:z-10 sm:h-11 sm:border-b sm:border-line sm:bg-sunken md:px-2 xl:px-3 2xl:px-4',
                column.align === 'end' ? 'text-right' : 'text-left',
                column.isSpare === true && (column.onPhone === undefined ? 'max-xl:hidden' : 'sm:max-xl:hidden'),
                column.width,
              )}
            >
              {column.sortBy !== undefined && (
                <SortButton header={column.header} direction={direction} onPress={() => onSort(column.key)} />
              )}
              <span className={headerLook(column)}>{column.header}</span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** A button that nobody sees must not take the focus: on a phone the header is words alone. */
function headerLook<Row>({ sortBy, hideHeader }: Column<Row>): string | undefined {
  if (sortBy !== undefined) {
    return 'sm:hidden';
  }
  return hideHeader === true ? 'sr-only' : undefined;
}

type SortButtonProps = {
  readonly header: string;
  readonly direction: Sort['direction'] | undefined;
  readonly onPress: () => void;
};

function SortButton({ header, direction, onPress }: SortButtonProps) {
  const arrow = direction === 'ascending' ? 'chevronUp' : 'chevronDown';
  return (
    <button
      type="button"
      onClick={onPress}
      className={join(
        '-mx-1.5 inline-flex min-h-7 items-center gap-1 rounded-md px-1.5 font-semibold hover:text-ink max-sm:hidden',
        direction !== undefined && 'text-ink',
      )}
    >
      {header}
      {/* A narrow table has no room to say of each column that it can be sorted. */}
      <Icon
        name={direction === undefined ? 'sort' : arrow}
        className={join('size-4', direction === undefined && 'max-md:hidden')}
      />
    </button>
  );
}
