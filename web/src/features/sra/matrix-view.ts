import { type AssessmentMatrix, matrixCells } from '@sentrywell/contract/assessment-matrix.ts';
import type { Verdict } from '@sentrywell/contract/assessment.ts';
import { sectionTitle } from '@sentrywell/contract/setting-words.ts';
import { isCounted, isFailing } from './verdicts.ts';

export type MatrixSetting = AssessmentMatrix['settings'][number];
export type MatrixOrganization = AssessmentMatrix['organizations'][number];

/** undefined: the organization was never assessed for it. */
export type MatrixCell = { readonly verdict: Verdict; readonly accepted: boolean } | undefined;

/** A setting among those shown, with its place in every organization's `cells` and what fails in those shown. */
export type ShownSetting = MatrixSetting & { readonly index: number };

export type ShownMatrix = {
  readonly settings: readonly ShownSetting[];
  readonly organizations: readonly MatrixOrganization[];
};

export type MatrixFilter = {
  readonly setting: string;
  readonly organization: string;
  readonly area: string | undefined;
  /** Leaves out what is all right or accepted everywhere. */
  readonly onlyFailing: boolean;
};

export const wholeMatrix: MatrixFilter = { setting: '', organization: '', area: undefined, onlyFailing: false };

const cellsByLetter: ReadonlyMap<string, MatrixCell> = new Map(Object.entries(matrixCells));

export function cellOf({ cells }: Pick<MatrixOrganization, 'cells'>, index: number): MatrixCell {
  return cellsByLetter.get(cells.charAt(index));
}

export function isOpen(cell: MatrixCell): boolean {
  return cell !== undefined && isFailing(cell.verdict) && !cell.accepted;
}

function includesAll(text: string, wanted: string): boolean {
  const small = text.toLocaleLowerCase();
  return wanted
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => small.includes(word));
}

function countIn(setting: ShownSetting, organizations: readonly MatrixOrganization[]): ShownSetting {
  const verdicts = organizations.map((organization) => cellOf(organization, setting.index)?.verdict);
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
  return {
    ...setting,
    nonCompliant: count('non-compliant'),
    partial: count('partial'),
    compliant: count('compliant'),
  };
}

/** What the filters leave; the worst setting and the worst organization stay first. */
export function filterMatrix(matrix: AssessmentMatrix, filter: MatrixFilter): ShownMatrix {
  const found = matrix.organizations.filter(({ name, domainName }) =>
    includesAll(`${name} ${domainName}`, filter.organization),
  );
  const settings = matrix.settings
    .map((setting, index): ShownSetting => ({ ...setting, index }))
    .filter(
      ({ title, type, area }) =>
        (filter.area === undefined || area === filter.area) &&
        includesAll(`${title} ${type} ${sectionTitle(area)}`, filter.setting),
    )
    .map((setting) => countIn(setting, found))
    .filter(({ index }) => !filter.onlyFailing || found.some((organization) => isOpen(cellOf(organization, index))))
    .toSorted((one, other) => other.nonCompliant - one.nonCompliant || other.partial - one.partial);
  const organizations = filter.onlyFailing
    ? found.filter((organization) => settings.some(({ index }) => isOpen(cellOf(organization, index))))
    : found;
  return { settings, organizations };
}

/** The settings that an organization has open, the worst setting first. */
export function openSettings(
  organization: MatrixOrganization,
  settings: readonly ShownSetting[],
): ReadonlyArray<{ readonly setting: ShownSetting; readonly verdict: Verdict }> {
  return settings.flatMap((setting) => {
    const cell = cellOf(organization, setting.index);
    return cell !== undefined && isOpen(cell) ? [{ setting, verdict: cell.verdict }] : [];
  });
}

/** How many settings count for an organization: not those that it has no licence for, nor those that could not be read. */
export function countCounted(organization: MatrixOrganization, settings: readonly ShownSetting[]): number {
  return settings.filter(({ index }) => {
    const cell = cellOf(organization, index);
    return cell !== undefined && isCounted(cell.verdict);
  }).length;
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
