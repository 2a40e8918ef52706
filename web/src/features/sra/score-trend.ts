import { isJudgedAlike } from '@sentrywell/contract/assessment-rules.ts';
import { scoreOf } from '@sentrywell/contract/assessment-score.ts';
import type { Assessment } from '@sentrywell/contract/assessment.ts';
import type { LinePoint } from '../../ui/LineChart.tsx';

/** How many assessments the trend shows. */
const shownAtOnce = 12;

/** Names days as the reader's own; without their years only where all are of this year. */
function daysOf(instants: readonly Date[], now: Date): readonly string[] {
  const areOfThisYear = instants.every((instant) => instant.getFullYear() === now.getFullYear());
  const format = new Intl.DateTimeFormat(undefined, {
    month: 'short',
    day: 'numeric',
    ...(!areOfThisYear && { year: 'numeric' }),
  });
  return instants.map((instant) => format.format(instant));
}

/** The newest that have a score, the oldest of them first; an assessment in which nothing counts has none. */
export function shownInTrend(newestFirst: readonly Assessment[]): readonly Assessment[] {
  return newestFirst
    .filter((assessment) => scoreOf(assessment) !== null)
    .slice(0, shownAtOnce)
    .toReversed();
}

/** Those that are known not to be judged like the one before. */
export function ruleChangesOf(oldestFirst: readonly Assessment[]): readonly Assessment[] {
  return oldestFirst.filter((assessment, index) => {
    const before = oldestFirst[index - 1];
    return before !== undefined && !isJudgedAlike(before, assessment);
  });
}

/** The newest scores. Assessments of one day carry their number, so that no two share a label. */
export function trendOf(newestFirst: readonly Assessment[], now = new Date()): readonly LinePoint[] {
  const shown = shownInTrend(newestFirst);
  const days = daysOf(
    shown.map(({ assessedAt }) => new Date(assessedAt)),
    now,
  );
  return shown.map(({ id, score }, index) => {
    const day = days[index] ?? '';
    return { label: days.filter((other) => other === day).length > 1 ? `${day} (${id})` : day, value: score };
  });
}
