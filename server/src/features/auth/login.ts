import type { SecondFactorMethod } from '@sentrywell/contract/auth.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { isOnlyHere } from '../../kernel/loopback.ts';
import { hashPassword, isOutdated, verifyPassword } from '../../kernel/passwords.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Door } from '../../kernel/route.ts';
import { openSession } from '../../kernel/session.ts';
import { enterTenant, type OpenDb, platformTenantId } from '../../kernel/tenant.ts';
import { tooMany } from '../../kernel/too-many.ts';
import { completeSignIn, failedSignInEntry, type Opened, signInEntry, unknownPerson } from './complete-sign-in.ts';
import {
  type Account,
  type Credentials,
  findAccount,
  findCredentials,
  lockCredentials,
  updatePasswordHash,
} from './queries.ts';
import { type Attempt, beginSignIn, forgiveSignIn } from './sign-in-throttle.ts';

type LoginKernel = Pick<Kernel, 'settings' | 'secrets' | 'clock'>;
type LoginInput = { readonly email: string; readonly password: string; readonly remember?: boolean | undefined };
type SignedIn = Opened & { readonly secondFactor?: SecondFactorMethod[] };

type Try = { readonly found: Found; readonly attempt: Attempt; readonly input: LoginInput };
type Found = { readonly account: Account; readonly credentials: Credentials } | undefined;

/** Signs in. Says the same, after the same work, for a wrong password and an unknown address (ruling R20). */
export async function login(door: Door, kernel: LoginKernel, input: LoginInput): Promise<SignedIn> {
  const attempt = { email: input.email, address: door.origin.address };
  const { waitSeconds, found } = await door.enter(platformTenantId, async (db) => {
    const waitFor = await beginSignIn(db, kernel, attempt);
    return { waitSeconds: waitFor, found: waitFor > 0 ? undefined : await findByEmail(db, input.email) };
  });
  if (waitSeconds > 0) {
    throw tooMany('sign_in.throttled', waitSeconds);
  }
  const outcome = await enterWith(door, kernel, { found, attempt, input });
  if (outcome !== undefined) {
    return outcome;
  }
  // Another hash by now: of a new password, with which all sessions were ended, or of this one, where two sign-ins made it anew at once.
  const now = await door.enter(platformTenantId, (db) => findByEmail(db, input.email));
  return (await enterWith(door, kernel, { found: now, attempt, input })) ?? fail(door, now, input.email);
}

/** @returns undefined: the hash that was checked was replaced meanwhile. @throws Refusal after it was written down. */
async function enterWith(
  door: Door,
  kernel: LoginKernel,
  { found, attempt, input }: Try,
): Promise<SignedIn | undefined> {
  const matches = await verifyPassword(kernel.secrets, found?.credentials.passwordHash, input.password);
  if (!matches || found === undefined) {
    return fail(door, found, input.email);
  }
  const { passwordPepper } = kernel.secrets;
  const { userId, passwordHash } = found.credentials;
  const rehashed = isOutdated(passwordPepper, passwordHash)
    ? await hashPassword(passwordPepper, input.password)
    : undefined;
  const outcome = await door.enter(found.account.tenantId, async (db) => {
    const credentials = await lockCredentials(db, userId);
    if (credentials?.passwordHash !== passwordHash) {
      return undefined;
    }
    await forgiveSignIn(db, attempt);
    const refusal = whyNot(credentials, kernel);
    if (refusal !== undefined) {
      audit(db, { ...signInEntry(credentials), log: `Sign-in refused: ${refusal.code}`, result: 'refused' });
      return refusal;
    }
    if (rehashed !== undefined) {
      await updatePasswordHash(db, userId, rehashed);
    }
    return openFor(db, kernel, { credentials, remembered: input.remember ?? false, address: attempt.address });
  });
  if (outcome instanceof Refusal) {
    throw outcome;
  }
  return outcome;
}

/** The same queries for an unknown address: nobody has the id 0. */
async function findByEmail(db: OpenDb, email: string): Promise<Found> {
  const account = await findAccount(db, email);
  enterTenant(db, account?.tenantId ?? platformTenantId);
  const credentials = await findCredentials(db, account?.userId ?? 0);
  return account === undefined || credentials === undefined ? undefined : { account, credentials };
}

/** @throws Refusal after it was written down. */
async function fail(door: Door, found: Found, email: string): Promise<never> {
  const tenantId = found?.account.tenantId ?? platformTenantId;
  await door.enter(tenantId, async (db) => {
    const what = 'Sign-in failed';
    audit(
      db,
      found === undefined
        ? { category: 'Authentication', by: unknownPerson, log: `${what} for ${email}`, result: 'failure' }
        : failedSignInEntry(found.credentials, what),
    );
  });
  throw new Refusal('sign_in.failed');
}

/** Why somebody who gave the right password may not come in. */
function whyNot(credentials: Credentials, { settings }: Pick<Kernel, 'settings'>): Refusal | undefined {
  if (credentials.isDemo && !isOnlyHere(settings)) {
    return new Refusal('sign_in.demo_only_on_loopback');
  }
  if (!credentials.emailConfirmed) {
    return new Refusal('sign_in.unconfirmed');
  }
  const name = credentials.mspName ?? 'your provider';
  if (credentials.status === 'pending') {
    return new Refusal('sign_in.pending_approval', {
      message: `Your request to join ${name} is waiting for approval.`,
    });
  }
  if (credentials.status === 'inactive') {
    const declined = `Your request to join ${name} was declined. Ask an administrator there to let you in.`;
    return new Refusal('sign_in.inactive', credentials.wasDeclined ? { message: declined } : {});
  }
  if (credentials.organizationStatus === 'inactive') {
    const whom = credentials.mspName ?? 'us through the contact page';
    return new Refusal('organization.deactivated', { message: `Your organization has been deactivated. Ask ${whom}.` });
  }
  return undefined;
}

export function secondFactorsOf({
  totpSecret,
  passkeys,
}: Pick<Credentials, 'totpSecret' | 'passkeys'>): SecondFactorMethod[] {
  const methods: SecondFactorMethod[] = [];
  if (passkeys > 0) {
    methods.push('passkey');
  }
  if (totpSecret !== null) {
    methods.push('totp');
  }
  return methods.length === 0 ? [] : [...methods, 'recovery'];
}

async function openFor(
  db: OpenDb,
  kernel: LoginKernel,
  who: { readonly credentials: Credentials; readonly remembered: boolean; readonly address: string },
): Promise<SignedIn> {
  const { credentials, remembered } = who;
  const methods = secondFactorsOf(credentials);
  if (methods.length === 0) {
    return completeSignIn(db, kernel, who);
  }
  const { clock, settings } = kernel;
  const { userId, userType, organizationId } = credentials;
  const session = { userId, remembered, stage: 'second_factor' } as const;
  const token = await openSession(db, session, clock.now(), settings.session);
  audit(db, { ...signInEntry(credentials), log: 'Password accepted, second factor asked for' });
  return { token, remembered, userType, orgId: organizationId, secondFactor: methods };
}
