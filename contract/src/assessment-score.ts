import type { Assessment } from './assessment.ts';

/** How many policies count in the score (specification §9). */
export function countedIn({ counts }: Pick<Assessment, 'counts'>): number {
  return (counts.compliant ?? 0) + (counts.partial ?? 0) + (counts['non-compliant'] ?? 0);
}

/** Said in place of a score where an assessment was made and nothing counts in it. */
export const nothingJudged = 'Nothing could be judged';

/** The score of an assessment; null: nothing counts in it. */
export function scoreOf(assessment: Pick<Assessment, 'counts' | 'score'>): number | null {
  return countedIn(assessment) > 0 ? assessment.score : null;
}
