import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  done,
  email,
  instant,
  line,
  linkToken,
  noBody,
  nothing,
  password,
  pathId,
  personStatuses,
  scopeTypes,
  userTypes,
} from './shapes.ts';

const scope = z.object({
  resourceType: z.enum(scopeTypes),
  /** -1 with type msp: every organization of the MSP. */
  resourceId: z.int(),
  effectivePermissions: z.int(),
});

/** How long the session still lasts (ruling R21). */
export const sessionTime = z.object({
  /** When it ends if nothing more is asked of the server. */
  idleExpiresAt: instant,
  /** When it ends whatever happens. */
  expiresAt: instant,
});

/** The session as the browser holds it (specification §3). */
const session = sessionTime.extend({
  userId: z.int(),
  mspId: z.int().nullable(),
  orgId: z.int().nullable(),
  userType: z.enum(userTypes),
  roleId: z.int().nullable(),
  effectivePermissionBitfield: z.int(),
  isRootUser: z.boolean(),
  status: z.enum(personStatuses),
  scopes: z.array(scope),
  /** Their MSP or organization requires a second factor they do not have: everything but their settings is refused. */
  mustEnrolSecondFactor: z.boolean(),
});
export type Session = z.output<typeof session>;

const secondFactorMethods = ['passkey', 'totp', 'recovery'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];
const methods = z.array(z.enum(secondFactorMethods));

/** What login answers: where to go. */
export const signedIn = z.object({
  userType: z.enum(userTypes),
  orgId: z.int().nullable(),
  /** Present when the person must still give a second factor; the session opens only then. */
  secondFactor: methods.optional(),
});

/** Bytes in base64url, as WebAuthn writes them. */
export const binary = z.string().regex(/^[A-Za-z0-9_-]*$/);
export const credentialId = binary.min(1).max(1_400);

/** What the browser's WebAuthn call answered, as its `toJSON()` gives it; extensions and hints in it are dropped unread. */
export function credentialWith<Response extends z.ZodRawShape>(response: Response) {
  return z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object(response),
  });
}

export const passkeyAssertion = credentialWith({
  clientDataJSON: binary.max(4_000),
  authenticatorData: binary.max(4_000),
  signature: binary.max(4_000),
  userHandle: binary.max(200).nullish(),
});

/** Handed to `navigator.credentials.get` by way of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
const passkeyRequestOptions = z.object({ publicKey: z.record(z.string(), z.unknown()) });

const secondFactorRefusals = ['second_factor.failed', 'second_factor.session_over', 'sign_in.throttled'] as const;

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
  keepAlive: endpoint({
    method: 'POST',
    path: '/api/auth/keep-alive',
    summary: 'Start the idle time anew: the person is still there',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: sessionTime,
    refusals: [],
  }),
  sessionTime: endpoint({
    method: 'GET',
    path: '/api/auth/session-time',
    summary: 'How long the session still lasts; asking does not extend it',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: sessionTime,
    refusals: ['session.missing'],
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
  stepUp: endpoint({
    method: 'POST',
    path: '/api/auth/step-up',
    summary: 'Confirm one’s password: opens sensitive settings for ten minutes',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ password }),
    reply: z.object({ success: z.literal(true), confirmedUntil: instant }),
    refusals: ['password.wrong', 'sign_in.throttled', 'sign_in.busy'],
  }),
};

/** The second step of signing in: the cookie holds a session that opens nothing else for ten minutes. */
export const secondFactorEndpoints = {
  pendingSecondFactor: endpoint({
    method: 'GET',
    path: '/api/auth/second-factor',
    summary: 'Which second factors may complete the sign-in that has begun',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.object({ secondFactor: methods }),
    refusals: ['second_factor.session_over'],
  }),
  signInByTotp: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/totp',
    summary: 'Complete signing in with a code of the authenticator app',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ code: line(20) }),
    reply: signedIn,
    refusals: [...secondFactorRefusals, 'second_factor.unreadable'],
  }),
  signInByRecoveryCode: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/recovery',
    summary: 'Complete signing in with a recovery code, which is then used up',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ code: line(40) }),
    reply: signedIn.extend({ recoveryCodesLeft: z.int() }),
    refusals: [...secondFactorRefusals],
  }),
  passkeySignInOptions: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/passkey/options',
    summary: 'Begin completing the sign-in with a passkey',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: passkeyRequestOptions,
    refusals: ['second_factor.session_over'],
  }),
  signInByPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/passkey',
    summary: 'Complete signing in with a passkey',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ credential: passkeyAssertion }),
    reply: signedIn,
    refusals: ['second_factor.failed', 'second_factor.session_over'],
  }),
};

const passwordRefusals = [
  'password.too_short',
  'password.too_common',
  'password.personal',
  'password.unchanged',
  'sign_in.busy',
] as const;

export const passwordEndpoints = {
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/auth/password/reset-request',
    summary: 'Ask for a mail with a link to choose a new password; the answer is the same for every address',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ email }),
    reply: done,
    refusals: ['request.too_many'],
  }),
  findPasswordReset: endpoint({
    method: 'POST',
    path: '/api/auth/password/reset-check',
    summary: 'Whom a reset link is for; looking does not use it',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ token: linkToken }),
    reply: z.object({
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      /** 15, or 8 with a second factor. */
      minimumLength: z.int(),
    }),
    refusals: ['password.link_invalid', 'request.too_many'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/password/reset',
    summary: 'Choose a new password with the link from the mail; ends every session of the person',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ token: linkToken, password }),
    reply: done,
    refusals: ['password.link_invalid', 'request.too_many', ...passwordRefusals],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/password/change',
    summary: 'Change one’s password; ends one’s other sessions',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ currentPassword: password, newPassword: password }),
    reply: done,
    refusals: ['password.wrong', 'sign_in.throttled', ...passwordRefusals],
  }),
};
