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

const fieldNames = new Set(['firstName', 'lastName', 'email', 'password']);

/** The server's issues, beside the fields they are about. */
export function fieldErrorsOf(issues: readonly { readonly path: string; readonly message: string }[]): FieldErrors {
  return Object.fromEntries(
    issues.filter(({ path }) => fieldNames.has(path)).map(({ path, message }) => [path, message]),
  );
}

/** What the server said of fields that were not typed into since. */
export function without(errors: FieldErrors, changed: ReadonlySet<string>): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !changed.has(field)));
}
