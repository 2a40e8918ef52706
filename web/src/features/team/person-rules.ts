import { memberDialogRoles, type OrganizationRole, organizationRoles } from '@sentrywell/contract/permissions.ts';
import { CallFailed } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { isOfAddress } from '../invitations/is-of-address.ts';

export type PersonFields = { readonly email: string; readonly role: OrganizationRole | undefined };

/** What is wrong with a field of the Add/Edit Person dialog (specification §5), or with none of them alone; {}: nothing. */
export type PersonProblems = { readonly email?: string; readonly role?: string; readonly form?: string };

const missing = 'Email and Role are required.';

export function personProblems({ email, role }: PersonFields): PersonProblems {
  const address = email.trim();
  if (address === '') {
    // The sentence names both: once is enough.
    return { email: missing };
  }
  return {
    ...(address.includes('@') && address.includes('.')
      ? {}
      : { email: "Please enter a valid email address containing '@' and '.'." }),
    ...(role === undefined ? { role: missing } : {}),
  };
}

/** Where the dialog says why an invitation failed. */
export function inviteProblems(failure: unknown): PersonProblems {
  const words = failureWords(failure, 'The invitation could not be sent.');
  if (failure instanceof CallFailed && failure.code === 'invitation.role_not_allowed') {
    return { role: words };
  }
  return isOfAddress(failure) ? { email: words } : { form: words };
}

/** And why a change failed: of the last administrator only the role cannot be changed. */
export function editProblems(failure: unknown): PersonProblems {
  const words = failureWords(failure, 'The change could not be saved.');
  return failure instanceof CallFailed && failure.code === 'person.last_admin' ? { role: words } : { form: words };
}

export function organizationRoleOf(role: string | null): OrganizationRole | undefined {
  return organizationRoles.find((candidate) => candidate === role);
}

/** The roles of the dialog (specification §2), after one that it does not offer and somebody holds: they may keep it. */
export function offeredRoles(present: OrganizationRole | undefined): readonly OrganizationRole[] {
  return present === undefined || isOffered(present) ? memberDialogRoles : [present, ...memberDialogRoles];
}

export function isOffered(role: OrganizationRole): boolean {
  return memberDialogRoles.some((candidate) => candidate === role);
}
