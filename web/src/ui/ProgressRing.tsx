import { arc } from 'd3-shape';
import { iconColours, type Tone } from './Badge.tsx';

type ProgressRingProps = {
  /** Share from 0 to 100, or null where there is nothing to measure yet. */
  readonly value: number | null;
  /** The figure in the middle: '66.7%', or '--'. */
  readonly text: string;
  /** The words under it: 'At risk'. */
  readonly words: string;
  readonly tone: Tone;
  /** The whole in one sentence for screen readers: 'Compliance score 66.7 percent, at risk'. */
  readonly label: string;
};

const ring = arc<{ share: number }>()
  .innerRadius(50)
  .outerRadius(60)
  .cornerRadius(5)
  .startAngle(0)
  .endAngle(({ share }) => share * 2 * Math.PI);

/** A score as a ring, with the figure and what it means in words. */
export function ProgressRing({ value, text, words, tone, label }: ProgressRingProps) {
  const share = Math.min(1, Math.max(0, (value ?? 0) / 100));
  return (
    <div role="img" aria-label={label} className="relative grid size-40 place-items-center">
      <svg viewBox="-62 -62 124 124" className="absolute inset-0" aria-hidden="true">
        <path d={ring({ share: 1 }) ?? ''} className="fill-line" />
        <path d={ring({ share }) ?? ''} fill="currentColor" className={iconColours[tone]} />
      </svg>
      <div className="text-center" aria-hidden="true">
        <div className="figures text-3xl font-semibold tracking-tight">{text}</div>
        <div className="max-w-28 text-[0.8125rem] leading-tight font-medium text-ink-soft">{words}</div>
      </div>
    </div>
  );
}
