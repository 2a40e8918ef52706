export type ContactFields = {
  readonly name: string;
  readonly email: string;
  readonly organization: string;
  readonly message: string;
  /** The trap for programs; stays empty. */
  readonly website: string;
};

export type ContactErrors = { readonly [Field in keyof ContactFields]?: string };

export const emptyContact: ContactFields = { name: '', email: '', organization: '', message: '', website: '' };

export function missingContact({ name, email, message }: ContactFields): ContactErrors {
  const address = email.trim();
  return {
    ...(name.trim() === '' ? { name: 'Name is required' } : {}),
    ...(address === '' ? { email: 'Email is required' } : {}),
    ...(address !== '' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address)
      ? { email: 'Please enter a valid email address' }
      : {}),
    ...(message.trim() === '' ? { message: 'Message is required' } : {}),
  };
}
