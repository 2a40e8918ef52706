import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { hashPassword, isOutdated, verifyPassword } from '../../kernel/passwords.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Door } from '../../kernel/route.ts';
import { openSession } from '../../kernel/session.ts';
import { enterTenant, type OpenDb, platformTenantId } from '../../kernel/tenant.ts';
import { listensOnLoopback } from '../../settings.ts';
import {
  type Account,
  activateOrganization,
  type Credentials,
  findAccount,
  findCredentials,
  recordSignIn,
  updatePasswordHash,
} from './queries.ts';

type LoginKernel = Pick<Kernel, 'settings' | 'secrets' | 'clock'>;
type LoginInput = { readonly email: string; readonly password: string; readonly remember?: boolean | undefined };
type SignedIn = {
  readonly token: string;
  readonly userType: 'msp' | 'organization';
  readonly orgId: number | null;
  readonly secondFactor?: ('totp' | 'passkey' | 'recovery')[];
};

type Found = { readonly account: Account; readonly credentials: Credentials } | undefined;

/** Signs in. Says the same, after the same work, for a wrong password and an unknown address (ruling R20). */
export async function login(door: Door, kernel: LoginKernel, input: LoginInput): Promise<SignedIn> {
  const { secrets } = kernel;
  const found = await door.enter(platformTenantId, (db) => findByEmail(db, input.email));
  const matches = await verifyPassword(secrets.passwordPepper, found?.credentials.passwordHash, input.password);
  if (!matches || found === undefined) {
    await recordFailure(door, found, input.email);
    throw new Refusal('sign_in.failed');
  }
  const { account, credentials } = found;
  const refusal = whyNot(credentials, kernel);
  if (refusal !== undefined) {
    await door.enter(account.tenantId, async (db) => {
      audit(db, { ...signInEntry(credentials), log: `Sign-in refused: ${refusal.code}`, result: 'refused' });
    });
    throw refusal;
  }
  const rehashed = isOutdated(credentials.passwordHash)
    ? await hashPassword(secrets.passwordPepper, input.password)
    : undefined;
  return door.enter(account.tenantId, (db) => openFor(db, kernel, { credentials, input, rehashed }));
}

async function findByEmail(db: OpenDb, email: string): Promise<Found> {
  const account = await findAccount(db, email);
  if (account === undefined) {
    return undefined;
  }
  enterTenant(db, account.tenantId);
  const credentials = await findCredentials(db, account.userId);
  return credentials === undefined ? undefined : { account, credentials };
}

function signInEntry({ userId, name, organizationId }: Credentials) {
  return {
    category: 'Authentication',
    organizationId,
    by: { userId, name },
    target: { type: 'user', id: userId },
  } as const;
}

async function recordFailure(door: Door, found: Found, email: string): Promise<void> {
  const tenantId = found?.account.tenantId ?? platformTenantId;
  await door.enter(tenantId, async (db) => {
    audit(db, {
      ...(found === undefined
        ? ({ category: 'Authentication', by: { userId: null, name: 'Unknown' } } as const)
        : signInEntry(found.credentials)),
      log: `Sign-in failed for ${email}`,
      result: 'failure',
    });
  });
}

/** Why somebody who gave the right password may not come in. */
function whyNot(credentials: Credentials, { settings }: LoginKernel): Refusal | undefined {
  if (credentials.isDemo && !listensOnLoopback(settings)) {
    return new Refusal('sign_in.demo_only_on_loopback');
  }
  if (!credentials.emailConfirmed) {
    return new Refusal('sign_in.unconfirmed');
  }
  if (credentials.status === 'pending') {
    const name = credentials.mspName ?? 'your provider';
    return new Refusal('sign_in.pending_approval', {
      message: `Your request to join ${name} is waiting for approval.`,
    });
  }
  if (credentials.status === 'inactive') {
    return new Refusal('sign_in.inactive');
  }
  return credentials.organizationStatus === 'inactive' ? new Refusal('organization.deactivated') : undefined;
}

function secondFactorsOf({ hasTotp, passkeys }: Credentials): ('totp' | 'passkey' | 'recovery')[] {
  const methods: ('totp' | 'passkey' | 'recovery')[] = [];
  if (passkeys > 0) {
    methods.push('passkey');
  }
  if (hasTotp) {
    methods.push('totp');
  }
  return methods.length === 0 ? [] : [...methods, 'recovery'];
}

async function openFor(
  db: OpenDb,
  { clock, settings }: LoginKernel,
  {
    credentials,
    input,
    rehashed,
  }: { readonly credentials: Credentials; readonly input: LoginInput; readonly rehashed: string | undefined },
): Promise<SignedIn> {
  const now = clock.now();
  const { userId, userType, organizationId } = credentials;
  const methods = secondFactorsOf(credentials);
  if (rehashed !== undefined) {
    await updatePasswordHash(db, userId, rehashed);
  }
  const stage = methods.length === 0 ? 'open' : 'second_factor';
  const token = await openSession(db, { userId, remembered: input.remember ?? false, stage }, now, settings.session);
  if (stage === 'second_factor') {
    audit(db, { ...signInEntry(credentials), log: 'Password accepted, second factor asked for' });
    return { token, userType, orgId: organizationId, secondFactor: methods };
  }
  await recordSignIn(db, userId, now);
  if (organizationId !== null) {
    await activateOrganization(db, organizationId, now);
  }
  audit(db, { ...signInEntry(credentials), log: 'Signed in' });
  return { token, userType, orgId: organizationId };
}
