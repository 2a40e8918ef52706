import { memberDialogRoles } from '@sentrywell/contract/permissions.ts';

export type DialogRole = (typeof memberDialogRoles)[number];

export type PersonFields = { readonly email: string; readonly role: DialogRole | undefined };

/** What is wrong with the Add/Edit Person dialog (specification §5). */
export type PersonProblem = { readonly field: 'email' | 'role'; readonly message: string };

export function personProblem({ email, role }: PersonFields): PersonProblem | undefined {
  const address = email.trim();
  if (address === '' || role === undefined) {
    return { field: address === '' ? 'email' : 'role', message: 'Email and Role are required.' };
  }
  if (!address.includes('@') || !address.includes('.')) {
    return { field: 'email', message: "Please enter a valid email address containing '@' and '.'." };
  }
  return undefined;
}

export function isDialogRole(role: string | null): role is DialogRole {
  return memberDialogRoles.some((candidate) => candidate === role);
}
