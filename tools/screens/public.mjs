// The pages outside the shell: landing, signing in, registering, contact, errors.
import { answered, at, fill, mspAdmin, orgAdmin, press, refused, steps, unanswered, vendor } from './screen.mjs';

/** @typedef {import('./screen.mjs').Screen} Screen */
/** @typedef {import('./screen.mjs').Step} Step */

const token = '?token=a-link-out-of-a-mail';
const invitations = '**/api/auth/invite/invitations/*';
const pendingFactor = '**/api/auth/second-factor';

/** @type {Step} */
const logIn = steps(fill('Email', orgAdmin), fill('Password', 'not the password'), press('Log in'), (page) =>
  page.getByRole('alert').first().waitFor(),
);

/** @type {Step} */
const register = steps(
  fill('First name', 'Dana'),
  fill('Last name', 'Reyes'),
  fill('Email', 'dana@cedarclinic.example'),
  fill('Password', 'four quiet herons fishing'),
  (page) => page.getByRole('checkbox').check(),
  press('Create account'),
);

/** @type {Step} */
const contact = steps(
  fill('Name', 'Jordan Vale'),
  fill('Email', 'jordan@newclinic.example'),
  fill('Message', 'We are twelve people. When can we talk?'),
  press('Send message'),
);

/** @type {Screen[]} */
const landing = [
  { name: 'landing', path: at('/') },
  {
    name: 'landing-menu',
    path: at('/'),
    only: 'phone',
    isWindow: true,
    prepare: (page) => page.locator('summary').click(),
  },
  { name: 'terms', path: at('/terms') },
  { name: 'contact', path: at('/contact') },
  { name: 'contact-errors', path: at('/contact'), prepare: press('Send message') },
  {
    name: 'contact-refused',
    path: at('/contact'),
    before: refused(
      '**/api/auth/contact',
      429,
      'contact.too_many',
      'Many messages came from here. Please try again later, or write an e-mail.',
    ),
    prepare: contact,
  },
  {
    name: 'contact-sent',
    path: at('/contact'),
    before: answered('**/api/auth/contact', { success: true }),
    prepare: contact,
  },
];

/** @type {Screen[]} */
const signIn = [
  { name: 'login', path: at('/login') },
  { name: 'login-asked', path: at('/msp/tenants') },
  { name: 'login-refused', path: at('/login'), prepare: logIn },
  {
    name: 'login-unconfirmed',
    path: at('/login'),
    before: refused(
      '**/api/auth/login',
      403,
      'sign_in.unconfirmed',
      'Please confirm your e-mail address first: we sent you a link.',
    ),
    prepare: logIn,
  },
  {
    name: 'login-session-ended',
    person: mspAdmin,
    path: at('/msp/tenants'),
    before: refused('**/api/msp-service/msp/tenants', 401, 'session.missing', 'Please log in to view this page'),
  },
  {
    name: 'second-factor-loading',
    path: at('/login/second-factor'),
    before: unanswered(pendingFactor),
    isWaiting: true,
  },
  {
    name: 'second-factor-code',
    path: at('/login/second-factor'),
    before: answered(pendingFactor, { secondFactor: ['totp', 'recovery'] }),
  },
  {
    name: 'second-factor-refused',
    path: at('/login/second-factor'),
    before: steps(
      answered(pendingFactor, { secondFactor: ['totp', 'recovery'] }),
      refused(
        `${pendingFactor}/totp`,
        400,
        'second_factor.failed',
        'That did not work. Please check the code and try again.',
      ),
    ),
    prepare: steps(fill('Code from your authenticator app', '123456'), press('Log in')),
  },
  {
    name: 'second-factor-passkey',
    path: at('/login/second-factor'),
    before: answered(pendingFactor, { secondFactor: ['passkey', 'totp', 'recovery'] }),
  },
  {
    name: 'second-factor-recovery',
    path: at('/login/second-factor'),
    before: answered(pendingFactor, { secondFactor: ['totp', 'recovery'] }),
    prepare: press('Use a recovery code'),
  },
  {
    name: 'post-login',
    person: mspAdmin,
    path: at('/dashboard'),
    before: unanswered('**/api/auth/me'),
    isWaiting: true,
  },
];

