// The MSP's pages with their dialogs, menus and states.
import {
  altered,
  answered,
  at,
  fill,
  mspAdmin,
  mspUser,
  press,
  refused,
  rootUser,
  steps,
  unanswered,
} from './screen.mjs';

/** @typedef {import('./screen.mjs').Screen} Screen */
/** @typedef {import('./screen.mjs').Step} Step */

const dashboard = at('/msp/dashboard');
const tenants = at('/msp/tenants');
const team = at('/msp/team');
const logs = at('/msp/auditlogs');
const link = 'https://sentrywell.example/register/org?token=hT4kq0bYQm2vXc9sJ1wZrA7uE5nLd8Ff3GpKo6iVyRM';
const sent = { success: true, invitationId: 1, resent: false, link };

const hour = 3_600_000;
/** @param {number} hours */
const ahead = (hours) => new Date(Date.now() + hours * hour).toISOString();

/** @param {number} id @param {string} email @param {object} more */
const invitation = (id, email, more) => ({
  id,
  email,
  role: 'MSP_USER',
  roleName: 'MSP User',
  kind: 'msp_member',
  invitedBy: 'Morgan Hollis',
  createdAt: ahead(-20),
  sentAt: ahead(-20),
  expiresAt: ahead(148),
  expired: false,
  mail: 'sent',
  ...more,
});

/** Colleagues and an organization that have not registered yet, with every state that their mail can be in. */
const openInvitations = answered('**/api/msp-service/msp/invitations', {
  invitations: [
    invitation(1, 'robin@harborview.example', { mail: 'waiting' }),
    invitation(2, 'jules.whitaker@harborview.example', {}),
    invitation(3, 'sam@harborview.example', { role: 'MSP_AUDITOR', roleName: 'MSP Auditor', mail: 'delayed' }),
    invitation(4, 'kim@harborview.example', { sentAt: ahead(-200), expiresAt: ahead(-32), expired: true }),
    invitation(5, 'office@newclinic.example', { role: 'ORG_ADMIN', roleName: 'Admin', kind: 'organization' }),
    invitation(6, 'frontdesk@otherclinic.example', {
      role: 'ORG_ADMIN',
      roleName: 'Admin',
      kind: 'organization',
      mail: 'kept',
    }),
  ],
});

/** @type {Step} */
const inviteOrganization = steps(
  press('Invite Organization'),
  fill('Email', 'office@newclinic.example'),
  press('Send invitation'),
);

/** @type {Step} */
const inviteUser = steps(press('+ Invite Members'), fill('Email', 'robin@harborview.example'), (page) =>
  page.getByRole('option').first().click(),
);

/** @type {Screen[]} */
const dashboards = [
  { name: 'msp-dashboard', person: mspAdmin, path: dashboard },
  { name: 'msp-dashboard-user', person: mspUser, path: dashboard },
  { name: 'msp-dashboard-root', person: rootUser, path: dashboard },
  {
    name: 'msp-dashboard-new',
    person: mspAdmin,
    path: dashboard,
    before: altered('**/api/msp-service/msp/dashboard', {
      organizations: 0,
      activeProjects: 0,
      pendingApprovals: 0,
      teamMembers: 1,
      revenue: { monthlyCents: 0, monthAgoCents: 0, changePercent: null },
      assessmentsByMonth: [],
      organizationsByStatus: { active: 0, pending: 0, inactive: 0 },
    }),
  },
];

/** @type {Screen[]} */
const organizations = [
  { name: 'msp-tenants', person: mspAdmin, path: tenants },
  { name: 'msp-tenants-user', person: mspUser, path: tenants },
  { name: 'msp-tenants-root', person: rootUser, path: tenants },
  { name: 'msp-tenants-found', person: mspAdmin, path: tenants, prepare: fill('Search organizations', 'ce') },
  {
    name: 'msp-tenants-nothing-found',
    person: mspAdmin,
    path: tenants,
    prepare: fill('Search organizations', 'no such organization'),
  },
  {
    name: 'msp-tenants-empty',
    person: mspUser,
    path: tenants,
    before: answered('**/api/msp-service/msp/tenants', { tenants: [] }),
  },
  {
    name: 'msp-tenants-invite',
    person: mspAdmin,
    path: tenants,
    isWindow: true,
    prepare: press('Invite Organization'),
  },
  {
    name: 'msp-tenants-invite-role',
    person: mspAdmin,
    path: tenants,
    isWindow: true,
    prepare: steps(press('Invite Organization'), (page) =>
      page.getByRole('dialog').getByRole('button', { name: /Role/ }).click(),
    ),
  },
  {
    name: 'msp-tenants-invite-errors',
    person: mspAdmin,
    path: tenants,
    isWindow: true,
    prepare: steps(press('Invite Organization'), press('Send invitation')),
  },
  {
    name: 'msp-tenants-invite-refused',
    person: mspAdmin,
    path: tenants,
    isWindow: true,
    before: refused(
      '**/api/auth/invite/msp/organization',
      409,
      'invitation.account_exists',
      'This e-mail address already has an account.',
    ),
    prepare: inviteOrganization,
  },
  {
    name: 'msp-tenants-invite-link',
    person: mspAdmin,
    path: tenants,
    isWindow: true,
    before: answered('**/api/auth/invite/msp/organization', sent),
    prepare: inviteOrganization,
  },
];

