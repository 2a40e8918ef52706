import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { SessionProvider, useSession } from '../../kernel/session.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ToastRegion } from '../../ui/ToastRegion.tsx';
import { forgetWhatIsAsked, whatIsAsked } from './who-is-there.ts';

export { isReadyToDraw } from './who-is-there.ts';

function first() {
  const asked = whatIsAsked();
  return { known: asked?.state, begin: asked === undefined ? undefined : () => asked.answer };
}

/** Nobody is sent to /login because the server can't be reached: the page waits where it is, and says why. */
function WhoIsThere() {
  const { failure, refresh } = useSession();
  if (failure === undefined) {
    return <Outlet />;
  }
  const message = `${failure.message} The page opens by itself as soon as that works.`;
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState title="Error Loading Page" message={message} onRetry={() => void refresh()} level={1} />
    </main>
  );
}

/** Around every page that needs to know who is there. */
export function SessionLayout() {
  const [begun] = useState(first);
  // Not while it is drawn: what is drawn may be thrown away and drawn again.
  useEffect(forgetWhatIsAsked, []);
  return (
    <SessionProvider {...begun}>
      <WhoIsThere />
      <ToastRegion />
    </SessionProvider>
  );
}
