import { readStored, store } from './stored-text.ts';

/**
 * Who had a session in this browser the last time it was told. Only a hint: it spares visitors who never signed in the
 * code and the call that would find out, and tells tabs of each other. What counts is the cookie, which scripts can't see.
 */
const key = 'sentrywell.signed-in';

export function wasSignedIn(): boolean {
  return readStored(key) !== '';
}

/** The id of that person, where it is known. */
export function whoWasSignedIn(): number | undefined {
  const who = Number(readStored(key));
  return Number.isInteger(who) && who > 0 ? who : undefined;
}

/** @param who a person's id, or 'somebody' where it is not known yet. */
export function rememberSignedIn(who: number | 'somebody' | 'nobody'): void {
  store(key, who === 'nobody' ? '' : String(who));
}

/**
 * Calls `told` when another tab of this browser signed somebody in or out, and when it may have while this page was put
 * aside for the way back. @returns how to stop.
 */
export function watchOtherTabs(told: () => void): () => void {
  const onStorage = ({ key: changed }: StorageEvent) => changed === key && told();
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && told();
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}
