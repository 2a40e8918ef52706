import type { Role } from '@sentrywell/contract/permissions.ts';

/**
 * Who may call what, written down by hand from the specification (§2, §6) and the rulings, and not derived from the
 * contract: the authorization matrix test compares the two through HTTP. A route without a row here fails.
 */
export type Row =
  /** Anybody, signed in or not. */
  | 'anyone'
  /** Anybody who is signed in. */
  | 'signed in'
  /** These roles of an MSP (and root). */
  | { readonly msp: readonly Role[] }
  /** These roles, on an organization that they reach (and root on every one). */
  | { readonly organization: readonly Role[] };

const mspAll: readonly Role[] = ['MSP_SUPER_ADMIN', 'MSP_USER', 'MSP_AUDITOR'];
const superAdmin: readonly Role[] = ['MSP_SUPER_ADMIN'];
const orgDashboard: readonly Role[] = [...mspAll, 'ORG_ADMIN', 'SECURITY_ANALYST', 'ORG_AUDITOR'];
const orgAdmins: readonly Role[] = ['ORG_ADMIN', 'MSP_SUPER_ADMIN'];
const mspLogReaders: readonly Role[] = ['MSP_SUPER_ADMIN', 'MSP_AUDITOR'];
const logReaders: readonly Role[] = ['MSP_SUPER_ADMIN', 'MSP_AUDITOR', 'MSP_USER', 'ORG_ADMIN', 'ORG_AUDITOR'];
const assessors: readonly Role[] = ['MSP_SUPER_ADMIN', 'ORG_ADMIN', 'SECURITY_ANALYST'];

