import { memberDialogRoles, type OrganizationRole, organizationRoles } from '@sentrywell/contract/permissions.ts';

export type PersonFields = { readonly email: string; readonly role: OrganizationRole | undefined };

/** What is wrong with the fields of the Add/Edit Person dialog (specification §5); {}: nothing. */
export type PersonProblems = { readonly email?: string; readonly role?: string };

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
