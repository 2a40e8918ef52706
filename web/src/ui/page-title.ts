import { useEffect } from 'react';

/** Names the tab and the history entry: 'Team · Sentrywell'. undefined: another part of the page does. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) {
      document.title = `${title} · Sentrywell`;
    }
  }, [title]);
}
