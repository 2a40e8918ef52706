import { Icon } from './Icon.tsx';
import { join } from './join.ts';
import type { Column, Sort } from './table-types.ts';

type TableHeadProps<Row> = {
  readonly columns: ReadonlyArray<Column<Row>>;
  readonly sort: Sort | undefined;
  readonly onSort: (key: string) => void;
};

/** Stays in sight under the page's header while the rows go by; on a phone it is read out, and seen while the focus is in it. */
export function TableHead<Row>({ columns, sort, onSort }: TableHeadProps<Row>) {
  return (
    // Roles are said again because the phone layout changes `display`, and browsers then forget what a table is.
    <thead
      role="rowgroup"
      className="max-sm:not-focus-within:sr-only max-sm:focus-within:absolute max-sm:focus-within:inset-x-0 max-sm:focus-within:z-10"
    >
      <tr
        role="row"
        aria-rowindex={1}
        className="max-sm:flex max-sm:flex-wrap max-sm:gap-1 max-sm:rounded-t-xl max-sm:bg-sunken max-sm:p-2 max-sm:shadow-raised"
      >
        {columns.map((column) => {
          const direction = sort?.key === column.key ? sort.direction : undefined;
          return (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              aria-sort={column.sortBy === undefined ? undefined : (direction ?? 'none')}
              className={join(
                'px-1.25 text-[0.8125rem] font-semibold whitespace-nowrap text-ink-soft sm:sticky sm:top-14 sm:z-10 sm:h-11 sm:border-b sm:border-line sm:bg-sunken md:px-2 xl:px-3 2xl:px-4',
                column.align === 'end' ? 'text-right' : 'text-left',
                column.isSpare === true && (column.onPhone === undefined ? 'max-xl:hidden' : 'sm:max-xl:hidden'),
                column.width,
              )}
            >
              {column.sortBy === undefined ? (
                <span className={column.hideHeader === true ? 'sr-only' : undefined}>{column.header}</span>
              ) : (
                <SortButton header={column.header} direction={direction} onPress={() => onSort(column.key)} />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
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
        '-mx-1.5 inline-flex min-h-7 items-center gap-1 rounded-md px-1.5 font-semibold hover:text-ink',
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
