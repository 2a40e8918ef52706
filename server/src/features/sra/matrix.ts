import { type AssessmentMatrix, type MatrixCellMeaning, matrixCells } from '@sentrywell/contract/assessment-matrix.ts';
import { isFailing } from '@sentrywell/contract/failing.ts';
import type { MspDb } from '../../kernel/tenant.ts';
import { catalogue } from './catalogue.ts';
import { listFoundCells, listMatrixCells, listMatrixOrganizations, type MatrixOrganization } from './queries.ts';

type Counts = { nonCompliant: number; partial: number; compliant: number };
type Cell = Required<MatrixCellMeaning>;
/** Organization id → setting type → cell. */
type Cells = ReadonlyMap<number, ReadonlyMap<string, Cell>>;

/** Settings × organizations of an MSP, from the newest assessment of each; the worst of both come first. */
export async function findAssessmentMatrix(db: MspDb, now: Date): Promise<AssessmentMatrix> {
  const [organizations, rows, found] = await Promise.all([
    listMatrixOrganizations(db),
    listMatrixCells(db),
    listFoundCells(db, now),
  ]);
  const acceptances = new Map(
    found.map(({ organizationId, settingType, accepted }) => [`${organizationId} ${settingType}`, accepted]),
  );
  const shown = new Set(organizations.map(({ id }) => id));
  const cells = new Map<number, Map<string, Cell>>();
  for (const { organizationId, settingType, verdict } of rows) {
    if (shown.has(organizationId)) {
      const column = cells.get(organizationId) ?? new Map<string, Cell>();
      const isAccepted = acceptances.get(`${organizationId} ${settingType}`);
      const accepted = isFailing(verdict) && isAccepted === true;
      const stillOpen = verdict === 'unreadable' && isAccepted === false;
      cells.set(organizationId, column.set(settingType, { verdict, accepted, stillOpen }));
    }
  }
  const settings = settingsOf(cells);
  const types = settings.map(({ type }) => type);
  return { settings, organizations: organizations.map((one) => toColumn(one, types, cells)).toSorted(worstFirst) };
}

function countInto(counts: Counts, { verdict }: Cell): void {
  if (verdict === 'non-compliant') {
    counts.nonCompliant += 1;
  } else if (verdict === 'partial') {
    counts.partial += 1;
  } else if (verdict === 'compliant') {
    counts.compliant += 1;
  }
}

function settingsOf(cells: Cells): AssessmentMatrix['settings'] {
  const counts = new Map<string, Counts>();
  for (const column of cells.values()) {
    for (const [type, cell] of column) {
      const ofSetting = counts.get(type) ?? { nonCompliant: 0, partial: 0, compliant: 0 };
      countInto(ofSetting, cell);
      counts.set(type, ofSetting);
    }
  }
  return [...counts]
    .map(([type, ofSetting]) => {
      const setting = catalogue.find(type);
      const area = setting?.area ?? /^settings\/([^.]+)/.exec(type)?.[1] ?? type;
      return { type, title: setting?.title ?? type, area, tier: setting?.tier ?? 3, ...ofSetting };
    })
    .toSorted(
      (one, other) =>
        other.nonCompliant - one.nonCompliant ||
        other.partial - one.partial ||
        one.title.localeCompare(other.title, 'en') ||
        (one.type < other.type ? -1 : 1),
    );
}

function keyOf({ verdict, accepted, stillOpen = false }: MatrixCellMeaning): string {
  return `${verdict} ${accepted} ${stillOpen}`;
}

const letters = new Map(Object.entries(matrixCells).map(([letter, meaning]) => [keyOf(meaning), letter]));

function letterOf(cell: Cell | undefined): string {
  return (cell && letters.get(keyOf(cell))) ?? '-';
}

type Column = AssessmentMatrix['organizations'][number];

function toColumn(
  { catalogueVersion, rules, includeTier2, ...organization }: MatrixOrganization,
  types: readonly string[],
  cells: Cells,
): Column {
  const own = cells.get(organization.id);
  const judgedBy = catalogueVersion === null ? null : { catalogueVersion, rules, includesTier2: includeTier2 === true };
  const counts: Counts = { nonCompliant: 0, partial: 0, compliant: 0 };
  for (const cell of own?.values() ?? []) {
    countInto(counts, cell);
  }
  const { nonCompliant, partial } = counts;
  const ownCells = types.map((type) => letterOf(own?.get(type))).join('');
  return { ...organization, judgedBy, nonCompliant, partial, cells: ownCells };
}

/** The lowest score first; those never assessed last, in the order of their names. */
function worstFirst(one: Column, other: Column): number {
  if (one.score === null || other.score === null) {
    return Number(one.score === null) - Number(other.score === null);
  }
  return one.score - other.score;
}
