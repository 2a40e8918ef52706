import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { usePageTitle } from '../../ui/page-title.ts';

type PublicCardProps = {
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** The tab's name, where it should say something else than the heading. */
  readonly documentTitle?: string;
  readonly children: ReactNode;
};

/** The one card of a page outside the shell: signing in, registering, a new password. */
export function PublicCard({ title, subtitle, documentTitle, children }: PublicCardProps) {
  usePageTitle(documentTitle ?? title);
  return (
    <Card className="p-6 sm:p-8">
      <h1 className="page-title mb-1 wrap-anywhere">{title}</h1>
      {subtitle !== undefined && <p className="text-ink-soft">{subtitle}</p>}
      <div className="mt-6">{children}</div>
    </Card>
  );
}
