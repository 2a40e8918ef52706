import type { passkeyAssertion } from '@sentrywell/contract/auth.ts';
import type { z } from 'zod';
import type { Kernel } from '../../kernel/kernel.ts';
import { hashToken } from '../../kernel/token.ts';
import type { TenantDb } from '../../kernel/tenant.ts';
import { listPasskeys, recordPasskeyUse } from './queries.ts';
import { insertToken, spendToken } from './token-queries.ts';

export type AssertionInput = z.output<typeof passkeyAssertion>;
type PasskeyKernel = Pick<Kernel, 'settings' | 'clock'>;

const ceremonyMinutes = 5;

/** Read with the first passkey: with its certificates and formats it is a good part of what the server would read at its start. */
export const webAuthn = () => import('@simplewebauthn/server');

/** The host that passkeys belong to, and the pages that may use them. */
export function relyingParty({ settings }: Pick<Kernel, 'settings'>): {
  readonly id: string;
  readonly origins: string[];
} {
  return { id: new URL(settings.publicUrl).hostname, origins: [settings.publicUrl, ...settings.webOrigins] };
}

/** Remembers the challenge of a ceremony: one use, five minutes, for this person and this purpose alone. */
export async function keepChallenge(
  db: TenantDb,
  { clock }: Pick<Kernel, 'clock'>,
  ceremony: { readonly userId: number; readonly challenge: string; readonly of: 'sign_in' | 'enrolment' },
): Promise<void> {
  const now = clock.now();
  await insertToken(db, {
    purpose: 'passkey',
    userId: ceremony.userId,
    tokenHash: hashToken(ceremony.challenge),
    payload: { of: ceremony.of },
    now,
    expiresAt: new Date(now.getTime() + ceremonyMinutes * 60_000),
  });
}

/** @returns the challenge that the browser signed, used up now; undefined when it is not ours, not theirs or not new. */
export async function spendChallenge(
  db: TenantDb,
  { clock }: Pick<Kernel, 'clock'>,
  ceremony: { readonly userId: number; readonly clientDataJSON: string; readonly of: 'sign_in' | 'enrolment' },
): Promise<string | undefined> {
  const challenge = challengeIn(ceremony.clientDataJSON);
  if (challenge === undefined) {
    return undefined;
  }
  const key = { purpose: 'passkey', tokenHash: hashToken(challenge), now: clock.now() } as const;
  const kept = await spendToken(db, key);
  return kept?.userId === ceremony.userId && kept.payload['of'] === ceremony.of ? challenge : undefined;
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const isObject = typeof data === 'object' && data !== null && 'challenge' in data;
    return isObject && typeof data.challenge === 'string' ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Begins a sign-in with a passkey. @returns options for `navigator.credentials.get`. */
export async function beginPasskeyCeremony(
  db: TenantDb,
  kernel: PasskeyKernel,
  userId: number,
): Promise<Record<string, unknown>> {
  const passkeys = await listPasskeys(db, userId);
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(kernel).id,
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    userVerification: 'preferred',
    timeout: ceremonyMinutes * 60_000,
  });
  await keepChallenge(db, kernel, { userId, challenge: options.challenge, of: 'sign_in' });
  return { ...options };
}

/** Whether the person's own passkey signed our challenge on our page. */
export async function checkPasskey(
  db: TenantDb,
  kernel: PasskeyKernel,
  userId: number,
  assertion: AssertionInput,
): Promise<boolean> {
  const { clientDataJSON } = assertion.response;
  const challenge = await spendChallenge(db, kernel, { userId, clientDataJSON, of: 'sign_in' });
  const passkey = (await listPasskeys(db, userId)).find(({ credentialId }) => credentialId === assertion.id);
  if (challenge === undefined || passkey === undefined) {
    return false;
  }
  const signCount = await verifiedSignCount(kernel, { assertion, challenge, passkey });
  if (signCount === undefined) {
    return false;
  }
  await recordPasskeyUse(db, { credentialId: passkey.credentialId, signCount, now: kernel.clock.now() });
  return true;
}

type Passkey = Awaited<ReturnType<typeof listPasskeys>>[number];

async function verifiedSignCount(
  kernel: Pick<Kernel, 'settings'>,
  signed: { readonly assertion: AssertionInput; readonly challenge: string; readonly passkey: Passkey },
): Promise<number | undefined> {
  const { id, rawId, type, response } = signed.assertion;
  const { clientDataJSON, authenticatorData, signature } = response;
  const { credentialId, publicKey, signCount, transports } = signed.passkey;
  const party = relyingParty(kernel);
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: signed.challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: signCount, transports },
      // The password was given already: this is the second factor.
      requireUserVerification: false,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws for everything that does not fit: wrong origin, wrong host, a counter that went back.
    return undefined;
  }
}
