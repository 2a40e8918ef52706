import { readStored, store } from './stored-text.ts';

/**
 * Whether this browser had a session the last time it was told. Only a hint: it spares visitors who never signed in the
 * code and the call that would find out. What counts is the cookie, which scripts can't see.
 */
const key = 'sentrywell.signed-in';

export function wasSignedIn(): boolean {
  return readStored(key) === 'yes';
}

export function rememberSignedIn(isSignedIn: boolean): void {
  store(key, isSignedIn ? 'yes' : '');
}
