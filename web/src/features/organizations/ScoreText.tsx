import { nothingJudged } from '@sentrywell/contract/assessment-score.ts';
import { complianceStatusOf } from '@sentrywell/contract/dashboard.ts';
import { join } from '../../ui/join.ts';

const looks = {
  active: 'text-ink-soft',
  compliant: 'text-good-ink',
  partial: 'text-warning-ink',
  'at-risk': 'text-bad-ink',
};

type Props = {
  readonly score: number | null;
  /** Whether there is an assessment: without a score, nothing in it could be judged. */
  readonly isAssessed: boolean;
};

/** A compliance score, 0–100, with one decimal; words where there is none. */
export function ScoreText({ score, isAssessed }: Props) {
  if (score === null) {
    const words = isAssessed ? nothingJudged : 'Not assessed';
    return (
      <span title={words} className="text-ink-soft">
        <span aria-hidden="true">--</span>
        <span className="sr-only">{words}</span>
      </span>
    );
  }
  return <span className={join('figures font-semibold', looks[complianceStatusOf(score)])}>{score.toFixed(1)}%</span>;
}
