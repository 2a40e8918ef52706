import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** The browser did not use or make a passkey. The message says why, for the person. */
export class PasskeyFailed extends Error {
  override readonly name = 'PasskeyFailed';
}

type Options = Readonly<Record<string, unknown>>;

export function canUsePasskeys(): boolean {
  return browserSupportsWebAuthn();
}

/** Options as the server sends them are JSON; the library turns them into what the browser wants, old or new. */
export async function askForPasskey(options: Options): Promise<AuthenticationResponseJSON> {
  try {
    return await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON });
  } catch (error) {
    throw new PasskeyFailed(wordsOf(error, 'The passkey was not used. Please try again.'), { cause: error });
  }
}

export async function makePasskey(options: Options): Promise<RegistrationResponseJSON> {
  try {
    return await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON });
  } catch (error) {
    throw new PasskeyFailed(wordsOf(error, 'No passkey was made. Please try again.'), { cause: error });
  }
}

function wordsOf(error: unknown, otherwise: string): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') {
    return 'This device already holds a passkey for your account.';
  }
  return name === 'SecurityError' ? 'Passkeys do not work at this address. Use the product’s own address.' : otherwise;
}
