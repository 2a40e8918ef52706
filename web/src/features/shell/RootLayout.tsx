import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { scrollPositionsKey } from '../../kernel/scroll-positions.ts';
import { useScrollWhenGrown } from './use-scroll-when-grown.ts';

/** Around every page: remembers how far each page was scrolled and shows that the next one is on its way. */
export function RootLayout() {
  const isLoading = useNavigation().state !== 'idle';
  useScrollWhenGrown();
  return (
    <>
      <div role="status" className="sr-only">
        {isLoading ? 'Loading...' : ''}
      </div>
      {isLoading && <div className="breathe fixed inset-x-0 top-0 z-60 h-0.5 bg-primary" />}
      <Outlet />
      <ScrollRestoration storageKey={scrollPositionsKey} />
    </>
  );
}
