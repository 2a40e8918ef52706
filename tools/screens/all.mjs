// What `npm run screenshots` takes pictures of: every route, every dialog and menu opened, every state.
import { mspScreens } from './msp.mjs';
import { organizationScreens } from './organization.mjs';
import { publicScreens } from './public.mjs';
import { failing, unanswered } from './screen.mjs';
import { settingsScreens } from './settings.mjs';
import { shellScreens } from './shell.mjs';

/** @typedef {import('./screen.mjs').Screen} Screen */

const named = [...publicScreens, ...shellScreens, ...mspScreens, ...organizationScreens, ...settingsScreens];

/** Pages that show what they fetch: each also while it waits, and when nothing could be fetched. */
const fetching = new Set([
  'msp-dashboard',
  'msp-tenants',
  'msp-team',
  'msp-auditlogs',
  'msp-assessments',
  'msp-billing',
  'org-dashboard',
  'org-team',
  'org-billing',
  'org-sra',
  'settings-msp',
]);

/** @type {Screen[]} */
const waitingOrFailed = named
  .filter(({ name }) => fetching.has(name))
  .flatMap((screen) => [
    { ...screen, name: `${screen.name}-loading`, before: unanswered(), isWaiting: true },
    { ...screen, name: `${screen.name}-error`, before: failing() },
  ]);

/** @type {readonly Screen[]} */
export const screens = [...named, ...waitingOrFailed];
