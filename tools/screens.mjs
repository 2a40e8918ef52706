// What `npm run screenshots` takes pictures of: every screen, and every dialog and menu opened.

/** @typedef {import('@playwright/test').Page} Page */
/** Organizations of the demo: Cedar Clinic, and one that was never assessed. @typedef {{ cedar: number, fresh: number }} Places */
/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {string} [person] who looks; nobody is signed in without one
 * @property {(places: Places) => string} path
 * @property {(page: Page) => Promise<unknown>} [prepare] what to press before
 * @property {boolean} [isWindow] the picture is of the window, not of the whole page
 * @property {string} [only] the one look that there is to it
 */

const mspAdmin = 'admin@harborview.example';
const mspUser = 'user@harborview.example';
const orgAdmin = 'admin@cedarclinic.example';

/** @param {string} to */
const at = (to) => () => to;
/** @param {string} name @returns {(page: Page) => Promise<void>} */
const press = (name) => (page) => page.getByRole('button', { name }).first().click();

/** @type {Screen[]} */
const publicScreens = [
  { name: 'landing', path: at('/') },
  {
    name: 'landing-menu',
    path: at('/'),
    only: 'phone',
    isWindow: true,
    prepare: (page) => page.locator('summary').click(),
  },
  { name: 'login', path: at('/login') },
  {
    name: 'login-refused',
    path: at('/login'),
    prepare: async (page) => {
      await page.getByLabel('Email').fill(orgAdmin);
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText('Invalid email or password').waitFor();
    },
  },
  { name: 'register-org', path: at('/register/org') },
  {
    name: 'register-org-errors',
    path: at('/register/org'),
    prepare: async (page) => {
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Create account' }).click();
    },
  },
  { name: 'register-msp', path: at('/register/msp') },
  { name: 'reset-password', path: at('/reset-password') },
  { name: 'confirm-email', path: at('/confirm-email') },
  { name: 'contact', path: at('/contact') },
  { name: 'terms', path: at('/terms') },
  { name: 'unauthorized', path: at('/unauthorized') },
  { name: 'not-implemented', path: at('/not-implemented') },
  { name: 'error', path: at('/error') },
  { name: 'error-404', path: at('/no-such-page') },
  { name: 'oauth-success', path: at('/oauth-success') },
  { name: 'oauth-error', path: at('/oauth-error?message=The%20account%20belongs%20to%20another%20domain.') },
];

/** @type {Screen[]} */
const mspScreens = [
  { name: 'msp-dashboard', person: mspAdmin, path: at('/msp/dashboard') },
  { name: 'msp-dashboard-user', person: mspUser, path: at('/msp/dashboard') },
  { name: 'msp-dashboard-root', person: 'root@sentrywell.example', path: at('/msp/dashboard') },
  {
    name: 'menu',
    person: mspAdmin,
    path: at('/msp/dashboard'),
    only: 'phone',
    isWindow: true,
    prepare: press('Open menu'),
  },
  { name: 'theme-menu', person: mspAdmin, path: at('/msp/dashboard'), isWindow: true, prepare: press('Theme') },
  {
    name: 'search',
    person: mspAdmin,
    path: at('/msp/dashboard'),
    isWindow: true,
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Search' }).fill('cedar');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'msp-tenants', person: mspAdmin, path: at('/msp/tenants') },
  {
    name: 'msp-tenants-nothing-found',
    person: mspAdmin,
    path: at('/msp/tenants'),
    prepare: (page) => page.getByLabel('Search organizations').fill('no such organization'),
  },
  {
    name: 'msp-tenants-invite',
    person: mspAdmin,
    path: at('/msp/tenants'),
    isWindow: true,
    prepare: press('Invite Organization'),
  },
  { name: 'msp-assessments', person: mspAdmin, path: at('/msp/assessments') },
  { name: 'msp-team', person: mspAdmin, path: at('/msp/team') },
  {
    name: 'msp-team-invite',
    person: mspAdmin,
    path: at('/msp/team'),
    isWindow: true,
    prepare: press('+ Invite Members'),
  },
  {
    name: 'msp-team-edit',
    person: mspAdmin,
    path: at('/msp/team'),
    isWindow: true,
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Edit member/, disabled: false })
        .first()
        .click(),
  },
  { name: 'msp-auditlogs', person: mspAdmin, path: at('/msp/auditlogs') },
  {
    name: 'msp-auditlogs-entry',
    person: mspAdmin,
    path: at('/msp/auditlogs'),
    isWindow: true,
    prepare: (page) => page.getByRole('table').getByRole('link').first().click(),
  },
  {
    name: 'msp-auditlogs-export',
    person: mspAdmin,
    path: at('/msp/auditlogs'),
    isWindow: true,
    prepare: press('Export'),
  },
  { name: 'msp-billing', person: mspAdmin, path: at('/msp/billing') },
  {
    name: 'msp-billing-fee',
    person: mspAdmin,
    path: at('/msp/billing'),
    isWindow: true,
    prepare: (page) =>
      page
        .getByRole('table', { name: 'Fees of organizations' })
        .getByRole('button', { name: /^Change fee of/ })
        .first()
        .click(),
  },
  { name: 'msp-settings', person: mspAdmin, path: at('/settings') },
];

/** @type {Screen[]} */
const organizationScreens = [
  { name: 'org-dashboard', person: orgAdmin, path: ({ cedar }) => `/org/${cedar}/dashboard` },
  { name: 'org-dashboard-msp', person: mspUser, path: ({ cedar }) => `/org/${cedar}/dashboard` },
  { name: 'org-dashboard-fresh', person: mspAdmin, path: ({ fresh }) => `/org/${fresh}/dashboard` },
  { name: 'org-team', person: orgAdmin, path: ({ cedar }) => `/org/${cedar}/team` },
  {
    name: 'org-team-add',
    person: orgAdmin,
    path: ({ cedar }) => `/org/${cedar}/team`,
    isWindow: true,
    prepare: press('Add People'),
  },
  { name: 'org-audit-logs', person: orgAdmin, path: ({ cedar }) => `/org/${cedar}/audit-logs` },
  { name: 'org-billing', person: orgAdmin, path: ({ cedar }) => `/org/${cedar}/billing` },
  { name: 'org-sra', person: orgAdmin, path: ({ cedar }) => `/org/${cedar}/sra` },
  {
    name: 'org-sra-open',
    person: orgAdmin,
    path: ({ cedar }) => `/org/${cedar}/sra`,
    isWindow: true,
    prepare: (page) => page.getByRole('listitem').filter({ hasText: /^1/ }).getByRole('button').first().click(),
  },
  {
    name: 'org-sra-history',
    person: orgAdmin,
    path: ({ cedar }) => `/org/${cedar}/sra`,
    prepare: (page) => page.getByRole('tab', { name: /History/ }).click(),
  },
  {
    name: 'org-sra-exceptions',
    person: orgAdmin,
    path: ({ cedar }) => `/org/${cedar}/sra`,
    prepare: (page) => page.getByRole('tab', { name: 'Exceptions' }).click(),
  },
  { name: 'org-sra-fresh', person: mspAdmin, path: ({ fresh }) => `/org/${fresh}/sra` },
  { name: 'org-settings', person: orgAdmin, path: at('/settings') },
];

export const screens = [...publicScreens, ...mspScreens, ...organizationScreens];
