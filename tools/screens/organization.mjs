// An organization's pages with their dialogs and states, the assessment among them.
import {
  altered,
  answered,
  at,
  failing,
  fill,
  independentAdmin,
  mspAdmin,
  mspUser,
  ofCedar,
  openTab,
  orgAdmin,
  press,
  refused,
  steps,
} from './screen.mjs';

/** @typedef {import('./screen.mjs').Places} Places */
/** @typedef {import('./screen.mjs').Screen} Screen */
/** @typedef {import('./screen.mjs').Step} Step */

/** @param {string} page @returns {(places: Places) => string} */
const ofFresh =
  (page) =>
  ({ fresh }) =>
    `/org/${fresh}/${page}`;
const sra = ofCedar('sra');

/** @type {Step} */
const addPerson = steps(
  press('Add People'),
  fill('Email', 'robin@cedarclinic.example'),
  (page) => page.getByRole('dialog').getByRole('button', { name: /Role/ }).click(),
  (page) => page.getByRole('option', { name: 'Auditor' }).click(),
  press('Send invitation'),
);

/** @type {Screen[]} */
const dashboards = [
  { name: 'org-dashboard', person: orgAdmin, path: ofCedar('dashboard') },
  { name: 'org-dashboard-msp', person: mspUser, path: ofCedar('dashboard') },
  { name: 'org-dashboard-fresh', person: mspAdmin, path: ofFresh('dashboard') },
  { name: 'org-dashboard-independent', person: independentAdmin, path: at('/dashboard') },
  {
    name: 'org-dashboard-no-figures',
    person: orgAdmin,
    path: ofCedar('dashboard'),
    before: failing('**/api/organization-service/organizations/*/dashboard'),
  },
  { name: 'org-dashboard-not-found', person: mspAdmin, path: at('/org/999999/dashboard') },
  {
    name: 'org-dashboard-rename',
    person: orgAdmin,
    path: ofCedar('dashboard'),
    isWindow: true,
    prepare: press('Rename'),
  },
  {
    name: 'org-dashboard-rename-errors',
    person: orgAdmin,
    path: ofCedar('dashboard'),
    isWindow: true,
    prepare: steps(press('Rename'), fill('Name', ''), fill('Domain', 'not a domain'), press('Save')),
  },
  {
    name: 'org-dashboard-deactivate',
    person: mspAdmin,
    path: ofCedar('dashboard'),
    isWindow: true,
    prepare: press('Deactivate'),
  },
];

/** @type {Screen[]} */
const people = [
  { name: 'org-team', person: orgAdmin, path: ofCedar('team') },
  { name: 'org-team-msp', person: mspUser, path: ofCedar('team') },
  {
    name: 'org-team-nothing-found',
    person: orgAdmin,
    path: ofCedar('team'),
    prepare: fill('Search by name', 'nobody'),
  },
  {
    name: 'org-team-empty',
    person: mspAdmin,
    path: ofFresh('team'),
    before: answered('**/api/organization-service/org/team-members?*', { team: [] }),
  },
  { name: 'org-team-add', person: orgAdmin, path: ofCedar('team'), isWindow: true, prepare: press('Add People') },
  {
    name: 'org-team-add-errors',
    person: orgAdmin,
    path: ofCedar('team'),
    isWindow: true,
    prepare: steps(press('Add People'), press('Send invitation')),
  },
  {
    name: 'org-team-add-refused',
    person: orgAdmin,
    path: ofCedar('team'),
    isWindow: true,
    before: refused(
      '**/api/auth/invite/org/member?*',
      409,
      'invitation.account_exists',
      'This e-mail address already has an account.',
    ),
    prepare: addPerson,
  },
  { name: 'org-team-edit', person: orgAdmin, path: ofCedar('team'), isWindow: true, prepare: press(/^Edit person/) },
  {
    name: 'org-team-remove',
    person: orgAdmin,
    path: ofCedar('team'),
    isWindow: true,
    prepare: press(/^Delete person/),
  },
];

/** @type {Screen[]} */
const pages = [
  { name: 'org-audit-logs', person: orgAdmin, path: ofCedar('audit-logs') },
  { name: 'org-billing', person: orgAdmin, path: ofCedar('billing') },
  {
    name: 'org-billing-none',
    person: orgAdmin,
    path: ofCedar('billing'),
    before: altered('**/api/organization-service/organizations/*/billing', {
      fee: null,
      since: null,
      next: null,
      history: [],
    }),
  },
];

/** @type {Step} */
const openPolicy = (page) => page.getByRole('main').locator('h3 button[aria-expanded]').first().click();

/** @type {Screen[]} */
const assessment = [
  { name: 'org-sra', person: orgAdmin, path: sra },
  { name: 'org-sra-print', person: orgAdmin, path: sra, prepare: (page) => page.emulateMedia({ media: 'print' }) },
  { name: 'org-sra-policy', person: orgAdmin, path: sra, prepare: openPolicy },
  { name: 'org-sra-json', person: orgAdmin, path: sra, prepare: steps(openPolicy, press('View JSON')) },
  { name: 'org-sra-nothing-found', person: orgAdmin, path: sra, prepare: fill('Search policies', 'no such policy') },
  {
    name: 'org-sra-accept',
    person: orgAdmin,
    path: sra,
    isWindow: true,
    prepare: steps(openPolicy, press(/^Accept this/)),
  },
  {
    name: 'org-sra-accept-errors',
    person: orgAdmin,
    path: sra,
    isWindow: true,
    prepare: steps(openPolicy, press(/^Accept this/), press('Accept finding')),
  },
  { name: 'org-sra-history', person: orgAdmin, path: sra, prepare: openTab(/History/) },
  { name: 'org-sra-compare', person: orgAdmin, path: sra, prepare: steps(openTab(/History/), press('Compare')) },
  {
    name: 'org-sra-older',
    person: orgAdmin,
    path: sra,
    prepare: steps(openTab(/History/), (page) =>
      page.getByRole('table', { name: 'Assessments' }).getByRole('row').nth(2).getByRole('link').click(),
    ),
  },
  { name: 'org-sra-not-found', person: orgAdmin, path: ofCedar('sra?assessment=99999999') },
  { name: 'org-sra-exceptions', person: orgAdmin, path: sra, prepare: openTab('Exceptions') },
  {
    name: 'org-sra-exceptions-none',
    person: orgAdmin,
    path: sra,
    before: answered('**/api/organization-service/organizations/*/exceptions', { exceptions: [] }),
    prepare: openTab('Exceptions'),
  },
  {
    name: 'org-sra-exception-end',
    person: orgAdmin,
    path: sra,
    isWindow: true,
    prepare: steps(openTab('Exceptions'), press(/^End/)),
  },
];

/** @type {Screen[]} */
const workspaceSignIn = [
  { name: 'org-sra-fresh', person: mspAdmin, path: ofFresh('sra') },
  { name: 'org-sra-verifying', person: mspAdmin, path: ofFresh('sra'), prepare: press('Signin With Google') },
  {
    name: 'org-sra-failed',
    person: mspAdmin,
    path: ofFresh('sra'),
    before: refused(
      '**/api/auth/google?*',
      503,
      'workspace.unreachable',
      'Google could not be reached. Please try again in a moment.',
    ),
    prepare: press('Signin With Google'),
  },
];

export const organizationScreens = [...dashboards, ...people, ...pages, ...assessment, ...workspaceSignIn];
