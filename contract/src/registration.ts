import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, email, linkToken, nothing, password, personName } from './shapes.ts';

const ownAddress = z.union([z.literal(''), email]);

/** The registration payload (specification §3). `token` may be empty; with one, the invitation's e-mail counts. */
const registration = z
  .strictObject({
    firstName: personName('First name is required'),
    lastName: personName('Last name is required'),
    email: z.string(),
    password,
    token: z.union([z.literal(''), linkToken]).default(''),
  })
  // With a token, whatever stands there is not even looked at (ruling R17).
  .superRefine(({ email: given, token }, context) => {
    const { error } = ownAddress.safeParse(token === '' ? given : '');
    for (const { message } of error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: ['email'], message });
    }
  })
  .transform((given) => ({ ...given, email: ownAddress.parse(given.token === '' ? given.email : '') }));
export type Registration = z.output<typeof registration>;

const registered = z.object({
  success: z.literal(true),
  /** What the person must wait for before signing in. */
  next: z.enum(['sign_in', 'confirm_email', 'wait_for_approval']),
});
export type Registered = z.output<typeof registered>;

const refusals = [
  'request.invalid',
  'request.too_many',
  'invitation.not_found',
  'registration.email_taken',
  'password.too_short',
  'password.too_common',
  'password.personal',
  'sign_in.busy',
] as const;

export const registrationEndpoints = {
  registerOrganization: endpoint({
    method: 'POST',
    path: '/api/auth/register/organization',
    summary: 'Register an organization, or join one by invitation',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: registration,
    reply: registered,
    refusals: [...refusals, 'registration.domain_taken'],
  }),
  registerMsp: endpoint({
    method: 'POST',
    path: '/api/auth/register/msp',
    summary: 'Register a managed service provider, or join one by invitation',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: registration,
    reply: registered,
    refusals: [...refusals],
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/auth/confirm-email',
    summary: 'Confirm an e-mail address, one’s first or a new one, with the link from the mail',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ token: linkToken }),
    reply: z.object({ success: z.literal(true), next: z.enum(['sign_in', 'wait_for_approval', 'email_changed']) }),
    refusals: ['confirmation.link_invalid', 'registration.email_taken', 'request.too_many'],
  }),
  resendConfirmation: endpoint({
    method: 'POST',
    path: '/api/auth/confirm-email/resend',
    summary: 'Send the confirmation mail again; the answer is the same for every address',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ email }),
    reply: done,
    refusals: ['request.too_many'],
  }),
};
