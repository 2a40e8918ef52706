import type { Screen } from '@sentrywell/contract/access.ts';
import { type ComponentType, useEffect } from 'react';
import { useParams } from 'react-router';
import { RequireScreen } from '../../kernel/guards.tsx';
import { fetchScreensAhead, type ScreenCode } from './fetch-screens-ahead.ts';
import { PageLoading } from './PageLoading.tsx';

/**
 * The page, for those who may enter it. Another organization starts the page anew: nothing of the first one stays.
 * @param screens whose code is fetched when the page is shown and has asked for what it shows.
 */
export function guarded(screen: Screen, Page: ComponentType, screens: readonly ScreenCode[]): ComponentType {
  return function GuardedPage() {
    const { id } = useParams();
    return (
      <RequireScreen screen={screen} loading={<PageLoading />}>
        <Page key={id} />
        <Ahead screens={screens} />
      </RequireScreen>
    );
  };
}

/** Stands behind the page, so that its effect runs when those of the page have run. */
function Ahead({ screens }: { readonly screens: readonly ScreenCode[] }) {
  useEffect(() => fetchScreensAhead(screens), [screens]);
  return null;
}
