import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router';
import { wasSignedIn } from './sign-in-hint.ts';

const SignedInGoesOn = lazy(() => import('./SignedInGoesOn.tsx').then((m) => ({ default: m.SignedInGoesOn })));

function neverChanges(): () => void {
  return () => undefined;
}

/**
 * Around /login and the registration pages: who is signed in already goes on to where they wanted to be. The session's
 * code is fetched only where there may be one, so that a visitor's first page stays small.
 */
export function GuestGate() {
  const mayHaveSession = useSyncExternalStore(neverChanges, wasSignedIn, () => false);
  return (
    <>
      {mayHaveSession && (
        <Suspense>
          <SignedInGoesOn />
        </Suspense>
      )}
      <Outlet />
    </>
  );
}
