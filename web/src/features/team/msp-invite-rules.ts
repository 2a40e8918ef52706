import type { MspRole } from '@sentrywell/contract/permissions.ts';
import { asAddress, domainOf, isEmail, wrongDomainMessage } from '@sentrywell/contract/shapes.ts';

export type MspInviteFields = {
  readonly email: string;
  readonly role: MspRole | undefined;
  readonly tenantIds: ReadonlySet<string>;
};

/** The domain that an MSP's people share; undefined while the inviter's own address is unknown. */
export function domainOfInviter(inviterEmail: string | undefined): string | undefined {
  return inviterEmail === undefined || !inviterEmail.includes('@') ? undefined : domainOf(inviterEmail);
}

/** Checks the address as it is typed (specification §5, 'MSP invite email'). */
export function mspEmailProblem(typed: string, inviterEmail: string | undefined): string | undefined {
  const email = asAddress(typed);
  if (email === '') {
    return undefined;
  }
  if (!isEmail(email)) {
    return 'Please enter a valid email address';
  }
  const domain = domainOfInviter(inviterEmail);
  if (domain === undefined) {
    return 'Invalid email domain';
  }
  if (domainOf(email) !== domain) {
    return wrongDomainMessage(domain);
  }
  return inviterEmail !== undefined && email === asAddress(inviterEmail) ? 'You cannot invite yourself' : undefined;
}

/** The same on submit, when an empty address is wrong too. */
export function mspEmailProblemOnSubmit(typed: string, inviterEmail: string | undefined): string | undefined {
  return typed.trim() === '' ? 'Email is required' : mspEmailProblem(typed, inviterEmail);
}

/** Said when one of the three is missing (specification §5, the page-level handler). */
export const missingForMspInvite = 'Please enter username, select a role, and select at least one tenant.';

export function isMspInviteComplete({ email, role, tenantIds }: MspInviteFields): boolean {
  return email.trim() !== '' && role !== undefined && tenantIds.size > 0;
}
