import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

type PageHeaderProps = {
  readonly title: string;
  /** The tab's name, where it should say more than the heading: 'Dashboard of Cedar Clinic'. */
  readonly documentTitle?: string;
  readonly subtitle?: ReactNode;
  /** Stands beside the title, such as a badge. */
  readonly badge?: ReactNode;
  readonly actions?: ReactNode;
};

/** The top of every page: its one h1, and the tab's title. */
export function PageHeader({ title, documentTitle, subtitle, badge, actions }: PageHeaderProps) {
  usePageTitle(documentTitle ?? title);
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1 dir="auto" className="page-title wrap-anywhere">
            {title}
          </h1>
          {badge}
        </div>
        {subtitle !== undefined && <p className="mt-1 max-w-[75ch] text-ink-soft">{subtitle}</p>}
      </div>
      {/* On a phone in a line of their own, whatever the title: one that is still to come would move them. */}
      {actions !== undefined && actions !== false && (
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full print:hidden">{actions}</div>
      )}
    </header>
  );
}
