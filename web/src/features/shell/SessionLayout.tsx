import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { readSession, SessionProvider, type SessionState, useSession } from '../../kernel/session.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ToastRegion } from '../../ui/ToastRegion.tsx';
import { askAheadOf } from './ask-ahead.ts';

type Asked = { readonly answer: Promise<SessionState>; state: SessionState | undefined };

/** Who is there, asked for while the page's code is still on its way; the layout takes it once. */
let asked: Asked | undefined;

/** How long a page waits to be drawn once, with its person, instead of twice; in milliseconds. */
const patience = 200;

/** @returns when it is known who is there, or when the page should be drawn without. */
export async function askWhoIsThere(): Promise<void> {
  const begun: Asked = { answer: readSession(), state: undefined };
  asked = begun;
  const known = begun.answer.then((state) => {
    begun.state = state;
    if (state.session !== undefined) {
      askAheadOf(window.location, state.session);
    }
  });
  await Promise.race([known, new Promise((resolve) => setTimeout(resolve, patience))]);
}

function whatIsAsked() {
  const begun = asked;
  return { known: begun?.state, begin: begun === undefined ? undefined : () => begun.answer };
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
  const [first] = useState(whatIsAsked);
  // Whoever comes here later asks anew. Not while it is drawn: what is drawn may be thrown away and drawn again.
  useEffect(() => {
    asked = undefined;
  }, []);
  return (
    <SessionProvider {...first}>
      <WhoIsThere />
      <ToastRegion />
    </SessionProvider>
  );
}
