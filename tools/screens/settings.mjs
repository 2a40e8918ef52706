// The settings page with every dialog of the second factor.
import { altered, answered, at, fill, mspAdmin, orgAdmin, press, refused, steps } from './screen.mjs';

/** @typedef {import('./screen.mjs').Screen} Screen */
/** @typedef {import('./screen.mjs').Step} Step */

const settings = at('/settings');
const beginTotp = '**/api/auth/account/totp/begin';
const seed = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const begun = answered(beginTotp, {
  secret: seed,
  uri: `otpauth://totp/Sentrywell:${orgAdmin}?secret=${seed}&issuer=Sentrywell`,
});

const passkeys = [
  { id: 'b25l', name: 'Work laptop', createdAt: '2026-03-02T09:14:00.000Z', lastUsedAt: '2026-11-20T07:58:00.000Z' },
  { id: 'dHdv', name: 'Blue key', createdAt: '2026-03-02T09:20:00.000Z', lastUsedAt: null },
];
const withFactors = altered('**/api/auth/account', {
  secondFactor: { totp: true, passkeys, recoveryCodesLeft: 8, required: false },
  minimumPasswordLength: 8,
});

/** @param {number} index */
const sessionOf = (index) => ({
  id: index,
  address: `203.0.113.${index}`,
  browser: index === 1 ? 'Chrome on Windows' : 'Safari on iPhone',
  createdAt: '2026-11-20T07:58:00.000Z',
  lastSeenAt: '2026-11-21T08:30:00.000Z',
  current: index === 1,
});
const withSessions = answered('**/api/auth/account/sessions', { sessions: [1, 2, 3].map(sessionOf) });

/** @type {Step} */
const typeCode = steps(press('Set up'), fill('2. Enter the code that the app shows', '123456'), press('Turn on'));

/** @type {Screen[]} */
const page = [
  { name: 'settings', person: orgAdmin, path: settings, before: withSessions },
  { name: 'settings-msp', person: mspAdmin, path: settings },
  { name: 'settings-second-factor', person: orgAdmin, path: settings, before: withFactors },
  {
    name: 'settings-second-factor-required',
    person: orgAdmin,
    path: settings,
    before: altered('**/api/auth/me', { mustEnrolSecondFactor: true }),
  },
  {
    name: 'settings-second-factor-held',
    person: orgAdmin,
    path: settings,
    before: altered('**/api/organization-service/org/second-factor*', { required: true, requiredByMsp: true }),
  },
  { name: 'settings-password-errors', person: orgAdmin, path: settings, prepare: press('Change password') },
  {
    name: 'settings-end-sessions',
    person: orgAdmin,
    path: settings,
    isWindow: true,
    before: withSessions,
    prepare: press('End all others'),
  },
];

/** @type {Screen[]} */
const secondFactor = [
  { name: 'settings-totp', person: orgAdmin, path: settings, isWindow: true, before: begun, prepare: press('Set up') },
  {
    name: 'settings-totp-by-hand',
    person: orgAdmin,
    path: settings,
    isWindow: true,
    before: begun,
    prepare: steps(press('Set up'), (dialog) => dialog.locator('summary').click()),
  },
  {
    name: 'settings-totp-refused',
    person: orgAdmin,
    path: settings,
    isWindow: true,
    before: steps(
      begun,
      refused(
        '**/api/auth/account/totp/confirm',
        400,
        'second_factor.failed',
        'That did not work. Please check the code and try again.',
      ),
    ),
    prepare: typeCode,
  },
  {
    name: 'settings-recovery-codes',
    person: orgAdmin,
    path: settings,
    isWindow: true,
    before: steps(
      begun,
      answered('**/api/auth/account/totp/confirm', {
        recoveryCodes: Array.from({ length: 10 }, (_, index) => `k7m${index}-q2vx-9tbd-w4h${index}-zr6p`),
      }),
    ),
    prepare: typeCode,
  },
  { name: 'settings-passkey', person: orgAdmin, path: settings, isWindow: true, prepare: press('Add a passkey') },
  {
    name: 'settings-passkey-error',
    person: orgAdmin,
    path: settings,
    isWindow: true,
    prepare: steps(press('Add a passkey'), press('Add passkey')),
  },
  {
    name: 'settings-remove-app',
    person: orgAdmin,
    path: settings,
    isWindow: true,
    before: withFactors,
    prepare: press('Remove app'),
  },
  {
    name: 'settings-remove-passkey',
    person: orgAdmin,
    path: settings,
    isWindow: true,
    before: withFactors,
    prepare: (own) =>
      own
        .getByRole('button', { name: /^Remove (?!app)/ })
        .first()
        .click(),
  },
  {
    name: 'settings-confirm-password',
    person: orgAdmin,
    path: settings,
    isWindow: true,
    before: refused(beginTotp, 403, 'access.step_up_needed', 'Please confirm your password to go on.'),
    prepare: press('Set up'),
  },
];

export const settingsScreens = [...page, ...secondFactor];
