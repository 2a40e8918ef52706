// The frame around every signed-in page: its menus, its search, and what it says of network and session.
import { at, mspAdmin, mspUser, press, steps, unanswered } from './screen.mjs';

/** @typedef {import('./screen.mjs').Screen} Screen */
/** @typedef {import('./screen.mjs').Step} Step */

const dashboard = at('/msp/dashboard');

/** @param {string} term @returns {Step} */
const search = (term) => (page) => page.getByRole('combobox', { name: 'Search' }).fill(term);

/** @type {Screen[]} */
export const shellScreens = [
  { name: 'frame-loading', person: mspAdmin, path: dashboard, before: unanswered('**/api/auth/me'), isWaiting: true },
  { name: 'menu', person: mspAdmin, path: dashboard, only: 'phone', isWindow: true, prepare: press('Open menu') },
  {
    name: 'menu-locked',
    person: mspUser,
    path: ({ cedar }) => `/org/${cedar}/dashboard`,
    only: 'phone',
    isWindow: true,
    prepare: steps(press('Open menu'), (page) =>
      page.getByRole('dialog').getByRole('button', { name: 'SRA' }).click({ force: true }),
    ),
  },
  { name: 'theme-menu', person: mspAdmin, path: dashboard, isWindow: true, prepare: press('Theme') },
  { name: 'person-menu', person: mspAdmin, path: dashboard, isWindow: true, prepare: press(/admin@harborview/) },
  {
    name: 'search',
    person: mspAdmin,
    path: dashboard,
    isWindow: true,
    prepare: steps(search('ce'), (page) => page.getByRole('option').first().waitFor()),
  },
  {
    name: 'search-nothing',
    person: mspAdmin,
    path: dashboard,
    isWindow: true,
    prepare: steps(search('no such thing'), (page) => page.getByText('Nothing was found.').waitFor()),
  },
  {
    name: 'offline',
    person: mspAdmin,
    path: dashboard,
    isWindow: true,
    prepare: (page) => page.context().setOffline(true),
  },
  {
    name: 'session-ending',
    person: mspAdmin,
    path: dashboard,
    isWindow: true,
    before: (page) => page.clock.install(),
    prepare: steps(
      (page) => page.clock.fastForward('28:00'),
      (page) => page.getByRole('alertdialog').waitFor(),
    ),
  },
];
