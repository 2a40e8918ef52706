import { cellOf, type MatrixOrganization, type ShownSetting } from '@sentrywell/contract/matrix-filter.ts';
import { sectionTitle } from '@sentrywell/contract/setting-words.ts';
import { memo } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { lookOf } from './matrix-looks.ts';
import { linkOf } from './matrix-view.ts';
import { idOf } from './use-grid-focus.ts';
import { grouped } from '../../ui/counted.ts';
import { join } from '../../ui/join.ts';

type Props = {
  /** Its row in the grid; the head is row 0. */
  readonly row: number;
  readonly height: number;
  readonly setting: ShownSetting;
  readonly organizations: readonly MatrixOrganization[];
  /** The columns that are drawn. */
  readonly columns: readonly number[];
  /** The column that the focus is in; undefined: it is in another row. */
  readonly here: number | undefined;
};

/** One setting in all organizations. */
export function MatrixRow({ row, height, setting, organizations, columns, here }: Props) {
  const { title, area, nonCompliant, partial } = setting;
  return (
    <tr aria-rowindex={row + 1} style={{ height }}>
      <th
        scope="row"
        aria-colindex={1}
        title={title}
        className={join(
          'sticky left-0 z-10 border-r border-b border-line bg-surface px-4 py-0 text-left font-normal',
          here !== undefined && 'group-focus-within/grid:bg-primary-tint',
        )}
      >
        <span className="block truncate font-medium">{title}</span>
        <span className="figures block truncate text-xs text-ink-soft">
          {grouped(nonCompliant)} non-compliant, {grouped(partial)} partial · {sectionTitle(area)}
        </span>
      </th>
      <td aria-hidden="true" className="p-0" />
      {columns.map((index) => {
        const organization = organizations[index];
        return (
          organization !== undefined && (
            <Cell
              key={organization.id}
              row={row}
              column={index}
              setting={setting}
              organization={organization}
              isHere={here === index}
            />
          )
        );
      })}
      <td aria-hidden="true" className="p-0" />
    </tr>
  );
}

type CellProps = {
  readonly row: number;
  readonly column: number;
  readonly setting: ShownSetting;
  readonly organization: MatrixOrganization;
  readonly isHere: boolean;
};

/** Drawn once and kept while the table scrolls under it. */
const Cell = memo(function Cell({ row, column, setting, organization, isHere }: CellProps) {
  const { word, icon, look } = lookOf(cellOf(organization, setting.index));
  const says = `${organization.name}, ${setting.title}: ${word}`;
  return (
    <td aria-colindex={column + 2} className="border-b border-line p-0">
      <a
        id={idOf({ row, column })}
        href={linkOf(organization, setting)}
        aria-label={says}
        title={says}
        tabIndex={isHere ? 0 : -1}
        className="group grid h-12 place-items-center focus-visible:-outline-offset-2"
      >
        <span
          className={join(
            'grid size-7 place-items-center rounded-md group-hover:ring-2 group-hover:ring-primary',
            look,
          )}
        >
          <Icon name={icon} className="size-4" />
        </span>
      </a>
    </td>
  );
});
