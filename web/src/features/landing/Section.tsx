import type { ReactNode } from 'react';
import { join } from '../../ui/join.ts';

type SectionProps = {
  readonly id: string;
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
};

/** One part of the page that the top bar scrolls to. */
export function Section({ id, title, lead, children, className }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={join('py-16 sm:py-24', className)}>
      <div className="mx-auto max-w-6xl px-5 sm:px-8">
        <h2 id={`${id}-title`} className="text-3xl font-semibold tracking-tight">
          {title}
        </h2>
        <div className="mt-3 max-w-[68ch] text-lg text-pretty text-ink-soft">{lead}</div>
        <div className="mt-10">{children}</div>
      </div>
    </section>
  );
}
