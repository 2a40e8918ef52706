import type { Subject } from '@sentrywell/contract/access.ts';
import { authEndpoints, type Session } from '@sentrywell/contract/auth.ts';
import { roleOfId } from '@sentrywell/contract/permissions.ts';
import { call, CallFailed } from './call.ts';
import { rememberSignedIn, whoWasSignedIn } from './sign-in-hint.ts';

export type UserDetails = { readonly name: string; readonly email: string; readonly image?: string | undefined };

export type SessionState = {
  readonly isLoading: boolean;
  readonly session?: Session;
  readonly userDetails?: UserDetails;
  readonly left?: 'ended' | 'logout' | undefined;
  readonly failure?: CallFailed;
};
const nobody: SessionState = { isLoading: false };

/**
 * Who is there. A call that found no answer, or that the browser broke off to open another page, says nothing of it.
 * @param onFound told as soon as it is known, before the person's name is.
 */
export async function readSession(onFound?: (session: Session) => void): Promise<SessionState> {
  // Most often the same person as the last time: their name is asked for beside the session, and not after it.
  const guessed = whoWasSignedIn();
  const details = guessed === undefined ? undefined : askDetails(guessed);
  details?.catch(() => undefined);
  try {
    const session = await call(authEndpoints.me);
    rememberSignedIn(session.userId);
    onFound?.(session);
    const asked = details !== undefined && guessed === session.userId ? details : askDetails(session.userId);
    return { isLoading: false, session, ...(await read(asked)) };
  } catch (error) {
    // The sentences of specification §8; a visitor without a session is nothing unusual.
    if (error instanceof CallFailed && error.status !== 401) {
      console.warn('Auth fetch failed');
      return { ...nobody, failure: error };
    }
    console.warn('Session not found');
    rememberSignedIn('nobody');
    return nobody;
  }
}

async function askDetails(userId: number): Promise<UserDetails> {
  const { user } = await call(authEndpoints.userDetails, { params: { userId: String(userId) } });
  return user;
}

async function read(details: Promise<UserDetails>): Promise<Pick<SessionState, 'userDetails'>> {
  try {
    return { userDetails: await details };
  } catch {
    console.warn('Failed to fetch user details');
    return {};
  }
}

/** What the rules need to know of a session. */
export function subjectOf(session: Session): Subject {
  return { ...session, role: roleOfId(session.roleId) };
}
