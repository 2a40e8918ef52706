import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, email, instant, noBody, nothing, password, pathId } from './shapes.ts';

export const scope = z.object({
  resourceType: z.enum(['msp', 'organization', 'sra', 'baa', 'pnp']),
  /** -1 with type msp: every organization of the MSP. */
  resourceId: z.int(),
  effectivePermissions: z.int(),
});

/** The session as the browser holds it (specification §3). */
export const session = z.object({
  userId: z.int(),
  mspId: z.int().nullable(),
  orgId: z.int().nullable(),
  userType: z.enum(['msp', 'organization']),
  roleId: z.int().nullable(),
  effectivePermissionBitfield: z.int(),
  isRootUser: z.boolean(),
  status: z.enum(['active', 'inactive', 'pending']),
  scopes: z.array(scope),
  /** When the session ends if nothing more is asked of the server (ruling R21). */
  idleExpiresAt: instant,
  /** When it ends whatever happens. */
  expiresAt: instant,
});
export type Session = z.output<typeof session>;

/** What login answers: where to go. */
export const signedIn = z.object({
  userType: z.enum(['msp', 'organization']),
  orgId: z.int().nullable(),
  /** Present when the person must still give a second factor; the session opens only then. */
  secondFactor: z.array(z.enum(['totp', 'passkey', 'recovery'])).optional(),
});

export const authEndpoints = {
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'The session of the caller',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: session,
    refusals: [],
  }),
  userDetails: endpoint({
    method: 'GET',
    path: '/api/auth/user/:userId/details',
    summary: 'Name, e-mail and picture of oneself or of somebody in one’s own team',
    access: { kind: 'person' },
    params: z.strictObject({ userId: pathId }),
    query: nothing,
    body: noBody,
    reply: z.object({
      user: z.object({ name: z.string(), email: z.string(), image: z.string().optional() }),
    }),
    refusals: ['person.not_found'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in with e-mail and password',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ email, password, remember: z.boolean().optional() }),
    reply: signedIn,
    refusals: [
      'sign_in.failed',
      'sign_in.busy',
      'sign_in.throttled',
      'sign_in.pending_approval',
      'sign_in.inactive',
      'sign_in.unconfirmed',
      'organization.deactivated',
      'sign_in.demo_only_on_loopback',
    ],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Sign out; always succeeds',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: done,
    refusals: [],
  }),
};
