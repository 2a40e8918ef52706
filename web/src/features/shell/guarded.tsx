import type { Screen } from '@sentrywell/contract/access.ts';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { RequireScreen } from '../../kernel/guards.tsx';
import { PageLoading } from './PageLoading.tsx';

/** The page, for those who may enter it. Another organization starts the page anew: nothing of the first one stays. */
export function guarded(screen: Screen, Page: ComponentType): ComponentType {
  return function GuardedPage() {
    const { id } = useParams();
    return (
      <RequireScreen screen={screen} loading={<PageLoading />}>
        <Page key={id} />
      </RequireScreen>
    );
  };
}
