import { authEndpoints } from '@sentrywell/contract/auth.ts';
import type { z } from 'zod';
import { call, CallFailed } from '../../kernel/call.ts';

type SignedIn = z.output<typeof authEndpoints.login.reply>;

/** Signs in. @returns why not, in words for the person, when the server refused. */
export async function signIn(
  body: z.input<typeof authEndpoints.login.body>,
): Promise<SignedIn | { readonly failure: string }> {
  try {
    return await call(authEndpoints.login, { body });
  } catch (error) {
    return { failure: error instanceof CallFailed ? error.message : 'Login failed' };
  }
}
