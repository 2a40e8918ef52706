import { Outlet } from 'react-router';
import { readSession, SessionProvider, type SessionState } from '../../kernel/session.tsx';
import { ToastRegion } from '../../ui/ToastRegion.tsx';

/** Asked for while the pages inside are still on their way. */
let early: Promise<SessionState> | undefined = readSession();

function beginSession(): Promise<SessionState> {
  const state = early ?? readSession();
  early = undefined;
  return state;
}

/** Around every page that needs to know who is there. */
export function SessionLayout() {
  return (
    <SessionProvider begin={beginSession}>
      <Outlet />
      <ToastRegion />
    </SessionProvider>
  );
}
