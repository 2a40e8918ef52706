import type { Verdict } from '@sentrywell/contract/assessment.ts';

export type CountedVerdict = Extract<Verdict, 'compliant' | 'partial' | 'non-compliant'>;

// Specification §4.
const scores: Readonly<Record<CountedVerdict, number>> = { compliant: 1, partial: 0.5, 'non-compliant': 0 };

export function isCounted(verdict: Verdict): verdict is CountedVerdict {
  return verdict in scores;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns whether two JSON values are the same; the order of keys does not matter, the order of a list does. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]))
  );
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Specification §4: compliant when every value equals its best practice, partial when some do, non-compliant when none
 * does or when there is no value or no best practice.
 */
export function compareSettings(value: Values | undefined, bestPractice: Values | undefined): CountedVerdict {
  if (value === undefined || bestPractice === undefined) return 'non-compliant';
  const keys = Object.keys(value);
  const equal = keys.filter(
    (key) => Object.hasOwn(bestPractice, key) && isSameJson(value[key], bestPractice[key]),
  ).length;
  if (equal === 0) return 'non-compliant';
  return equal === keys.length ? 'compliant' : 'partial';
}

/** Specification §9: sum of scores / number of policies × 100 with one decimal; 0 when no policy counts. */
export function complianceScore(verdicts: readonly Verdict[]): number {
  const counted = verdicts.filter(isCounted);
  if (counted.length === 0) return 0;
  const sum = counted.reduce((total, verdict) => total + scores[verdict], 0);
  // The thousandfold sum is whole, so a tie at the second decimal is exact and rounds up.
  return Math.round((sum * 1000) / counted.length) / 10;
}

/** @returns how many rows have each verdict. */
export function countVerdicts(verdicts: readonly Verdict[]): Record<Verdict, number> {
  const counts = { compliant: 0, partial: 0, 'non-compliant': 0, unreadable: 0, 'not-licensed': 0, 'not-assessed': 0 };
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}
