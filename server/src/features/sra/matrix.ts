import { type AssessmentMatrix, type MatrixCellMeaning, matrixCells } from '@sentrywell/contract/assessment-matrix.ts';
import type { Verdict } from '@sentrywell/contract/assessment.ts';
import { isFailing } from '@sentrywell/contract/failing.ts';
import type { MspDb } from '../../kernel/tenant.ts';
import { catalogue } from './catalogue.ts';
import {
  type BySetting,
  listAcceptedBySetting,
  listMatrixOrganizations,
  listVerdictsBySetting,
  type MatrixOrganization,
} from './queries.ts';
import { countVerdicts } from './score.ts';

/** An organization with what is known of its settings, by their types. */
type Known = {
  readonly organization: MatrixOrganization;
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Of settings with open findings: whether all of them are accepted. */
  readonly accepted: ReadonlyMap<string, boolean>;
};

/** Settings × organizations of an MSP, from the newest assessment of each; the worst of both come first. */
export async function findAssessmentMatrix(db: MspDb, now: Date): Promise<AssessmentMatrix> {
  const [organizations, verdicts, accepted] = await Promise.all([
    listMatrixOrganizations(db),
    listVerdictsBySetting(db).then(byOrganization),
    listAcceptedBySetting(db, now).then(byOrganization),
  ]);
  const known = organizations.map(
    (organization): Known => ({
      organization,
      verdicts: verdicts.get(organization.id) ?? new Map(),
      accepted: accepted.get(organization.id) ?? new Map(),
    }),
  );
  const settings = settingsOf(known);
  const types = settings.map(({ type }) => type);
  return { settings, organizations: known.map((one) => toColumn(one, types)).toSorted(worstFirst) };
}

function byOrganization<T>(rows: ReadonlyArray<BySetting<T>>): Map<number, Map<string, T>> {
  return new Map(rows.map(({ organizationId, settings }) => [organizationId, new Map(Object.entries(settings))]));
}

type Counts = Pick<AssessmentMatrix['settings'][number], 'nonCompliant' | 'partial' | 'compliant'>;

function countsOf(verdicts: readonly Verdict[]): Counts {
  const { 'non-compliant': nonCompliant, partial, compliant } = countVerdicts(verdicts);
  return { nonCompliant, partial, compliant };
}

function settingsOf(known: readonly Known[]): AssessmentMatrix['settings'] {
  const types = new Set(known.flatMap(({ verdicts }) => [...verdicts.keys()]));
  return [...types]
    .map((type) => {
      const setting = catalogue.find(type);
      const area = setting?.area ?? /^settings\/([^.]+)/.exec(type)?.[1] ?? type;
      const counts = countsOf(known.flatMap(({ verdicts }) => verdicts.get(type) ?? []));
      return { type, title: setting?.title ?? type, area, tier: setting?.tier ?? 3, ...counts };
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

function letterOf({ verdicts, accepted }: Known, type: string): string {
  const verdict = verdicts.get(type);
  const isAccepted = accepted.get(type);
  const letter =
    verdict &&
    letters.get(
      keyOf({
        verdict,
        accepted: isFailing(verdict) && isAccepted === true,
        stillOpen: verdict === 'unreadable' && isAccepted === false,
      }),
    );
  return letter ?? '-';
}

type Column = AssessmentMatrix['organizations'][number];

function toColumn(known: Known, types: readonly string[]): Column {
  const { catalogueVersion, rules, includeTier2, ...organization } = known.organization;
  const judgedBy = catalogueVersion === null ? null : { catalogueVersion, rules, includesTier2: includeTier2 === true };
  const { nonCompliant, partial } = countsOf([...known.verdicts.values()]);
  return {
    ...organization,
    judgedBy,
    nonCompliant,
    partial,
    cells: types.map((type) => letterOf(known, type)).join(''),
  };
}

/** The lowest score first; those never assessed last, in the order of their names. */
function worstFirst(one: Column, other: Column): number {
  if (one.score === null || other.score === null) {
    return Number(one.score === null) - Number(other.score === null);
  }
  return one.score - other.score;
}
