import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router';
import { textInState } from './navigation-state.ts';
import { wasSignedIn, watchOtherTabs } from './sign-in-hint.ts';
import { useNavigationState } from './use-navigation-state.ts';

const SignedInGoesOn = lazy(() => import('./SignedInGoesOn.tsx').then((m) => ({ default: m.SignedInGoesOn })));

function neverChanges(): () => void {
  return () => undefined;
}

/**
 * Around /login and the registration pages: who is signed in already goes on to where they wanted to be. The session's
 * code is fetched only where there may be one, so that a visitor's first page stays small. An invitation may be for somebody
 * else: its page asks.
 */
export function GuestGate() {
  // Who logs in in one tab goes on in all that wait at /login; a form that somebody fills is left alone.
  const { pathname, search } = useLocation();
  const state = useNavigationState();
  const isWaiting = pathname === '/login';
  const isInvited = new URLSearchParams(search).has('token') || textInState(state, 'token') !== undefined;
  const mayHaveSession = useSyncExternalStore(isWaiting ? watchOtherTabs : neverChanges, wasSignedIn, () => false);
  return (
    <>
      {mayHaveSession && !isInvited && (
        <Suspense>
          <SignedInGoesOn />
        </Suspense>
      )}
      <Outlet />
    </>
  );
}
