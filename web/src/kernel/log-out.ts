import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { call } from './call.ts';
import { keepStored } from './stored-text.ts';

/**
 * Ends the session. The answer makes the browser empty its storage of this site, so what belongs to the browser and not
 * to the session (theme, remembered address) is put back afterwards.
 * @throws CallFailed
 */
export async function logOut(): Promise<void> {
  const putBack = keepStored();
  try {
    await call(authEndpoints.logout);
  } finally {
    putBack();
  }
}
