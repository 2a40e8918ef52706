import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { join } from './join.ts';
import { Menu } from './Menu.tsx';
import { nextSort } from './sort-rows.ts';
import type { Column, Sort } from './table-types.ts';

type SortControlProps<Row> = {
  readonly columns: ReadonlyArray<Column<Row>>;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort) => void;
};

/** Says how a table is sorted, and changes it, where the window is too narrow for every header to be seen and pressed. */
export function SortControl<Row>({ columns, sort, onSort }: SortControlProps<Row>) {
  const sortable = columns.filter(({ sortBy }) => sortBy !== undefined);
  if (sortable.length === 0) {
    return null;
  }
  const current = sort && sortable.find(({ key }) => key === sort.key);
  const hasSpare = sortable.some(({ isSpare }) => isSpare === true);
  return (
    <div className={join('mb-2 flex items-center gap-1 print:hidden', hasSpare ? 'xl:hidden' : 'sm:hidden')}>
      <Menu
        look="button"
        entries={sortable.map(({ key, header }) => ({
          id: key,
          label: header,
          isSelected: key === current?.key,
          onSelect: () => onSort(key === sort?.key ? sort : { key, direction: 'ascending' }),
        }))}
      >
        Sort by{current !== undefined && ` ${current.header}`}
        <Icon name="chevronDown" className="size-4" />
      </Menu>
      {current !== undefined && (
        <Button
          variant="quiet"
          icon={sort?.direction === 'descending' ? 'chevronDown' : 'chevronUp'}
          onClick={() => onSort(nextSort(current.key, sort))}
        >
          {sort?.direction === 'descending' ? 'Descending' : 'Ascending'}
          <span className="sr-only">, turn the order round</span>
        </Button>
      )}
    </div>
  );
}
