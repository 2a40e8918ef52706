import type { ReactNode } from 'react';
import { classes } from './classes.ts';

type CardProps = {
  readonly children: ReactNode;
  /** Shown as the card's heading. */
  readonly title?: ReactNode;
  /** Level of that heading: 2 under the page's title, 3 under a section's. */
  readonly level?: 2 | 3;
  /** Stands at the right of the heading. */
  readonly aside?: ReactNode;
  readonly className?: string;
};

export function Card({ children, title, level = 2, aside, className }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className={classes('rounded-xl border border-line bg-surface p-5 shadow-card', className)}>
      {title !== undefined && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Heading className="card-title">{title}</Heading>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
