import { authEndpoints, type signedIn } from '@sentrywell/contract/auth.ts';
import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import type { z } from 'zod';
import { call, CallFailed } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { hasLeft } from '../../kernel/log-out.ts';
import { rememberSignedIn } from '../../kernel/sign-in-hint.ts';
import { fewMailsADay } from './few-mails-a-day.ts';
import { takeThemeOfAccount } from './take-theme.ts';

type SignedIn = z.output<typeof signedIn>;

export type SignInFailure = {
  /** Why not, in words for the person. */
  readonly failure: string;
  /** The address still has to be confirmed: the mail can be sent again. */
  readonly isUnconfirmed: boolean;
};

const noCookies =
  'Your browser keeps no cookies of this site, so you cannot stay logged in. Please allow them and try again.';

/** Signs in, as far as the password goes. */
export async function signIn(body: z.input<typeof authEndpoints.login.body>): Promise<SignedIn | SignInFailure> {
  if (!navigator.cookieEnabled) {
    // The server would let them in, and the next page would ask them to log in again, without end.
    return { failure: noCookies, isUnconfirmed: false };
  }
  try {
    await hasLeft();
    const signedIn = await call(authEndpoints.login, { body });
    if (signedIn.secondFactor === undefined) {
      rememberSignedIn('somebody');
      takeThemeOfAccount();
    }
    return signedIn;
  } catch (error) {
    const isUnconfirmed = error instanceof CallFailed && error.code === 'sign_in.unconfirmed';
    return { failure: failureWords(error, 'Login failed'), isUnconfirmed };
  }
}

/** Asks for the confirmation mail once more. @returns what to tell the person. */
export async function sendConfirmationAgain(
  email: string,
): Promise<{ readonly isSent: boolean; readonly words: string }> {
  try {
    await call(registrationEndpoints.resendConfirmation, { body: { email } });
    const words = `If ${email} waits to be confirmed, a new link is on its way. Look into your mail. ${fewMailsADay}`;
    return { isSent: true, words };
  } catch (error) {
    return { isSent: false, words: failureWords(error, 'The mail could not be sent. Please try again.') };
  }
}
