import { Outlet } from 'react-router';
import { readSession, SessionProvider, type SessionState, useSession } from '../../kernel/session.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ToastRegion } from '../../ui/ToastRegion.tsx';

/** Asked for while the pages inside are still on their way. */
let early: Promise<SessionState> | undefined = readSession();

function beginSession(): Promise<SessionState> {
  const state = early ?? readSession();
  early = undefined;
  return state;
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
  return (
    <SessionProvider begin={beginSession}>
      <WhoIsThere />
      <ToastRegion />
    </SessionProvider>
  );
}
