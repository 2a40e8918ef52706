import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, linkToken, nothing, password, personName } from './shapes.ts';

/** The registration payload (specification §3). `token` may be empty; with one, the invitation's e-mail counts. */
export const registration = z.strictObject({
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  email: z.union([email, z.literal('')]),
  password,
  token: z.union([linkToken, z.literal('')]).default(''),
});
export type Registration = z.output<typeof registration>;

export const registered = z.object({
  success: z.literal(true),
  /** What the person must wait for before signing in. */
  next: z.enum(['sign_in', 'confirm_email', 'wait_for_approval']),
});

const refusals = [
  'request.invalid',
  'invitation.not_found',
  'registration.email_taken',
  'password.too_short',
  'password.too_common',
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
};
