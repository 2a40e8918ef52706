import { scoreOf } from '@sentrywell/contract/assessment-score.ts';
import type { Assessment } from '@sentrywell/contract/assessment.ts';
import type { LinePoint } from '../../ui/LineChart.tsx';

/** How many assessments the trend shows. */
const shownAtOnce = 12;

function dayOf(instant: string): string {
  return new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' }).format(new Date(instant));
}

/** The newest scores, the oldest of them first; an assessment in which nothing counts has none. Assessments of one day carry their number, so that no two share a label. */
export function trendOf(newestFirst: readonly Assessment[]): readonly LinePoint[] {
  const scored = newestFirst.flatMap((assessment) => {
    const score = scoreOf(assessment);
    return score === null ? [] : [{ ...assessment, score }];
  });
  const shown = scored.slice(0, shownAtOnce).toReversed();
  const days = shown.map(({ assessedAt }) => dayOf(assessedAt));
  return shown.map(({ id, score }, index) => {
    const day = days[index] ?? '';
    return { label: days.filter((other) => other === day).length > 1 ? `${day} (${id})` : day, value: score };
  });
}
