import { contactEndpoints } from '@sentrywell/contract/contact.ts';
import { call, CallFailed } from '../../kernel/call.ts';
import type { ContactFields } from './contact-fields.ts';

/** @returns undefined when it has arrived, else why not, for the person. */
export async function sendContactMessage(fields: ContactFields): Promise<string | undefined> {
  try {
    await call(contactEndpoints.sendContactMessage, { body: fields });
    return undefined;
  } catch (error) {
    return error instanceof CallFailed ? error.message : 'The message could not be sent. Please try again.';
  }
}
