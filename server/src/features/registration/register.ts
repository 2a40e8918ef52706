import type { Registered, Registration } from '@sentrywell/contract/registration.ts';
import { mustBeGoodPassword } from '../../kernel/password-rules.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { onField, Refusal } from '../../kernel/refusal.ts';
import type { Door } from '../../kernel/route.ts';
import { hashToken, tenantOfToken } from '../../kernel/token.ts';
import { type OpenDb, platformTenantId } from '../../kernel/tenant.ts';
import { limitOpenCalls } from '../../kernel/throttle.ts';
import { findOpenInvitation } from '../invitations/find-invitation.ts';
import { queueAccountMail } from './background-mails.ts';
import { mailConfirmation } from './confirmation-mail.ts';
import type { Newcomer, RegistrationKernel } from './newcomer.ts';
import { invitationKinds, joinByInvitation } from './redeem-invitation.ts';
import { registerMsp } from './register-msp.ts';
import { registerIndependentOrganization } from './register-organization.ts';
import { releaseAbandoned } from './release-abandoned.ts';

export type RegistrationKind = keyof typeof invitationKinds;
type Next = Registered['next'];

/** Registers somebody, with or without an invitation. @returns what they must wait for before signing in. */
export async function register(
  door: Door,
  kernel: RegistrationKernel,
  kind: RegistrationKind,
  input: Registration,
): Promise<Next> {
  const { clock, secrets, settings } = kernel;
  await limitOpenCalls(door, kernel, { what: 'register', limit: 30, windowSeconds: 3_600 });
  const { firstName, lastName, password, token } = input;
  const email = token === '' ? givenEmail(input) : await invitedEmail(door, kernel, kind, token);
  mustBeGoodPassword(password, { firstName, lastName, email, hasSecondFactor: false });
  const passwordHash = await hashPassword(secrets.passwordPepper, password);
  const now = clock.now();
  // An invitation came by mail, so its address is confirmed; without a mail server nothing could confirm one.
  const isConfirmed = token !== '' || settings.smtpUrl === undefined;
  const newcomer = { firstName, lastName, email, passwordHash, now, confirmedAt: isConfirmed ? now : null };
  const placement = { kind, token, newcomer };
  try {
    return await place(door, kernel, placement);
  } catch (error) {
    return answerTaken(door, kernel, placement, error);
  }
}

type Placement = { readonly kind: RegistrationKind; readonly token: string; readonly newcomer: Newcomer };

/**
 * With a mail server the form says what it says to a new address, and the owner is told by mail (ruling R17). Where the domain is
 * taken it says so to every address, and the owner is told too: the first registration with their address may be a stranger's.
 */
async function answerTaken(
  door: Door,
  kernel: RegistrationKernel,
  { token, newcomer }: Placement,
  error: unknown,
): Promise<Next> {
  const code = error instanceof Refusal && kernel.settings.smtpUrl !== undefined ? error.code : undefined;
  const isEmailTaken = code === 'registration.email_taken';
  if (isEmailTaken || (code === 'registration.domain_taken' && token === '')) {
    await queueAccountMail(door, kernel, { what: 'tellOwner', email: newcomer.email, chosen: newcomer });
  }
  if (isEmailTaken) {
    return token === '' ? 'confirm_email' : 'sign_in';
  }
  throw error;
}

async function place(door: Door, kernel: RegistrationKernel, { kind, token, newcomer }: Placement): Promise<Next> {
  if (token === '') {
    const { email, now } = newcomer;
    // By itself: an address that turns out to have an account undoes the registration, and this stays done.
    await door.enter(platformTenantId, (db) => releaseAbandoned(db, kernel, { email, isProven: false, now }));
    return door.enter(platformTenantId, (db) => registerAlone(db, kernel, kind, newcomer));
  }
  await door.enter(tenantOfToken(token) ?? platformTenantId, (db) =>
    joinByInvitation(db, kernel, newcomer, { token, kinds: invitationKinds[kind] }),
  );
  return 'sign_in';
}

function givenEmail({ email }: Registration): string {
  if (email === '') {
    throw onField('email', 'request.invalid', 'Email is required');
  }
  return email;
}

/** Looks without using it up, so that a password which is refused costs nobody their invitation. */
async function invitedEmail(
  door: Door,
  { clock }: RegistrationKernel,
  kind: RegistrationKind,
  token: string,
): Promise<string> {
  const tenantId = tenantOfToken(token);
  const found =
    tenantId === undefined
      ? undefined
      : await door.enter(tenantId, (db) => findOpenInvitation(db, hashToken(token), clock.now()));
  const kinds: readonly string[] = invitationKinds[kind];
  if (found === undefined || !kinds.includes(found.kind)) {
    throw new Refusal('invitation.not_found');
  }
  return found.email;
}

async function registerAlone(
  db: OpenDb,
  kernel: RegistrationKernel,
  kind: RegistrationKind,
  newcomer: Newcomer,
): Promise<Next> {
  const { email, confirmedAt } = newcomer;
  const { userId, waits } =
    kind === 'msp'
      ? await registerMsp(db, newcomer)
      : { userId: await registerIndependentOrganization(db, newcomer), waits: false };
  if (confirmedAt === null) {
    await mailConfirmation(db, kernel, { userId, email }, [{ chosen: newcomer, registeredAt: newcomer.now }]);
    return 'confirm_email';
  }
  return waits ? 'wait_for_approval' : 'sign_in';
}
