import { useEffect } from 'react';

/** Names the tab and the history entry: 'Team · Sentrywell'. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Sentrywell`;
  }, [title]);
}
