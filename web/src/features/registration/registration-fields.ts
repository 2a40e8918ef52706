import { isEmail } from '@sentrywell/contract/shapes.ts';

export type RegistrationFields = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly agreed: boolean;
};

export type FieldErrors = { readonly [Field in keyof RegistrationFields]?: string };

export const emptyFields: RegistrationFields = { firstName: '', lastName: '', email: '', password: '', agreed: false };

/** What is still missing, in the words of specification §5. */
export function missingFields(fields: RegistrationFields, emailRequired: string): FieldErrors {
  return {
    ...(fields.firstName.trim() === '' ? { firstName: 'First name is required' } : {}),
    ...(fields.lastName.trim() === '' ? { lastName: 'Last name is required' } : {}),
    ...(fields.email.trim() === '' ? { email: emailRequired } : {}),
    ...(fields.password.trim() === '' ? { password: 'Password is required' } : {}),
    ...(fields.agreed ? {} : { agreed: 'You must agree to continue.' }),
  };
}

/** What is wrong with an address that is there. */
export function addressProblem(email: string): FieldErrors {
  return email.trim() === '' || isEmail(email) ? {} : { email: 'Please enter a valid email address' };
}

/** The fields that the server may have something against. */
export const sentFields = ['firstName', 'lastName', 'email', 'password'] as const;

/** Refusals that are about one field, whatever the server's issues say. */
export function fieldOfRefusal(code: string): keyof FieldErrors | undefined {
  if (code.startsWith('password.')) {
    return 'password';
  }
  return code === 'registration.email_taken' || code === 'registration.domain_taken' ? 'email' : undefined;
}

/** What the server said of fields that were not typed into since. */
export function without(errors: FieldErrors, changed: ReadonlySet<string>): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !changed.has(field)));
}
