import type { accountEndpoints } from '@sentrywell/contract/account.ts';
import type { z } from 'zod';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Enter } from '../../kernel/route.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { PersonDb } from '../../kernel/tenant.ts';
import { notify } from '../auth/notify.ts';
import { keepChallenge, relyingParty, spendChallenge, webAuthn } from '../auth/passkeys.ts';
import { holdOwnPerson, listPasskeys } from '../auth/queries.ts';
import { mustBeConfirmed } from '../auth/step-up.ts';
import { ownEntry } from './own-entry.ts';
import { insertPasskey } from './queries.ts';
import { firstRecoveryCodes } from './recovery.ts';

type PasskeyKernel = Pick<Kernel, 'clock' | 'secrets' | 'settings'>;
type PasskeyInput = z.output<(typeof accountEndpoints)['confirmPasskey']['body']>;

const atMost = 10;
// EdDSA, ES256, RS256: what authenticators have; naming them keeps the library from trying out what Node can do.
const algorithms = [-8, -7, -257];

/** @returns options for `navigator.credentials.create`. */
export async function beginPasskey(
  db: PersonDb,
  actor: Actor,
  kernel: PasskeyKernel,
): Promise<Record<string, unknown>> {
  mustBeConfirmed(actor, kernel);
  const passkeys = await listPasskeys(db, actor.userId);
  if (passkeys.length >= atMost) {
    throw new Refusal('second_factor.too_many');
  }
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Sentrywell',
    rpID: relyingParty(kernel).id,
    userName: actor.email,
    userDisplayName: actor.name,
    userID: new TextEncoder().encode(`${db.tenantId}:${actor.userId}`),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keepChallenge(db, kernel, { userId: actor.userId, challenge: options.challenge, of: 'enrolment' });
  audit(db, ownEntry(actor, 'Began to set up a passkey'));
  return { ...options };
}

/** The browser's answer: from now on a passkey completes signing in. @returns recovery codes, when there were none. */
export async function confirmPasskey(
  enter: Enter<{ readonly kind: 'person' }>,
  kernel: PasskeyKernel,
  input: PasskeyInput,
): Promise<string[]> {
  const outcome = await enter((db, actor) => confirm(db, actor, kernel, input));
  if (outcome instanceof Refusal) {
    throw outcome;
  }
  return outcome;
}

/** A refusal is returned, not thrown, so that the challenge stays used up. */
async function confirm(
  db: PersonDb,
  actor: Actor,
  kernel: PasskeyKernel,
  { name, credential }: PasskeyInput,
): Promise<string[] | Refusal> {
  mustBeConfirmed(actor, kernel);
  const { userId } = actor;
  const { clientDataJSON } = credential.response;
  const challenge = await spendChallenge(db, kernel, { userId, clientDataJSON, of: 'enrolment' });
  const verified = challenge === undefined ? undefined : await verifiedCredential(kernel, credential, challenge);
  if (verified === undefined) {
    audit(db, ownEntry(actor, 'Setting up a passkey failed', 'failure'));
    return new Refusal('second_factor.failed');
  }
  await holdOwnPerson(db, actor);
  if ((await listPasskeys(db, userId)).length >= atMost) {
    return new Refusal('second_factor.too_many');
  }
  const { id: credentialId, publicKey, counter: signCount, transports = [] } = verified;
  const now = kernel.clock.now();
  const passkey = { credentialId, userId, name, publicKey: Buffer.from(publicKey), signCount, transports, now };
  if (!(await insertPasskey(db, passkey))) {
    return new Refusal('second_factor.failed');
  }
  audit(db, ownEntry(actor, `Passkey "${name}" set up as a second factor`));
  await notify(
    db,
    kernel,
    { email: actor.email, organizationId: actor.orgId },
    {
      subject: 'A passkey was added',
      sentence: `Signing in to your account now accepts the passkey "${name}" as a second factor.`,
    },
  );
  return firstRecoveryCodes(db, userId);
}

async function verifiedCredential(
  kernel: Pick<Kernel, 'settings'>,
  { id, rawId, type, response }: PasskeyInput['credential'],
  expectedChallenge: string,
) {
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const party = relyingParty(kernel);
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject, transports },
      },
      expectedChallenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    return verified ? registrationInfo.credential : undefined;
  } catch {
    // The library throws for everything that does not fit: wrong origin, wrong host, a broken attestation.
    return undefined;
  }
}
