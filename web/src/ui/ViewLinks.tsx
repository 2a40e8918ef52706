import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { join } from './join.ts';

type View = { readonly id: string; readonly label: ReactNode; readonly to: { readonly search: string } };

type ViewLinksProps = {
  readonly label: string;
  readonly views: readonly View[];
  readonly current: string;
};

/** The parts of a page, of which one is shown: each has its own address. */
export function ViewLinks({ label, views, current }: ViewLinksProps) {
  return (
    <nav aria-label={label} className="mb-5 flex gap-1 overflow-x-auto border-b border-line print:hidden">
      {views.map(({ id, label: name, to }) => (
        <Link
          key={id}
          to={to}
          aria-current={id === current ? 'true' : undefined}
          className={join(
            '-mb-px flex min-h-10 items-center border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2',
            // In a contrast theme of the system no border is transparent.
            id === current
              ? 'border-primary text-ink forced-colors:border-[Highlight]'
              : 'border-transparent text-ink-soft hover:text-ink forced-colors:border-[Canvas]',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
