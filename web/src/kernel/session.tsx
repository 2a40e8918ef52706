import type { Subject } from '@sentrywell/contract/access.ts';
import type { Session } from '@sentrywell/contract/auth.ts';
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
import { SWRConfig, unstable_serialize, useSWRConfig } from 'swr';
import { cameAhead } from './asked-ahead.ts';
import { type CallFailed, onRightsRefused, onSignedOut } from './call.ts';
import { fetchPolicy } from './fetch-policy.ts';
import { logOut } from './log-out.ts';
import { readSession, type SessionState, subjectOf, type UserDetails } from './read-session.ts';
import { rememberSignedIn, watchOtherTabs } from './sign-in-hint.ts';
import { dropUuid } from './sign-in-uuid.ts';

/** The auth context (specification §3, 'Session'). */
export type AuthContext = {
  readonly isLoading: boolean;
  readonly isAuthenticated: boolean;
  readonly session: Session | undefined;
  readonly userDetails: UserDetails | undefined;
  /** What the rules of contract/access.ts ask about; undefined while nobody is signed in. */
  readonly subject: Subject | undefined;
  /** How the person came to be nobody here: the session ended by itself, or they logged out. */
  readonly left: SessionState['left'];
  /** Why it could not be told who is there; it is asked again by itself until it can. */
  readonly failure: CallFailed | undefined;
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

const nobody: SessionState = { isLoading: false };

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
    dropUuid();
  }, [mutate]);
}

/** Asks again after each failure, as soon as the server wants it or the network is back. */
function useAgain(failure: CallFailed | undefined, ask: () => Promise<unknown>): void {
  useEffect(() => {
    if (failure === undefined) {
      return;
    }
    const again = () => void ask();
    const waiting = setTimeout(again, (failure.retryAfterSeconds ?? 5) * 1000);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(waiting);
      window.removeEventListener('online', again);
    };
  }, [failure, ask]);
}

/** Follows what other tabs of this browser do: they share the cookie, and nobody may act as somebody whom they don't see. */
function useOtherTabs(userId: number | undefined, end: () => void): void {
  const [failure, setFailure] = useState<CallFailed>();
  const look = useCallback(async () => {
    const read = await readSession();
    setFailure(read.failure);
    if (read.session === undefined && read.failure === undefined) {
      end();
    } else if (read.session !== undefined && read.session.userId !== userId) {
      // Nothing on this page is theirs.
      window.location.reload();
    }
  }, [userId, end]);
  useEffect(() => (userId === undefined ? undefined : watchOtherTabs(() => void look())), [userId, look]);
  useAgain(userId === undefined ? undefined : failure, look);
}

type ProviderProps = {
  readonly children: ReactNode;
  /** Who is there, where that is known already. */
  readonly known?: SessionState | undefined;
  /** Reads the session for the first time, where it is not. */
  readonly begin?: (() => Promise<SessionState>) | undefined;
};

function Provider({ children, known, begin = readSession }: ProviderProps) {
  const [state, setState] = useState<SessionState>(known ?? { isLoading: true });
  const forget = useForget();

  const show = useCallback((next: SessionState) => {
    // A failure changes nothing of what is known already (specification §4).
    setState((known) => (next.failure !== undefined && known.session !== undefined ? known : next));
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
    rememberSignedIn('nobody');
    setState({ ...nobody, left: 'logout' });
  }, [forget]);

  const end = useCallback(() => {
    void forget();
    rememberSignedIn('nobody');
    setState({ ...nobody, left: 'ended' });
  }, [forget]);

  useEffect(() => {
    onSignedOut(end);
    onRightsRefused(() => void refresh());
    if (known === undefined) {
      // Set when the answer comes, not while the effect runs.
      begin().then(show, () => undefined);
    }
    // A call that ends later has nobody to tell: the store of this provider is gone with it.
    return () => {
      onSignedOut(() => undefined);
      onRightsRefused(() => undefined);
    };
  }, [known, begin, end, refresh, show]);

  useAgain(state.failure, refresh);
  useOtherTabs(state.session?.userId, end);

  const value = useMemo<AuthContext>(
    () => ({
      isLoading: state.isLoading,
      isAuthenticated: state.session !== undefined,
      session: state.session,
      userDetails: state.userDetails,
      subject: state.session === undefined ? undefined : subjectOf(state.session),
      left: state.left,
      failure: state.failure,
      refresh,
      logout,
    }),
    [state, refresh, logout],
  );
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

/** What that person's screen shows is there before the screen, at best: it is drawn once then, and not empty before. */
function begun(known: SessionState | undefined): Record<string, unknown> {
  return Object.fromEntries(cameAhead(known?.session?.userId).map(({ key, came }) => [unstable_serialize(key), came]));
}

/** Holds the session and the fetch policy for everything inside. */
export function SessionProvider({ children, ...first }: ProviderProps) {
  const [fallback] = useState(() => begun(first.known));
  return (
    <SWRConfig value={{ ...fetchPolicy, fallback, provider: () => new Map() }}>
      <Provider {...first}>{children}</Provider>
    </SWRConfig>
  );
}
