/**
 * Whether this browser had a session the last time it asked. Only a hint: it spares visitors who never signed in the
 * code and the call that would find out. What counts is the cookie, which scripts can't see.
 */
const key = 'sentrywell.signed-in';

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(key) === 'yes';
  } catch {
    return false;
  }
}

export function rememberSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) {
      localStorage.setItem(key, 'yes');
    } else {
      localStorage.removeItem(key);
    }
  } catch {
    // Storage is closed to us: the sign-in page then always shows its form.
  }
}