/** @type {Screen[]} */
const registration = [
  { name: 'register-org', path: at('/register/org') },
  {
    name: 'register-org-errors',
    path: at('/register/org'),
    prepare: steps((page) => page.getByRole('checkbox').check(), press('Create account')),
  },
  {
    name: 'register-org-refused',
    path: at('/register/org'),
    before: refused(
      '**/api/auth/register/organization',
      409,
      'registration.domain_taken',
      'An organization with this domain already exists. Ask its administrator for an invitation.',
    ),
    prepare: register,
  },
  {
    name: 'register-done',
    path: at('/register/org'),
    before: answered('**/api/auth/register/organization', { next: 'confirm_email' }),
    prepare: register,
  },
  {
    name: 'register-invited-loading',
    path: at(`/register/org${token}`),
    before: unanswered(invitations),
    isWaiting: true,
  },
  {
    name: 'register-invited',
    path: at(`/register/org${token}`),
    before: answered(invitations, { email: 'robin@newclinic.example', kind: 'organization', inviter: 'Harborview IT' }),
  },
  { name: 'register-invitation-invalid', path: at(`/register/org${token}`) },
  { name: 'register-msp', path: at('/register/msp') },
];

/** @type {Screen[]} */
const links = [
  { name: 'reset-password', path: at('/reset-password') },
  {
    name: 'reset-password-sent',
    path: at('/reset-password'),
    before: answered('**/api/auth/password/reset-request', { success: true }),
    prepare: steps(fill('Email', orgAdmin), press('Send the link')),
  },
  {
    name: 'reset-password-choose',
    path: at(`/reset-password${token}`),
    before: answered('**/api/auth/password/reset-check', {
      email: orgAdmin,
      firstName: 'Dana',
      lastName: 'Reyes',
      minimumLength: 15,
    }),
    prepare: fill('New password', 'four quiet herons'),
  },
  { name: 'reset-password-invalid', path: at(`/reset-password${token}`) },
  { name: 'confirm-email', path: at('/confirm-email') },
  {
    name: 'confirm-email-loading',
    path: at(`/confirm-email${token}`),
    before: unanswered('**/api/auth/confirm-email'),
    isWaiting: true,
  },
  {
    name: 'confirm-email-done',
    path: at(`/confirm-email${token}`),
    before: answered('**/api/auth/confirm-email', { success: true, next: 'wait_for_approval' }),
  },
  { name: 'confirm-email-invalid', path: at(`/confirm-email${token}`) },
];

/** @type {Step} */
const seeWhoYouAre = (page) => page.getByText('You are logged in').waitFor();

/** @type {Screen[]} */
const errors = [
  { name: 'unauthorized', path: at('/unauthorized') },
  { name: 'unauthorized-signed-in', person: orgAdmin, path: at('/msp/billing'), prepare: seeWhoYouAre },
  {
    name: 'unauthorized-no-dashboard',
    person: vendor,
    path: at('/dashboard'),
    prepare: seeWhoYouAre,
  },
  { name: 'not-implemented', path: at('/not-implemented') },
  { name: 'not-implemented-baa', person: orgAdmin, path: ({ cedar }) => `/org/${cedar}/baa` },
  { name: 'not-implemented-pnp', person: orgAdmin, path: ({ cedar }) => `/org/PnP/${cedar}`, only: 'phone' },
  { name: 'error', path: at('/error') },
  { name: 'error-402', path: at('/error?code=402') },
  { name: 'error-404', path: at('/no-such-page') },
  { name: 'error-500', path: at('/error?code=500') },
  {
    name: 'error-of-the-app',
    person: mspAdmin,
    path: at('/msp/dashboard'),
    before: (page) => page.route('**/assets/MspDashboardPage-*.js', (route) => route.abort()),
  },
  {
    name: 'error-who-is-there',
    person: mspAdmin,
    path: at('/msp/dashboard'),
    before: (page) => page.route('**/api/auth/me', (route) => route.abort()),
  },
  { name: 'oauth-success', path: at('/oauth-success') },
  { name: 'oauth-success-no-opener', path: at('/oauth-success?uuid=3f2c8a54-6f0e-4c55-9d6e-0d0b7a1f2c3d') },
  { name: 'oauth-error', path: at('/oauth-error?message=The%20account%20belongs%20to%20another%20domain.') },
];

export const publicScreens = [...landing, ...signIn, ...registration, ...links, ...errors];
