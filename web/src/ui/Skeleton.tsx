import { join } from './join.ts';

type SkeletonProps = {
  readonly className?: string;
  /** Round as a card or a large button is; else as a line of text. */
  readonly isCard?: boolean;
};

/** A grey place-holder of the size of what is coming. Hidden from screen readers: say "Loading…" once elsewhere. */
export function Skeleton({ className, isCard = false }: SkeletonProps) {
  const corners = isCard ? 'rounded-xl' : 'rounded-md';
  return <span aria-hidden="true" className={join('breathe block bg-line/70', corners, className)} />;
}
