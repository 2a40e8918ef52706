import type { UserType } from '@sentrywell/contract/shapes.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { openSession } from '../../kernel/session.ts';
import type { OpenDb } from '../../kernel/tenant.ts';
import { activateOrganization, type Credentials, recordSignIn } from './queries.ts';
import { rememberPlace } from './sign-in-throttle.ts';

/** What signing in leads to: the cookie's value, and where the browser goes. */
export type Opened = {
  readonly token: string;
  readonly remembered: boolean;
  readonly userType: UserType;
  readonly orgId: number | null;
};

/** Nobody is signed in, and nothing says who it is. */
export const unknownPerson = { userId: null, name: 'Unknown' } as const;

export function signInEntry({ userId, firstName, lastName, organizationId }: Credentials) {
  return {
    category: 'Authentication',
    organizationId,
    by: { userId, name: `${firstName} ${lastName}` },
    target: { type: 'user', id: userId },
  } as const;
}

/** Somebody tried to sign in as this person, and nothing says that it was they: the entry is about them, not theirs. */
export function failedSignInEntry(credentials: Credentials, what: string) {
  const { firstName, lastName, email } = credentials;
  return {
    ...signInEntry(credentials),
    by: unknownPerson,
    log: `${what} for ${firstName} ${lastName} (${email})`,
    result: 'failure',
  } as const;
}

type Who = {
  readonly credentials: Credentials;
  readonly remembered: boolean;
  readonly address: string;
  /** How the second factor was given. */
  readonly by?: string;
};

/** Everything that was asked for was given: the session opens. */
export async function completeSignIn(
  db: OpenDb,
  { clock, settings }: Pick<Kernel, 'clock' | 'settings'>,
  { credentials, remembered, address, by }: Who,
): Promise<Opened> {
  const now = clock.now();
  const { userId, userType, organizationId } = credentials;
  const token = await openSession(db, { userId, remembered, stage: 'open' }, now, settings.session);
  await recordSignIn(db, userId, now);
  if (organizationId !== null) {
    await activateOrganization(db, organizationId, now);
  }
  await rememberPlace(db, now, { email: credentials.email, address });
  audit(db, { ...signInEntry(credentials), log: by === undefined ? 'Signed in' : `Signed in, ${by}` });
  return { token, remembered, userType, orgId: organizationId };
}
