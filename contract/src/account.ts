import { z } from 'zod';
import { binary, credentialId, credentialWith } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { done, email, instant, line, noBody, nothing, orgIdQuery, pathId, personName, requiredLine } from './shapes.ts';

/** The settings page of the person who is signed in. */
const themes = ['system', 'light', 'dark'] as const;

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});

const account = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The address that waits for the link mailed to it. */
  pendingEmail: z.string().nullable(),
  theme: z.enum(themes),
  /** The MSP or organization the person belongs to; null for a root user. */
  memberOf: z.string().nullable(),
  passwordChangedAt: instant,
  /** 15, or 8 with a second factor. */
  minimumPasswordLength: z.int(),
  secondFactor: z.object({
    totp: z.boolean(),
    passkeys: z.array(passkey),
    recoveryCodesLeft: z.int(),
    /** Their MSP or organization asks for one. */
    required: z.boolean(),
  }),
  /** Until when sensitive settings are open without confirming the password again. */
  confirmedUntil: instant,
});
export type Account = z.output<typeof account>;

const ownSession = z.object({
  id: z.int(),
  address: z.string(),
  /** For people: 'Firefox on Windows'. */
  browser: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  current: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

/** Given once, when the first second factor is set up; else empty. */
const recoveryCodes = z.array(z.string());

const passkeyAttestation = credentialWith({
  clientDataJSON: binary.max(4_000),
  attestationObject: binary.max(30_000),
  transports: z.array(line(30)).max(10).optional(),
});

/** How many people of an MSP or organization have a second factor, and whether all must. */
const requirement = z.object({ required: z.boolean(), people: z.int(), enrolled: z.int() });
export type Requirement = z.output<typeof requirement>;

const organizationRequirement = requirement.extend({
  /** The organization itself can't lift it then, whether or not it requires one besides. */
  requiredByMsp: z.boolean(),
});
export type OrganizationRequirement = z.output<typeof organizationRequirement>;

export const accountEndpoints = {
  findAccount: endpoint({
    method: 'GET',
    path: '/api/auth/account',
    summary: 'One’s own settings',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: account,
    refusals: [],
  }),
  changeProfile: endpoint({
    method: 'POST',
    path: '/api/auth/account/profile',
    summary: 'Change one’s name and theme',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    // What is left out stays as it is, whatever a page that is older than the last change knows of it.
    body: z
      .strictObject({
        firstName: personName('First name is required'),
        lastName: personName('Last name is required'),
        theme: z.enum(themes),
      })
      .partial(),
    reply: done,
    refusals: [],
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/auth/account/email',
    summary: 'Change one’s e-mail address: at once, or where mail is sent once the link mailed to it was opened',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ email }),
    reply: z.object({ success: z.literal(true), next: z.enum(['changed', 'confirm_email']) }),
    refusals: [
      'access.step_up_needed',
      'email.unchanged',
      'email.wrong_domain',
      'registration.email_taken',
      'request.too_many',
    ],
  }),
  cancelEmailChange: endpoint({
    method: 'POST',
    path: '/api/auth/account/email/cancel',
    summary: 'Keep one’s e-mail address: the link mailed to the new one stops working',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: done,
    refusals: [],
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/auth/account/sessions',
    summary: 'One’s own open sessions, the newest first',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.object({ sessions: z.array(ownSession) }),
    refusals: [],
  }),
  endSession: endpoint({
    method: 'POST',
    path: '/api/auth/account/sessions/:sessionId/end',
    summary: 'End one of one’s own sessions',
    access: { kind: 'person' },
    params: z.strictObject({ sessionId: pathId }),
    query: nothing,
    body: noBody,
    reply: done,
    refusals: ['session.not_found'],
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/api/auth/account/sessions/end-others',
    summary: 'End all of one’s sessions but this one',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.object({ success: z.literal(true), ended: z.int() }),
    refusals: [],
  }),
  beginTotp: endpoint({
    method: 'POST',
    path: '/api/auth/account/totp/begin',
    summary: 'Begin to set up an authenticator app',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.object({
      /** Base32, to be typed by hand. */
      secret: z.string(),
      /** The `otpauth://` address for a QR code. */
      uri: z.string(),
    }),
    refusals: ['access.step_up_needed', 'second_factor.exists'],
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/api/auth/account/totp/confirm',
    summary: 'Finish setting up an authenticator app with its first code',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ code: line(20) }),
    reply: z.object({ recoveryCodes }),
    refusals: [
      'access.step_up_needed',
      'second_factor.exists',
      'second_factor.failed',
      'second_factor.unreadable',
      'sign_in.throttled',
    ],
  }),
  removeTotp: endpoint({
    method: 'POST',
    path: '/api/auth/account/totp/remove',
    summary: 'Remove the authenticator app',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: done,
    refusals: ['access.step_up_needed', 'second_factor.none', 'second_factor.required', 'second_factor.password_short'],
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/account/passkeys/begin',
    summary: 'Begin to set up a passkey: options for `navigator.credentials.create`',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.object({ publicKey: z.record(z.string(), z.unknown()) }),
    refusals: ['access.step_up_needed', 'second_factor.too_many'],
  }),
  confirmPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/account/passkeys/confirm',
    summary: 'Finish setting up a passkey',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ name: requiredLine(60, 'Name is required'), credential: passkeyAttestation }),
    reply: z.object({ recoveryCodes }),
    refusals: ['access.step_up_needed', 'second_factor.failed', 'second_factor.too_many', 'sign_in.throttled'],
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: '/api/auth/account/passkeys/remove',
    summary: 'Remove a passkey',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: z.strictObject({ id: credentialId }),
    reply: done,
    refusals: ['access.step_up_needed', 'passkey.not_found', 'second_factor.required', 'second_factor.password_short'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/auth/account/recovery-codes',
    summary: 'Replace the recovery codes; the old ones stop working',
    access: { kind: 'person' },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.object({ recoveryCodes }),
    refusals: ['access.step_up_needed', 'second_factor.none'],
  }),
  findMspRequirement: endpoint({
    method: 'GET',
    path: '/api/msp-service/msp/second-factor',
    summary: 'Whether everybody in the MSP must have a second factor, and how many have one',
    access: { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: requirement,
    refusals: ['msp.not_found'],
  }),
  changeMspRequirement: endpoint({
    method: 'POST',
    path: '/api/msp-service/msp/second-factor',
    summary: 'Require a second factor of everybody in the MSP, or no longer',
    access: { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] },
    params: nothing,
    query: nothing,
    body: z.strictObject({ required: z.boolean() }),
    reply: requirement,
    refusals: ['access.step_up_needed', 'second_factor.none', 'msp.not_found'],
  }),
  findOrganizationRequirement: endpoint({
    method: 'GET',
    path: '/api/organization-service/org/second-factor',
    summary: 'Whether everybody in the organization must have a second factor, and how many have one',
    access: { kind: 'organization', roles: ['ORG_ADMIN', 'MSP_SUPER_ADMIN'], from: 'session' },
    params: nothing,
    query: orgIdQuery,
    body: noBody,
    reply: organizationRequirement,
    refusals: ['organization.not_found'],
  }),
  changeOrganizationRequirement: endpoint({
    method: 'POST',
    path: '/api/organization-service/org/second-factor',
    summary:
      'Require a second factor of everybody in the organization, or no longer: for the organization or for its MSP',
    access: { kind: 'organization', roles: ['ORG_ADMIN', 'MSP_SUPER_ADMIN'], from: 'session' },
    params: nothing,
    query: orgIdQuery,
    body: z.strictObject({ required: z.boolean() }),
    reply: organizationRequirement,
    refusals: [
      'access.step_up_needed',
      'second_factor.none',
      'second_factor.required_by_msp',
      'organization.not_found',
    ],
  }),
};
