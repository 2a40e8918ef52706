import type { AssessmentMatrix, MatrixCellMeaning } from '@sentrywell/contract/assessment-matrix.ts';
import { isJudgedAlike, type Judged, rulesText } from '@sentrywell/contract/assessment-rules.ts';
import {
  cellOf,
  isOpen,
  type MatrixOrganization,
  type MatrixSetting,
  type ShownSetting,
} from '@sentrywell/contract/matrix-filter.ts';
import { isCounted } from './verdicts.ts';

/** The settings that an organization has open, the worst setting first. */
export function openSettings(
  organization: MatrixOrganization,
  settings: readonly ShownSetting[],
): ReadonlyArray<{ readonly setting: ShownSetting; readonly cell: MatrixCellMeaning }> {
  return settings.flatMap((setting) => {
    const cell = cellOf(organization, setting.index);
    return cell !== undefined && isOpen(cell) ? [{ setting, cell }] : [];
  });
}

/** How many settings count for an organization: not those that it has no licence for, nor those that could not be read and are no finding. */
export function countCounted(organization: MatrixOrganization, settings: readonly ShownSetting[]): number {
  return settings.filter(({ index }) => {
    const cell = cellOf(organization, index);
    return cell !== undefined && (isCounted(cell.verdict) || isOpen(cell));
  }).length;
}

/** Organizations that were judged by the same rules. */
type JudgedAlike = { readonly rules: string; readonly judgedBy: Judged; readonly names: string[] };

/** The organizations by the rules that judged them; none where no two are known to be judged by different ones. */
export function rulesApart(organizations: readonly MatrixOrganization[]): ReadonlyArray<Readonly<JudgedAlike>> {
  const found = new Map<string, JudgedAlike>();
  for (const { name, judgedBy } of organizations) {
    if (judgedBy) {
      const rules = rulesText(judgedBy);
      const group = found.get(rules) ?? { rules, judgedBy, names: [] };
      group.names.push(name);
      found.set(rules, group);
    }
  }
  const groups = [...found.values()].toSorted((one, other) => other.names.length - one.names.length);
  const areApart = groups.some((one) => groups.some((other) => !isJudgedAlike(one.judgedBy, other.judgedBy)));
  return areApart ? groups : [];
}

/** The areas for the picker, in the order of their names. */
export function areasOf({ settings }: AssessmentMatrix): readonly string[] {
  return [...new Set(settings.map(({ area }) => area))].toSorted();
}

/** Where a cell leads: the organization's assessment, opened at the setting. */
export function linkOf(organization: Pick<MatrixOrganization, 'id'>, setting: Pick<MatrixSetting, 'type'>): string {
  return `/org/${organization.id}/sra?${new URLSearchParams({ setting: setting.type })}`;
}

export type Spot = { readonly row: number; readonly column: number };

/** Where Tab enters the grid: at the spot, or where that is scrolled away and not drawn, at the first row or column that is. */
export function tabStop({ row, column }: Spot, rows: readonly number[], columns: readonly number[]): Spot {
  return {
    // The head is row 0 and always drawn.
    row: row === 0 || rows.includes(row - 1) ? row : (rows[0] ?? -1) + 1,
    column: columns.includes(column) ? column : (columns[0] ?? 0),
  };
}

type Bounds = { readonly rows: number; readonly columns: number; readonly page: number };

/** Where a key leads from a spot of the grid; undefined: the key is none of ours. */
export function spotAfter(key: string, { row, column }: Spot, { rows, columns, page }: Bounds): Spot | undefined {
  const steps: Readonly<Record<string, Spot>> = {
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    Home: { row, column: 0 },
    End: { row, column: columns - 1 },
    PageDown: { row: row + page, column },
    PageUp: { row: row - page, column },
  };
  const to = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return (
    to && {
      row: Math.min(Math.max(0, to.row), rows - 1),
      column: Math.min(Math.max(0, to.column), columns - 1),
    }
  );
}