export const whoMay: Readonly<Record<string, Row>> = {
  'GET /api/auth/me': 'signed in',
  'GET /api/auth/user/:userId/details': 'signed in',
  'POST /api/auth/login': 'anyone',
  'POST /api/auth/logout': 'anyone',

  'GET /api/auth/invite/invitations/:token': 'anyone',
  'POST /api/auth/register/organization': 'anyone',
  'POST /api/auth/register/msp': 'anyone',

  'POST /api/auth/invite/msp/organization': { msp: superAdmin },
  'POST /api/auth/invite/msp/member': { msp: superAdmin },
  'POST /api/auth/invite/org/member': { organization: orgAdmins },
  'GET /api/msp-service/msp/invitations': { msp: superAdmin },
  'POST /api/msp-service/msp/invitations/:id/resend': { msp: superAdmin },
  'POST /api/msp-service/msp/invitations/:id/revoke': { msp: superAdmin },
  'GET /api/organization-service/org/invitations': { organization: orgAdmins },
  'POST /api/organization-service/org/invitations/:invitationId/resend': { organization: orgAdmins },
  'POST /api/organization-service/org/invitations/:invitationId/revoke': { organization: orgAdmins },

  'GET /api/msp-service/msp/tenants': { msp: mspAll },
  'GET /api/organization-service/organizations/:id': { organization: orgDashboard },
  'GET /api/msp-service/msp/tenants/export': { msp: mspAll },
  'POST /api/organization-service/organizations/:id': { organization: orgAdmins },
  'POST /api/organization-service/organizations/:id/deactivate': { organization: superAdmin },
  'POST /api/organization-service/organizations/:id/reactivate': { organization: superAdmin },
  'GET /api/msp-service/msp/profile': { msp: mspAll },
  'POST /api/msp-service/msp/profile': { msp: superAdmin },

  'GET /api/auth/search': 'signed in',
  'POST /api/auth/contact': 'anyone',

  'GET /api/msp-service/msp/dashboard': { msp: mspAll },
  'GET /api/organization-service/organizations/:id/dashboard': { organization: orgDashboard },

  'GET /api/msp-service/msp/billing': { msp: superAdmin },
  'GET /api/msp-service/msp/billing/export': { msp: superAdmin },
  'POST /api/organization-service/organizations/:id/fees': { organization: superAdmin },
  'POST /api/organization-service/organizations/:id/fees/withdraw': { organization: superAdmin },
  'GET /api/organization-service/organizations/:id/billing': { organization: ['ORG_ADMIN'] },

  'GET /api/msp-service/msp/team-members': { msp: mspAll },
  'POST /api/msp-service/msp/team-members/:userId': { msp: superAdmin },
  'POST /api/msp-service/msp/team-members/:userId/deactivate': { msp: superAdmin },
  'POST /api/msp-service/msp/team-members/:userId/reactivate': { msp: superAdmin },
  'GET /api/organization-service/org/team-members': { organization: orgDashboard },
  'POST /api/organization-service/org/team-members/:userId': { organization: orgAdmins },
  'POST /api/organization-service/org/team-members/:userId/deactivate': { organization: orgAdmins },
  'POST /api/organization-service/org/team-members/:userId/reactivate': { organization: orgAdmins },

  'GET /api/msp-service/msp/pending-requests': { msp: mspAll },
  'POST /api/msp-service/msp/pending-requests/:id/approve': { msp: superAdmin },
  'POST /api/msp-service/msp/pending-requests/:id/decline': { msp: superAdmin },
  'GET /api/msp-service/msp/declined-requests': { msp: superAdmin },
  'POST /api/msp-service/msp/declined-requests/:id/approve': { msp: superAdmin },

  'GET /api/auth/google': { organization: assessors },
  'GET /api/auth/google/callback': 'anyone',
  'GET /api/organization-service/policies': 'signed in',
  'GET /api/organization-service/organizations/:id/assessments': { organization: assessors },
  'GET /api/organization-service/organizations/:id/newest-assessment': { organization: assessors },
  'GET /api/organization-service/organizations/:id/assessments/:assessmentId': { organization: assessors },
  'GET /api/organization-service/organizations/:id/assessments/:assessmentId/comparison': { organization: assessors },
  'GET /api/organization-service/organizations/:id/assessments/:assessmentId/csv': { organization: assessors },
  'GET /api/organization-service/organizations/:id/assessments/:assessmentId/report': { organization: assessors },
  'GET /api/organization-service/organizations/:id/assessment-settings': { organization: assessors },
  'POST /api/organization-service/organizations/:id/assessment-settings': { organization: assessors },
  'GET /api/organization-service/organizations/:id/exceptions': { organization: assessors },
  'POST /api/organization-service/organizations/:id/exceptions': { organization: assessors },
  'POST /api/organization-service/organizations/:id/exceptions/:exceptionId/end': { organization: assessors },
  'GET /api/msp-service/msp/assessments': { msp: superAdmin },
  'GET /api/msp-service/msp/assessments/csv': { msp: superAdmin },

  'POST /api/auth/confirm-email': 'anyone',
  'POST /api/auth/confirm-email/resend': 'anyone',
  'POST /api/auth/password/reset-request': 'anyone',
  'POST /api/auth/password/reset-check': 'anyone',
  'POST /api/auth/password/reset': 'anyone',
  // Half-way signed in: a cookie of its own kind, answered `second_factor.session_over` to everybody else.
  'GET /api/auth/second-factor': 'anyone',
  'POST /api/auth/second-factor/totp': 'anyone',
  'POST /api/auth/second-factor/recovery': 'anyone',
  'POST /api/auth/second-factor/passkey': 'anyone',
  'POST /api/auth/second-factor/passkey/options': 'anyone',
  'GET /api/auth/session-time': 'signed in',
  'POST /api/auth/keep-alive': 'signed in',
  'POST /api/auth/step-up': 'signed in',
  'POST /api/auth/password/change': 'signed in',
  'GET /api/auth/account': 'signed in',
  'POST /api/auth/account/profile': 'signed in',
  'POST /api/auth/account/email': 'signed in',
  'POST /api/auth/account/email/cancel': 'signed in',
  'GET /api/auth/account/sessions': 'signed in',
  'POST /api/auth/account/sessions/:sessionId/end': 'signed in',
  'POST /api/auth/account/sessions/end-others': 'signed in',
  'POST /api/auth/account/totp/begin': 'signed in',
  'POST /api/auth/account/totp/confirm': 'signed in',
  'POST /api/auth/account/totp/remove': 'signed in',
  'POST /api/auth/account/passkeys/begin': 'signed in',
  'POST /api/auth/account/passkeys/confirm': 'signed in',
  'POST /api/auth/account/passkeys/remove': 'signed in',
  'POST /api/auth/account/recovery-codes': 'signed in',
  'GET /api/msp-service/msp/second-factor': { msp: superAdmin },
  'POST /api/msp-service/msp/second-factor': { msp: superAdmin },
  'GET /api/organization-service/org/second-factor': { organization: orgAdmins },
  'POST /api/organization-service/org/second-factor': { organization: orgAdmins },

  'GET /api/msp-service/msp/audit-logs': { msp: mspLogReaders },
  'GET /api/organization-service/organizations/:id/audit-logs': { organization: logReaders },
  'GET /api/msp-service/msp/audit-logs/categories': { msp: mspLogReaders },
  'GET /api/organization-service/organizations/:id/audit-logs/categories': { organization: logReaders },
  'GET /api/msp-service/msp/audit-logs/entries/:seq': { msp: mspLogReaders },
  'GET /api/organization-service/organizations/:id/audit-logs/entries/:seq': { organization: logReaders },
  'GET /api/msp-service/msp/audit-logs/export': { msp: mspLogReaders },
  'GET /api/organization-service/organizations/:id/audit-logs/export': { organization: logReaders },
  'GET /api/msp-service/msp/audit-logs/export-chain': { msp: mspLogReaders },
  'GET /api/organization-service/organizations/:id/audit-logs/export-chain': { organization: logReaders },
  'GET /api/msp-service/msp/audit-logs/summary': { msp: mspLogReaders },
  'GET /api/organization-service/organizations/:id/audit-logs/summary': { organization: logReaders },
  'GET /api/msp-service/msp/audit-logs/verifier': { msp: mspLogReaders },
  'GET /api/organization-service/organizations/:id/audit-logs/verifier': { organization: logReaders },
  'GET /api/msp-service/msp/audit-logs/settings': { msp: superAdmin },
  'POST /api/msp-service/msp/audit-logs/settings': { msp: superAdmin },
  'POST /api/msp-service/msp/audit-logs/forwarding': { msp: superAdmin },
  'GET /api/organization-service/organizations/:id/audit-logs/settings': { organization: orgAdmins },
  'POST /api/organization-service/organizations/:id/audit-logs/settings': { organization: orgAdmins },
  'POST /api/organization-service/organizations/:id/audit-logs/forwarding': { organization: orgAdmins },
};
