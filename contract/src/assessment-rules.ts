import type { Assessment } from './assessment.ts';

export type Judged = Pick<Assessment, 'catalogueVersion' | 'rules' | 'includesTier2'>;

/** Whether two assessments certainly had the same catalogue, evaluated in the same way; null: it was not noted at the time. */
export function hadSameRules(one: Judged, other: Judged): boolean | null {
  if (one.catalogueVersion !== other.catalogueVersion) {
    return false;
  }
  return one.rules === null || other.rules === null ? null : one.rules === other.rules;
}

/** What two assessments are known not to share: their scores cannot be compared without saying so. */
export function isJudgedAlike(one: Judged, other: Judged): boolean {
  return hadSameRules(one, other) !== false && one.includesTier2 === other.includesTier2;
}

/** '2026.11 (rules 3fa9c1d2)', or the version alone where the rules were not noted. */
export function catalogueName({ catalogueVersion, rules }: Judged): string {
  return rules === null ? catalogueVersion : `${catalogueVersion} (rules ${rules})`;
}

/** By which catalogue an assessment was judged: '2026.11 (rules 3fa9c1d2), with tier 2'. */
export function rulesText(judged: Judged): string {
  return `${catalogueName(judged)}${judged.includesTier2 ? ', with tier 2' : ''}`;
}
