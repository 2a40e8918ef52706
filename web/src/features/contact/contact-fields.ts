import type { ContactMessage } from '@sentrywell/contract/contact.ts';
import { isEmail } from '@sentrywell/contract/shapes.ts';

export type ContactFields = Readonly<ContactMessage>;

export type ContactErrors = { readonly [Field in keyof ContactFields]?: string };

export const emptyContact: ContactFields = { name: '', email: '', organization: '', message: '', website: '' };

export function missingContact({ name, email, message }: ContactFields): ContactErrors {
  const address = email.trim();
  return {
    ...(name.trim() === '' ? { name: 'Name is required' } : {}),
    ...(address === '' ? { email: 'Email is required' } : {}),
    ...(address !== '' && !isEmail(address) ? { email: 'Please enter a valid email address' } : {}),
    ...(message.trim() === '' ? { message: 'Message is required' } : {}),
  };
}
