import type { Subject } from '@sentrywell/contract/access.ts';
import { authEndpoints, type Session } from '@sentrywell/contract/auth.ts';
import { roleOfId } from '@sentrywell/contract/permissions.ts';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { SWRConfig, useSWRConfig } from 'swr';
import { call, CallFailed, onSecondFactorNeeded, onSignedOut } from './call.ts';
import { fetchPolicy } from './fetch-policy.ts';
import { logOut } from './log-out.ts';
import { rememberSignedIn } from './sign-in-hint.ts';

export type UserDetails = { readonly name: string; readonly email: string; readonly image?: string | undefined };

/** The auth context (specification §3, 'Session'). */
export type AuthContext = {
  readonly isLoading: boolean;
  readonly isAuthenticated: boolean;
  readonly session: Session | undefined;
  readonly userDetails: UserDetails | undefined;
  /** What the rules of contract/access.ts ask about; undefined while nobody is signed in. */
  readonly subject: Subject | undefined;
  /** How the person came to be nobody here: the session ended by itself, or they logged out. */
  readonly left: 'ended' | 'logout' | undefined;
  /** Fetches the session anew: on start, after signing in, after a change of one's own data. */
  readonly refresh: () => Promise<Session | undefined>;
  /** @throws CallFailed; the state is then left as it was (specification §4). */
  readonly logout: () => Promise<void>;
};

const Context = createContext<AuthContext | undefined>(undefined);

export function useSession(): AuthContext {
  const context = useContext(Context);
  if (context === undefined) {
    throw new Error('useSession needs a SessionProvider around it');
  }
  return context;
}

export type SessionState = {
  readonly isLoading: boolean;
  readonly session?: Session;
  readonly userDetails?: UserDetails;
  readonly left?: AuthContext['left'];
};
const nobody: SessionState = { isLoading: false };

/** Who is there; nobody where it cannot be told. */
export async function readSession(): Promise<SessionState> {
  try {
    const session = await call(authEndpoints.me);
    rememberSignedIn(true);
    return { isLoading: false, session, ...(await readDetails(session.userId)) };
  } catch (error) {
    // A call that found no answer, or that the browser broke off to open another page, says nothing of the session.
    if (error instanceof CallFailed && error.status === 401) {
      rememberSignedIn(false);
    }
    // The sentences of specification §8; a visitor without a session is nothing unusual.
    console.warn(error instanceof CallFailed && error.status !== 0 ? 'Session not found' : 'Auth fetch failed');
    return nobody;
  }
}

async function readDetails(userId: number): Promise<Pick<SessionState, 'userDetails'>> {
  try {
    const { user } = await call(authEndpoints.userDetails, { params: { userId: String(userId) } });
    return { userDetails: user };
  } catch {
    console.warn('Failed to fetch user details');
    return {};
  }
}

/** What the rules need to know of a session. */
export function subjectOf(session: Session): Subject {
  return { ...session, role: roleOfId(session.roleId) };
}

/** Empties the store: nothing of one person may be shown to the next in the same browser (security rule 19). */
function useForget(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  const isGone = useRef(false);

  // A layout effect ends together with the store of this provider; whoever then still waits for an answer finds none to empty.
  useLayoutEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  return useCallback(async () => {
    if (!isGone.current) {
      await mutate(() => true, undefined, { revalidate: false });
    }
    sessionStorage.removeItem('uuid');
  }, [mutate]);
}

type ProviderProps = {
  readonly children: ReactNode;
  /** Reads the session for the first time. */
  readonly begin?: () => Promise<SessionState>;
};

function Provider({ children, begin = readSession }: ProviderProps) {
  const [state, setState] = useState<SessionState>({ isLoading: true });
  const forget = useForget();

  const show = useCallback((next: SessionState) => {
    setState(next);
    return next.session;
  }, []);

  const refresh = useCallback(async () => show(await readSession()), [show]);

  const logout = useCallback(async () => {
    try {
      await logOut();
    } catch (error) {
      console.warn('Logout failed');
      throw error;
    }
    await forget();
    rememberSignedIn(false);
    setState({ ...nobody, left: 'logout' });
  }, [forget]);

  useEffect(() => {
    onSignedOut(() => {
      void forget();
      rememberSignedIn(false);
      setState({ ...nobody, left: 'ended' });
    });
    onSecondFactorNeeded(() => void refresh());
    // Set when the answer comes, not while the effect runs.
    begin().then(show, () => undefined);
    // A call that ends later has nobody to tell: the store of this provider is gone with it.
    return () => {
      onSignedOut(() => undefined);
      onSecondFactorNeeded(() => undefined);
    };
  }, [begin, forget, refresh, show]);

  const value = useMemo<AuthContext>(
    () => ({
      isLoading: state.isLoading,
      isAuthenticated: state.session !== undefined,
      session: state.session,
      userDetails: state.userDetails,
      subject: state.session === undefined ? undefined : subjectOf(state.session),
      left: state.left,
      refresh,
      logout,
    }),
    [state, refresh, logout],
  );
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

/** Holds the session and the fetch policy for everything inside. */
export function SessionProvider({ children, begin }: ProviderProps) {
  return (
    <SWRConfig value={{ ...fetchPolicy, provider: () => new Map() }}>
      <Provider {...(begin === undefined ? {} : { begin })}>{children}</Provider>
    </SWRConfig>
  );
}
