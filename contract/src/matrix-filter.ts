import { type AssessmentMatrix, type MatrixCellMeaning, matrixCells } from './assessment-matrix.ts';
import type { Verdict } from './assessment.ts';
import { isFinding } from './finding-order.ts';
import { searchable } from './search.ts';
import { sectionTitle } from './setting-words.ts';

// What the filters of the matrix leave: on the page and in its CSV alike.

export type MatrixSetting = AssessmentMatrix['settings'][number];
export type MatrixOrganization = AssessmentMatrix['organizations'][number];

/** undefined: the organization was never assessed for it. */
export type MatrixCell = MatrixCellMeaning | undefined;

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
  return cell !== undefined && !cell.accepted && isFinding({ stillOpen: false, ...cell });
}

function includesAll(text: string, wanted: string): boolean {
  const small = searchable(text);
  return searchable(wanted)
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
