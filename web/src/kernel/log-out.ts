import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { call } from './call.ts';
import { keepStored } from './stored-text.ts';

let leaving: Promise<unknown> = Promise.resolve();

/** Waits until no logout is under way: its answer would empty the cookie of whoever signs in meanwhile. */
export async function hasLeft(): Promise<void> {
  await leaving.catch(() => undefined);
}

/**
 * Ends the session. The answer makes the browser empty its storage of this site, so what belongs to the browser and not
 * to the session (theme, remembered address) is put back afterwards.
 * @throws CallFailed
 */
export async function logOut(): Promise<void> {
  const putBack = keepStored();
  try {
    leaving = call(authEndpoints.logout);
    await leaving;
  } finally {
    putBack();
  }
}
