import type { ShownPolicy, Verdict } from './assessment.ts';
import { isFailing } from './failing.ts';

type Ranked = Pick<ShownPolicy, 'verdict' | 'setting' | 'title' | 'tier' | 'scuba' | 'cis' | 'hipaa'>;

/** Whether a row is a finding, accepted or not: it fails, or it did and could not be read now. */
export function isFinding({ verdict, stillOpen }: Pick<ShownPolicy, 'verdict' | 'stillOpen'>): boolean {
  return isFailing(verdict) || stillOpen;
}

/** Said of a finding that could not be read. */
export const stillOpenWords = 'It was a finding before and could not be read in this assessment, so it is still open.';

/** How many recommendations and safeguards stand behind a setting. */
function weightOf({ scuba, cis, hipaa }: Ranked): number {
  return scuba.length + cis.length + hipaa.length;
}

const urgencies: readonly Verdict[] = ['non-compliant', 'partial'];

function urgencyOf({ verdict }: Ranked): number {
  const urgency = urgencies.indexOf(verdict);
  return urgency === -1 ? urgencies.length : urgency;
}

/**
 * The order in which findings are mended: non-compliant ones before partial ones, those that could not be read last, then the lower
 * tier, then what most benchmarks ask for, then what is wrong in most places; the same setting in its several places stays together.
 */
export function inOrderOfMending<Row>(findings: readonly Row[], policyOf: (row: Row) => Ranked): Row[] {
  const places = new Map<string, number>();
  for (const { setting } of findings.map(policyOf)) {
    places.set(setting.type, (places.get(setting.type) ?? 0) + 1);
  }
  const placesOf = ({ setting }: Ranked) => places.get(setting.type) ?? 0;
  const compare = (one: Ranked, other: Ranked) =>
    urgencyOf(one) - urgencyOf(other) ||
    one.tier - other.tier ||
    weightOf(other) - weightOf(one) ||
    placesOf(other) - placesOf(one) ||
    one.title.localeCompare(other.title, 'en');
  return findings.toSorted((one, other) => compare(policyOf(one), policyOf(other)));
}
