import { signed } from '../../ui/signed.ts';

type Props = {
  readonly score: number | null;
  /** The score of the assessment before; none where there is none that was judged alike. */
  readonly before: number | null | undefined;
};

/** How far a score went since the assessment before; nothing where that cannot be said. */
export function ScoreChange({ score, before }: Props) {
  if (score === null || typeof before !== 'number') {
    return null;
  }
  return (
    <span
      title="Points since the assessment before"
      className="figures inline-block text-xs whitespace-nowrap text-ink-soft"
    >
      {signed(score - before)}
      <span aria-hidden="true"> pts</span>
      <span className="sr-only"> points since the assessment before</span>
    </span>
  );
}
