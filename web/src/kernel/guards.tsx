import { homeOf, mayEnterScreen, type Screen, type Subject } from '@sentrywell/contract/access.ts';
import type { ReactNode } from 'react';
import { type Location, Navigate, Outlet, useLocation, useParams } from 'react-router';
import { textInState } from './navigation-state.ts';
import { ownPath } from './own-path.ts';
import { type AuthContext, useSession } from './session.tsx';

function pathOf({ pathname, search }: Location): string {
  return `${pathname}${search}`;
}

/** What /login is told: where the person was going, and why they are there. Whoever logged out starts afresh. */
function loginState(left: AuthContext['left'], location: Location) {
  if (left === 'logout') {
    return null;
  }
  return {
    from: pathOf(location),
    notice:
      left === 'ended' ? 'Your session ended. Log in to go on where you were.' : 'Please log in to view this page',
  };
}

type Props = { readonly screen: Screen; readonly loading: ReactNode; readonly children?: ReactNode };

/**
 * Lets in who may enter (specification §2, the route table): a visitor goes to /login and comes back after signing in,
 * anybody else who may not goes to /unauthorized. A courtesy; the server decides (ruling R9).
 */
export function RequireScreen({ screen, loading, children = <Outlet /> }: Props) {
  const { isLoading, subject, session, left } = useSession();
  const location = useLocation();
  const { id } = useParams();
  if (isLoading) {
    return loading;
  }
  if (subject === undefined) {
    return <Navigate to="/login" replace state={loginState(left, location)} />;
  }
  if (session?.mustEnrolSecondFactor === true && screen !== 'settings') {
    return <Navigate to="/settings" replace state={{ from: pathOf(location) }} />;
  }
  return mayEnter(subject, screen, id) ? children : <Navigate to="/unauthorized" replace />;
}

function mayEnter(subject: Subject, screen: Screen, id: string | undefined): boolean {
  if (id === undefined) {
    return mayEnterScreen(subject, screen);
  }
  return /^[1-9]\d{0,9}$/.test(id) && mayEnterScreen(subject, screen, Number(id));
}

/** Around /login and the registration pages: who is signed in already goes on to where they wanted to be. */
export function GuestOnly({ children = <Outlet /> }: { readonly children?: ReactNode }) {
  const { subject } = useSession();
  const location = useLocation();
  if (subject === undefined) {
    return children;
  }
  return <Navigate to={ownPath(textInState(location.state, 'from')) ?? homeOf(subject)} replace />;
}

/** /dashboard: sends everybody to their own start page (specification §2, 'Post-login redirect wrapper'). */
export function PostLogin() {
  const { isLoading, subject } = useSession();
  if (isLoading) {
    return (
      <p role="status" className="grid min-h-dvh place-items-center text-ink-soft">
        Loading...
      </p>
    );
  }
  return <Navigate to={subject === undefined ? '/login' : homeOf(subject)} replace />;
}
