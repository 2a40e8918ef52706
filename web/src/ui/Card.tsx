import type { ReactNode } from 'react';
import { join } from './join.ts';

type CardProps = {
  readonly children: ReactNode;
  /** Shown as the card's heading. */
  readonly title?: ReactNode;
  /** Stands at the right of the heading. */
  readonly aside?: ReactNode;
  /** Adds to the look; a `p-…` here takes the place of the usual padding. */
  readonly className?: string;
};

export function Card({ children, title, aside, className = '' }: CardProps) {
  return (
    <section
      className={join(
        'rounded-xl border border-line bg-surface shadow-card',
        !/(^|\s)p-/.test(className) && 'p-5',
        className,
      )}
    >
      {title !== undefined && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="card-title">{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
