import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { join } from './join.ts';
import { usePageTitle } from './page-title.ts';

type EmptyStateProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  /** What the person can do about it. */
  readonly action?: ReactNode;
  readonly level?: 1 | 2 | 3;
  readonly tone?: 'plain' | 'bad';
  readonly className?: string;
};

/** Nothing to show, drawn on purpose. */
export function EmptyState({ icon, title, children, action, level = 2, tone = 'plain', className }: EmptyStateProps) {
  // The page's only heading: without this the tab would keep the name of the page before.
  usePageTitle(level === 1 ? title : undefined);
  const Heading = `h${level}` as const;
  return (
    <div className={join('mx-auto flex max-w-md flex-col items-center px-6 py-12 text-center', className)}>
      <span
        className={join(
          'mb-4 grid size-12 place-items-center rounded-full',
          tone === 'bad' ? 'bg-bad-tint text-bad-ink' : 'bg-primary-tint text-primary',
        )}
      >
        <Icon name={icon} className="size-6" />
      </span>
      <Heading className={level === 1 ? 'text-xl font-semibold' : 'text-base font-semibold'}>{title}</Heading>
      {children !== undefined && <div className="mt-1 max-w-full text-ink-soft *:text-balance">{children}</div>}
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
