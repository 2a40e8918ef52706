import { homeOf, mayEnterScreen, type Screen } from '@sentrywell/contract/access.ts';
import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router';
import { textInState } from './navigation-state.ts';
import { ownPath } from './own-path.ts';
import { useSession } from './session.tsx';

type Props = { readonly screen: Screen; readonly loading: ReactNode; readonly children?: ReactNode };

/**
 * Lets in who may enter (specification §2, the route table): a visitor goes to /login and comes back after signing in,
 * anybody else who may not goes to /unauthorized. A courtesy; the server decides (ruling R9).
 */
export function RequireScreen({ screen, loading, children = <Outlet /> }: Props) {
  const { isLoading, subject } = useSession();
  const location = useLocation();
  const { id } = useParams();
  if (isLoading) {
    return loading;
  }
  if (subject === undefined) {
    return <Navigate to="/login" replace state={{ from: `${location.pathname}${location.search}` }} />;
  }
  if (id !== undefined && !/^[1-9]\d{0,9}$/.test(id)) {
    return <Navigate to="/unauthorized" replace />;
  }
  const organizationId = id === undefined ? undefined : Number(id);
  return mayEnterScreen(subject, screen, organizationId) ? children : <Navigate to="/unauthorized" replace />;
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
    return <p role="status">Loading...</p>;
  }
  return <Navigate to={subject === undefined ? '/login' : homeOf(subject)} replace />;
}