/** @type {Screen[]} */
const people = [
  { name: 'msp-team', person: mspAdmin, path: team },
  { name: 'msp-team-user', person: mspUser, path: team },
  { name: 'msp-team-nothing-found', person: mspAdmin, path: team, prepare: fill('Search by name', 'nobody') },
  {
    name: 'msp-team-empty',
    person: mspAdmin,
    path: team,
    before: steps(
      answered('**/api/msp-service/msp/team-members', { team: [] }),
      answered('**/api/msp-service/msp/pending-requests', { requests: [] }),
      answered('**/api/msp-service/msp/invitations', { invitations: [] }),
    ),
  },
  { name: 'msp-team-invite', person: mspAdmin, path: team, isWindow: true, prepare: press('+ Invite Members') },
  {
    name: 'msp-team-invite-error',
    person: mspAdmin,
    path: team,
    isWindow: true,
    prepare: steps(press('+ Invite Members'), fill('Email', 'robin@elsewhere.example')),
  },
  { name: 'msp-team-invite-filled', person: mspAdmin, path: team, isWindow: true, prepare: inviteUser },
  {
    name: 'msp-team-invite-refused',
    person: mspAdmin,
    path: team,
    isWindow: true,
    before: refused(
      '**/api/auth/invite/msp/member',
      409,
      'invitation.account_exists',
      'This e-mail address already has an account.',
    ),
    prepare: steps(inviteUser, (page) => page.getByRole('button', { name: 'Invite', exact: true }).click()),
  },
  { name: 'msp-team-edit', person: mspAdmin, path: team, isWindow: true, prepare: press(/^Edit member/) },
  { name: 'msp-team-remove', person: mspAdmin, path: team, isWindow: true, prepare: press(/^Delete member/) },
  {
    name: 'msp-team-approving',
    person: mspAdmin,
    path: team,
    before: unanswered('**/pending-requests/*/approve'),
    prepare: press('Approve'),
  },
  {
    name: 'msp-team-approve-failed',
    person: mspAdmin,
    path: team,
    isWindow: true,
    before: refused(
      '**/pending-requests/*/approve',
      404,
      'access_request.not_found',
      'This request is no longer waiting.',
    ),
    prepare: press('Approve'),
  },
];

/** @type {Screen[]} */
const invitations = [
  {
    name: 'msp-team-withdraw',
    person: mspAdmin,
    path: team,
    isWindow: true,
    before: openInvitations,
    prepare: press('Withdraw'),
  },
  {
    name: 'msp-team-sent-again',
    person: mspAdmin,
    path: team,
    isWindow: true,
    before: steps(openInvitations, answered('**/api/msp-service/msp/invitations/*/resend', { ...sent, resent: true })),
    prepare: press('Send again'),
  },
  { name: 'msp-team-invitations', person: mspAdmin, path: team, before: openInvitations },
  { name: 'msp-tenants-invitations', person: mspAdmin, path: tenants, before: openInvitations },
];

/** @type {Screen[]} */
const auditLog = [
  { name: 'msp-auditlogs', person: mspAdmin, path: logs },
  { name: 'msp-auditlogs-category', person: mspAdmin, path: logs, isWindow: true, prepare: press(/Category/) },
  { name: 'msp-auditlogs-export', person: mspAdmin, path: logs, isWindow: true, prepare: press('Export') },
  { name: 'msp-auditlogs-nothing-found', person: mspAdmin, path: at('/msp/auditlogs?search=no%20such%20entry') },
  {
    name: 'msp-auditlogs-entry',
    person: mspAdmin,
    path: logs,
    isWindow: true,
    prepare: (page) => page.getByRole('table').getByRole('link').first().click(),
  },
  { name: 'msp-auditlogs-entry-missing', person: mspAdmin, path: at('/msp/auditlogs?entry=99999999'), isWindow: true },
];

/** @type {Screen[]} */
const assessments = [
  { name: 'msp-assessments', person: mspAdmin, path: at('/msp/assessments') },
  {
    name: 'msp-assessments-open',
    person: mspAdmin,
    path: at('/msp/assessments'),
    only: 'phone',
    prepare: (page) => page.getByRole('main').getByRole('listitem').first().getByRole('button').click(),
  },
  {
    name: 'msp-assessments-nothing-found',
    person: mspAdmin,
    path: at('/msp/assessments'),
    prepare: fill('Search settings', 'no such setting'),
  },
  {
    name: 'msp-assessments-empty',
    person: mspAdmin,
    path: at('/msp/assessments'),
    before: answered('**/api/msp-service/msp/assessments', { settings: [], organizations: [] }),
  },
];

/** @type {Step} */
const changeFee = (page) =>
  page
    .getByRole('button', { name: /^Change fee of/ })
    .first()
    .click();

/** @type {Screen[]} */
const billing = [
  { name: 'msp-billing', person: mspAdmin, path: at('/msp/billing') },
  { name: 'msp-billing-root', person: rootUser, path: at('/msp/billing') },
  {
    name: 'msp-billing-empty',
    person: mspAdmin,
    path: at('/msp/billing'),
    before: answered('**/api/msp-service/msp/billing', {
      organizations: [],
      revenue: { monthlyCents: 0, monthAgoCents: 0, changePercent: null },
      revenueByMonth: [],
    }),
  },
  { name: 'msp-billing-fee', person: mspAdmin, path: at('/msp/billing'), isWindow: true, prepare: changeFee },
  {
    name: 'msp-billing-fee-error',
    person: mspAdmin,
    path: at('/msp/billing'),
    isWindow: true,
    prepare: steps(changeFee, fill('Monthly fee in US dollars', 'a lot'), press('Save')),
  },
];

export const mspScreens = [
  ...dashboards,
  ...organizations,
  ...people,
  ...invitations,
  ...auditLog,
  ...assessments,
  ...billing,
];
