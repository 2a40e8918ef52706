import { join } from '../../ui/join.ts';

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
  const look = score >= 90 ? 'text-good-ink' : score >= 70 ? 'text-warning-ink' : 'text-bad-ink';
  return <span className={join('figures font-semibold', look)}>{score.toFixed(1)}%</span>;
}
