import type { ShownPolicy } from './assessment.ts';

type Ranked = Pick<ShownPolicy, 'verdict' | 'setting' | 'title' | 'tier' | 'scuba' | 'cis' | 'hipaa'>;

/** How many recommendations and safeguards stand behind a setting. */
function weightOf({ scuba, cis, hipaa }: Ranked): number {
  return scuba.length + cis.length + hipaa.length;
}

/**
 * The order in which findings are mended: non-compliant ones before partial ones, then the lower tier, then what most benchmarks
 * ask for, then what is wrong in most places; the same setting in its several places stays together.
 */
export function inOrderOfMending<Row>(findings: readonly Row[], policyOf: (row: Row) => Ranked): Row[] {
  const places = new Map<string, number>();
  for (const { setting } of findings.map(policyOf)) {
    places.set(setting.type, (places.get(setting.type) ?? 0) + 1);
  }
  const placesOf = ({ setting }: Ranked) => places.get(setting.type) ?? 0;
  const compare = (one: Ranked, other: Ranked) =>
    Number(one.verdict === 'partial') - Number(other.verdict === 'partial') ||
    one.tier - other.tier ||
    weightOf(other) - weightOf(one) ||
    placesOf(other) - placesOf(one) ||
    one.title.localeCompare(other.title, 'en');
  return findings.toSorted((one, other) => compare(policyOf(one), policyOf(other)));
}
