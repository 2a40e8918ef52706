import { contactEndpoints } from '@sentrywell/contract/contact.ts';
import { call } from '../../kernel/call.ts';
import { failureWords, fieldWords } from '../../kernel/failure-words.ts';
import type { ContactErrors, ContactFields } from './contact-fields.ts';

/** Why a message did not arrive: what is wrong with single fields, or where it is none of them, one sentence. */
type Problem = { readonly errors: ContactErrors; readonly failure: string | undefined };

/** @returns undefined when it has arrived. */
export async function sendContactMessage(fields: ContactFields): Promise<Problem | undefined> {
  try {
    await call(contactEndpoints.sendContactMessage, { body: fields });
    return undefined;
  } catch (error) {
    const errors = fieldWords(error, ['name', 'email', 'organization', 'message']);
    const failure = failureWords(error, 'The message could not be sent. Please try again.');
    return { errors, failure: Object.keys(errors).length > 0 ? undefined : failure };
  }
}
