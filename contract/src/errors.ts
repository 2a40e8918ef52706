/**
 * Every refusal the server can answer: its HTTP status and its sentence (ruling R5).
 * The browser switches on the code, never on the text. Where it is known how long to wait, the server says so in place of 'later'.
 */
export const errors = {
  'request.invalid': { status: 400, message: 'Some of what was sent is not valid.' },
  'request.malformed': { status: 400, message: 'The request could not be read.' },
  'request.too_large': { status: 413, message: 'The request is too large.' },
  'request.wrong_type': { status: 415, message: 'The request must be JSON.' },
  'request.foreign_origin': { status: 403, message: 'The request came from a page that is not ours.' },
  'request.too_many': { status: 429, message: 'Too many requests. Please try again later.' },
  'request.wrong_host': { status: 400, message: 'This address is not served here.' },
  'route.not_found': { status: 404, message: 'There is nothing at this address.' },
  'session.missing': { status: 401, message: 'Please log in to view this page' },
  'sign_in.failed': { status: 401, message: 'Invalid email or password' },
  'sign_in.busy': { status: 503, message: 'Many people are signing in right now. Please try again in a moment.' },
  'sign_in.throttled': { status: 429, message: 'Too many attempts to sign in. Please try again later.' },
  'sign_in.pending_approval': { status: 403, message: 'Your request to join is waiting for approval.' },
  'sign_in.inactive': { status: 403, message: 'This account has been deactivated. Ask your administrator.' },
  'sign_in.unconfirmed': { status: 403, message: 'Please confirm your e-mail address first: we sent you a link.' },
  'sign_in.demo_only_on_loopback': { status: 403, message: 'Demo accounts work only on the machine itself.' },
  'access.denied': { status: 403, message: 'You are not allowed to do this.' },
  'access.second_factor_needed': {
    status: 403,
    message: 'Your organization requires a second factor. Please set one up first.',
  },
  'access.step_up_needed': { status: 403, message: 'Please confirm your password to go on.' },
  'invitation.not_found': { status: 404, message: 'Invalid or expired invitation' },
  'invitation.account_exists': { status: 409, message: 'This e-mail address already has an account.' },
  'invitation.wrong_domain': { status: 400, message: "Email must be from your organization's domain" },
  'invitation.self': { status: 400, message: 'You cannot invite yourself' },
  'invitation.role_not_allowed': { status: 403, message: 'You may not give this role to anybody.' },
  'invitation.mail_limit': { status: 429, message: 'Too many invitations were sent. Please try again later.' },
  'invitation.organization_limit': {
    status: 429,
    message: 'Your organization has sent as many invitations as it may in a day. Please try again later.',
  },
  'registration.email_taken': { status: 409, message: 'An account with this e-mail address already exists.' },
  'registration.domain_taken': {
    status: 409,
    message: 'An organization with this domain already exists. Ask its administrator for an invitation.',
  },
  'password.too_short': { status: 400, message: 'Please use at least 15 characters.' },
  'password.too_common': { status: 400, message: 'This password is too common. Please choose another one.' },
  'password.personal': {
    status: 400,
    message: 'This password is made from your name or e-mail address. Please choose another one.',
  },
  'password.unchanged': { status: 400, message: 'Please choose a password that differs from your current one.' },
  // Not 401: that sends the browser to /login, and the person is signed in.
  'password.wrong': { status: 400, message: 'This is not your current password.' },
  'password.link_invalid': { status: 404, message: 'This link is invalid or has expired. Please ask for a new one.' },
  'confirmation.link_invalid': {
    status: 404,
    message: 'This confirmation link is invalid or has expired. Please ask for a new one.',
  },
  'email.unchanged': { status: 400, message: 'This is your e-mail address already.' },
  'email.wrong_domain': { status: 400, message: "Email must be from your organization's domain" },
  'second_factor.failed': { status: 400, message: 'That did not work. Please check the code and try again.' },
  'second_factor.unreadable': {
    status: 409,
    message:
      'Your authenticator app cannot be checked any more. Use a recovery code or a passkey, or ask your administrator, and set the app up anew.',
  },
  'second_factor.session_over': { status: 401, message: 'Please sign in with your password again.' },
  'second_factor.exists': { status: 409, message: 'An authenticator app is already set up.' },
  'second_factor.none': { status: 409, message: 'Please set up a second factor first.' },
  'second_factor.required': {
    status: 409,
    message: 'A second factor is required here. Set up another one before you remove this one.',
  },
  'second_factor.required_by_msp': {
    status: 403,
    message: 'Your provider requires a second factor of everybody here. Only your provider can lift that.',
  },
  'second_factor.password_short': {
    status: 409,
    message: 'Your password is too short to protect the account alone. Change it to at least 15 characters first.',
  },
  'second_factor.too_many': { status: 409, message: 'You can keep at most 10 passkeys. Remove one first.' },
  'passkey.not_found': { status: 404, message: 'This passkey is no longer there.' },
  'session.not_found': { status: 404, message: 'This session has already ended.' },
  'organization.not_found': {
    status: 404,
    message: "The requested organization could not be found or you don't have access to it.",
  },
  'organization.deactivated': { status: 403, message: 'This organization has been deactivated.' },
  'organization.domain_taken': { status: 409, message: 'Another organization already has this domain.' },
  'organization.domain_not_own': {
    status: 403,
    message:
      'You can choose only the domain of your own e-mail address, and no public mail domain. Ask your provider or us for another one.',
  },
  'organization.not_active': { status: 409, message: 'This organization has already been deactivated.' },
  'organization.already_active': { status: 409, message: 'This organization is already active.' },
  'msp.not_found': { status: 404, message: 'You do not belong to an MSP.' },
  'person.not_found': { status: 404, message: 'This person could not be found.' },
  'person.is_self': { status: 409, message: 'You cannot change or remove yourself.' },
  'person.last_admin': {
    status: 409,
    message: 'This is the last active administrator. Make somebody else an administrator first.',
  },
  'person.not_active': { status: 409, message: 'This person has already been deactivated.' },
  'person.already_active': { status: 409, message: 'This person is already active.' },
  'access_request.not_found': { status: 404, message: 'This request is no longer waiting.' },
  'access_request.not_declined': { status: 404, message: 'This request can no longer be approved.' },
  'assessment.not_found': { status: 404, message: 'This assessment could not be found.' },
  'assessment.no_uuid': {
    status: 404,
    message: 'No access token found. Please sign in to view policies.',
  },
  'workspace.not_configured': { status: 503, message: 'Signing in with Google is not set up on this server.' },
  'workspace.unreachable': { status: 503, message: 'Google could not be reached. Please try again in a moment.' },
  'workspace.wrong_domain': { status: 400, message: "The domain is not this organization's domain." },
  'workspace.cancelled': { status: 400, message: 'The sign-in was cancelled. Nothing was read.' },
  'workspace.state_invalid': {
    status: 400,
    message: 'This sign-in has expired, was already used, or was started elsewhere. Please start again.',
  },
  'workspace.personal_account': {
    status: 403,
    message: 'A personal Google account cannot be used. Please sign in with an account of your organization.',
  },
  'workspace.wrong_account_domain': {
    status: 403,
    message: 'This Google account belongs to another domain. Please sign in with an account of your organization.',
  },
  'workspace.unverified_email': {
    status: 403,
    message: 'Google has not verified the e-mail address of this account. Please sign in with another one.',
  },
  'workspace.scope_missing': {
    status: 403,
    message: 'Permission to read the settings was not given. Please sign in again and leave its box ticked.',
  },
  'workspace.no_super_admin': {
    status: 403,
    message: 'Google shows these settings only to super administrators. Please sign in with such an account.',
  },
  'workspace.blocked_by_admin': {
    status: 403,
    message: 'This Google Workspace does not let its accounts use this app. Ask its administrator to trust it first.',
  },
  'workspace.interrupted': {
    status: 503,
    message: 'Google stopped sending the settings halfway. Nothing was stored; please try again.',
  },
  'workspace.api_disabled': {
    status: 503,
    message: 'The Cloud Identity API is switched off for this server. Please tell the people who run it.',
  },
  'workspace.bad_credentials': {
    status: 503,
    message: 'Google does not accept this server’s own credentials. Please tell the people who run it.',
  },
  'workspace.quota': {
    status: 503,
    message: 'Google allows only so many readings a minute, and they are used up. Please try again in a few minutes.',
  },
  'workspace.too_slow': {
    status: 503,
    message: 'Google took too long to answer. Nothing was stored; please try again in a moment.',
  },
  'workspace.too_large': {
    status: 503,
    message: 'Google sent more than can be read in one assessment. Nothing was stored.',
  },
  'workspace.unreadable': {
    status: 503,
    message: 'Google sent something that could not be read. Nothing was stored; please try again.',
  },
  'workspace.no_policies': {
    status: 503,
    message: 'Google sent no settings at all. Nothing was stored; please try again later.',
  },
  'workspace.untrusted_answer': {
    status: 403,
    message: 'Google’s answer could not be verified, so it was not used. Please start again.',
  },
  'workspace.failed': { status: 503, message: 'Signing in with Google did not work. Please try again.' },
  'finding.not_found': { status: 404, message: 'This is not an open finding of the newest assessment.' },
  'exception.not_found': { status: 404, message: 'This exception is not in force any more.' },
  'exception.exists': { status: 409, message: 'This finding has been accepted already.' },
  'exception.wrong_expiry': { status: 400, message: 'Please choose a day between tomorrow and one year from now.' },
  'audit.entry_not_found': { status: 404, message: 'This entry could not be found.' },
  'audit.nothing_to_export': { status: 409, message: 'No logs to export' },
  'audit.managed_by_msp': { status: 403, message: 'Your provider decides this for its organizations.' },
  'audit.target_refused': { status: 400, message: 'Entries can be sent only to a public address.' },
  'fee.wrong_day': {
    status: 400,
    message: 'Please choose today or a later day, at most two years ahead: what was agreed before stays as it is.',
  },
  'fee.not_planned': { status: 404, message: 'No fee is agreed from this day on that could still be withdrawn.' },
  'fee.independent': { status: 409, message: 'This organization belongs to no MSP, so there is nobody to pay.' },
  'contact.too_many': {
    status: 429,
    message: 'Many messages came from here. Please try again later, or write an e-mail.',
  },
  'file.not_found': { status: 404, message: 'There is nothing at this address.' },
  'database.unavailable': {
    status: 503,
    message: 'The database cannot be reached right now. Nothing was changed; please try again in a moment.',
  },
  'server.busy': { status: 503, message: 'The server is busy. Please try again in a moment.' },
  'server.failed': { status: 500, message: 'Something went wrong on our side. Please try again.' },
} as const satisfies Readonly<Record<string, { status: number; message: string }>>;

export type ErrorCode = keyof typeof errors;

/** The body of every refusal (ruling R5). `requestId` stands on 5xx answers and in the log. */
export type ErrorBody = {
  readonly message: string;
  readonly code: ErrorCode;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly requestId?: string;
};

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errors, value);
}
