import { complianceStatusOf } from '@sentrywell/contract/dashboard.ts';
import { join } from '../../ui/join.ts';

const looks = {
  active: 'text-ink-soft',
  compliant: 'text-good-ink',
  partial: 'text-warning-ink',
  'at-risk': 'text-bad-ink',
};

/** A compliance score, 0–100, with one decimal; words where there is none. */
export function ScoreText({ score }: { readonly score: number | null }) {
  if (score === null) {
    return (
      <span title="Not assessed" className="text-ink-soft">
        <span aria-hidden="true">--</span>
        <span className="sr-only">Not assessed</span>
      </span>
    );
  }
  return <span className={join('figures font-semibold', looks[complianceStatusOf(score)])}>{score.toFixed(1)}%</span>;
}
