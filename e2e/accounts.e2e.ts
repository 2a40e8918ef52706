import type { Page } from '@playwright/test';
import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { authEndpoints, passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { expect } from './fixture.ts';
import { settle } from './in-page.ts';
import { demoPassword } from '../tools/demo-accounts.mjs';
import { linkIn, newestMailTo, people, signIn } from './people.ts';
import {
  ask,
  countCalls,
  enter,
  expectBanner,
  fillRegistration,
  freshDomain,
  freshMsp,
  freshOrganization,
  freshPage,
  logIn,
  messages,
  newPassword,
  test,
} from './world.ts';

test('/login says what the specification says', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Remember Password' })).not.toBeChecked();
  await expect(page.getByRole('link', { name: 'Reset Password' })).toHaveAttribute('href', '/reset-password');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');

  await logIn(page, people.orgAdmin, 'not the right password');
  await expectBanner(page, 'Invalid email or password');
  await logIn(page, `nobody@${freshDomain('nowhere')}`, 'not the right password');
  await expectBanner(page, 'Invalid email or password');
});

test('everybody lands where the specification sends them', async ({ browser }) => {
  const landings = [
    [people.mspAuditor, /\/msp\/dashboard$/],
    [people.orgAuditor, /\/org\/\d+\/dashboard$/],
    [people.root, /\/msp\/dashboard$/],
  ] as const;
  for (const [email, address] of landings) {
    const page = await freshPage(browser);
    await signIn(page, email);
    await expect(page).toHaveURL(address);
    // The wrapper after signing in, and the page of /login itself, lead a person who is signed in to the same place.
    await page.goto('/dashboard');
    await expect(page).toHaveURL(address);
    await page.goto('/login');
    await expect(page).toHaveURL(address);
    await page.context().close();
  }
});

test('the address is remembered when the box was ticked', async ({ browser }) => {
  const { page, email } = await freshOrganization(browser);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('checkbox', { name: 'Remember Password' }).check();
  await logIn(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByRole('checkbox', { name: 'Remember Password' })).toBeChecked();
});

test('the page of /login is loaded again with what it says', async ({ page }) => {
  await page.goto('/msp/team');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Please log in to view this page')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Please log in to view this page')).toBeVisible();
  await page.reload();
  await logIn(page, people.mspAdmin, demoPassword);
  await expect(page).toHaveURL(/\/msp\/team$/);
});

test('a sign-in that gets no answer says so', async ({ page }) => {
  await page.goto('/login');
  await page.route('**/api/auth/login', (route) => route.abort());
  await logIn(page, people.orgAdmin);
  await expectBanner(page, 'The server could not be reached. Check your connection and try again.');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
});

test('a refusal that says nothing of its own is said in the words of the specification', async ({ page, openAs }) => {
  /** What a machine between the browser and the server answers in its place. */
  const refuse = (on: Page, address: string) =>
    on.route(address, (route) => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }));
  await refuse(page, '**/api/auth/login');
  await page.goto('/login');
  await logIn(page, people.orgAdmin);
  await expectBanner(page, 'Login failed');
  await refuse(page, '**/api/auth/register/organization');
  await page.goto('/register/org');
  await fillRegistration(page, ['Morgan', 'Field'], `admin@${freshDomain('clinic')}`);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectBanner(page, 'Registration failed');

  const admin = await openAs('mspAdmin');
  await refuse(admin, '**/api/msp-service/msp/tenants');
  await admin.goto('/msp/tenants');
  await expect(admin.getByRole('heading', { name: 'Error Loading Organizations' })).toBeVisible();
  await expect(admin.getByText('Failed to fetch organizations')).toBeVisible();
  await refuse(admin, '**/api/organization-service/organizations/*');
  await admin.goto('/org/1/dashboard');
  await expect(admin.getByRole('heading', { name: 'Error Loading Organization' })).toBeVisible();
  await expect(admin.getByText('Failed to fetch organization details')).toBeVisible();
});

test('/register/org names every missing field and closes its button until they are there', async ({ page }) => {
  await page.goto('/register/org');
  await expect(page.getByText("A few words you can remember are better than characters you can't.")).toBeVisible();
  const submit = page.getByRole('button', { name: 'Create account' });
  const terms = page.getByRole('checkbox');
  await expect(page.getByText('Are you a MSP?')).toBeVisible();
  await expect(submit).toBeDisabled();
  await terms.check();
  await expect(submit).toBeEnabled();
  await terms.uncheck();
  await expect(page.getByText('You must agree to continue.')).toBeVisible();
  await expect(submit).toBeDisabled();
  await terms.check();
  await submit.click();
  for (const words of ['First name', 'Last name', 'Email', 'Password']) {
    await expect(page.getByText(`${words} is required`, { exact: true })).toBeVisible();
  }
  await expect(submit).toBeDisabled();
  await page.getByLabel('First name').fill('Robin');
  await expect(page.getByText('First name is required')).toHaveCount(0);
  await page.getByLabel('Last name').fill('Owner');
  await page.getByLabel('Email').fill(`owner@${freshDomain('clinic')}`);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await expect(submit).toBeEnabled();
});

test('/register/msp has its own words, and the two pages lead to each other', async ({ page }) => {
  await page.goto('/register/msp');
  await expect(page.getByText('Are you an Org?')).toBeVisible();
  const submit = page.getByRole('button', { name: 'Create account' });
  await expect(submit).toBeDisabled();
  await page.getByRole('checkbox').check();
  await submit.click();
  await expect(page.getByText('Email or phone is required', { exact: true })).toBeVisible();
  // Here only the tick closes the button (specification §2 and §5).
  await expect(submit).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await page.getByRole('link', { name: 'Register an organization' }).click();
  await expect(page).toHaveURL(/\/register\/org$/);
  await page.getByRole('link', { name: 'Register as an MSP' }).click();
  await expect(page).toHaveURL(/\/register\/msp$/);
});

test('an organization registers, also with a double click, and its domain is then taken', async ({ browser, page }) => {
  const domain = freshDomain('clinic');
  await page.goto('/register/org');
  const submit = page.getByRole('button', { name: 'Create account' });
  const calls = await countCalls(page, '/api/auth/register/organization', async () => {
    await fillRegistration(page, ['Robin', 'Owner'], `owner@${domain}`);
    await submit.dblclick();
    await expect(page).toHaveURL(/\/login$/);
  });
  expect(calls).toBe(1);
  await expect(page.getByText('Your account is ready. Please log in.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(`owner@${domain}`);

  const second = await freshPage(browser);
  await second.goto('/register/org');
  await fillRegistration(second, ['Kim', 'Late'], `kim@${domain}`);
  await second.getByRole('button', { name: 'Create account' }).click();
  await expectBanner(
    second,
    'An organization with this domain already exists. Ask its administrator for an invitation.',
  );
  await second.getByLabel('Email').fill(`kim@${freshDomain('clinic')}`);
  await second.getByLabel('Password', { exact: true }).fill('short');
  await second.getByRole('button', { name: 'Create account' }).click();
  await expectBanner(second, 'Please use at least 15 characters.');
});

test('an invitation that nobody sent leads to the error page', async ({ page }) => {
  for (const address of ['/register/org', '/register/msp']) {
    await page.goto(`${address}?token=${'x'.repeat(43)}`);
    await expect(page).toHaveURL(/\/error$/);
    await expect(page.getByText('Invalid or expired invitation')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go back to home' })).toHaveAttribute('href', '/');
  }
});

test('a forgotten password is replaced through the mail, and other sessions end', async ({ browser, page }) => {
  const { page: elsewhere, email, id } = await freshOrganization(browser);
  await elsewhere.goto(`/org/${id}/team`);
  await expect(elsewhere.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();

  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Reset Password' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If ${email} belongs to an account, a mail with a link is on its way.`)).toBeVisible();

  const link = linkIn(await newestMailTo(email));
  await page.goto(link);
  await expect(page).not.toHaveURL(/token/);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  const chosen = 'eleven copper kettles singing';
  await page.getByLabel('New password', { exact: true }).fill(chosen);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your password was changed. Log in with the new one.')).toBeVisible();
  await logIn(page, email, newPassword);
  await expectBanner(page, 'Invalid email or password');
  await logIn(page, email, chosen);
  await expect(page).toHaveURL(/\/dashboard$/);

  await elsewhere.getByRole('link', { name: 'Dashboard' }).click();
  await expect(elsewhere).toHaveURL(/\/login$/);

  // The link worked once.
  const again = await freshPage(browser);
  await again.goto(link);
  await expectBanner(again, 'This link is invalid or has expired. Please ask for a new one.');
});

test('whoever chooses a new password where somebody else is logged in is told that it was changed, and logs in', async ({
  browser,
}) => {
  const { email } = await freshOrganization(browser);
  const other = await freshOrganization(browser);
  await ask(other.page, passwordEndpoints.requestPasswordReset, { body: { email } });
  const { page } = other;
  await page.goto('/settings');
  await expect(page.getByRole('banner')).toContainText(other.email);
  await page.goto(linkIn(await newestMailTo(email)));
  const chosen = 'eleven copper kettles singing';
  await page.getByLabel('New password', { exact: true }).fill(chosen);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(`This browser is still logged in as Morgan Field (${other.email}).`)).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your password was changed. Log in with the new one.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go on as Morgan Field' })).toHaveAttribute('href', /\/dashboard$/);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await logIn(page, email, chosen);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('banner')).toContainText(email);
});

test('a session that was ended elsewhere leads to /login and back to the page', async ({ browser }) => {
  const { page, email, id } = await freshOrganization(browser);
  const other = await freshPage(browser);
  await enter(other, email);
  await page.goto(`/org/${id}/team`);
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();

  await other.goto('/settings');
  await other.getByRole('button', { name: 'End all others' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'End them' }).click();
  await expect(other.getByText('Your other sessions have ended.')).toBeVisible();

  await page.getByRole('link', { name: 'Audit Logs' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, email);
  await expect(page).toHaveURL(new RegExp(`/org/${id}/audit-logs$`));
});

test('a session that was ended elsewhere ends here with the next call', async ({ browser }) => {
  const { page, id } = await freshOrganization(browser);
  const tab = await page.context().newPage();
  await page.goto(`/org/${id}/dashboard`);
  await tab.goto(`/org/${id}/team`);
  await expect(tab.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  // What the page itself still asked for would end the session here, before anybody presses anything.
  await settle(tab);
  await ask(page, authEndpoints.logout);
  const heldCall = '**/categories';
  // One call is answered when the page has left already: it finds nobody to tell, and breaks nothing.
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await tab.route(heldCall, async (route) => {
    await held;
    await route.continue();
  });
  await tab.getByRole('link', { name: 'Audit Logs' }).click();
  await expect(tab).toHaveURL(/\/login$/);
  const late = tab.waitForResponse(heldCall);
  answer();
  expect((await late).status()).toBe(401);
  await expect(tab.getByRole('button', { name: 'Log in' })).toBeEnabled();
});

test('two tabs change the profile: what is saved last counts, and nothing else is lost', async ({ browser }) => {
  const { page, domain } = await freshMsp(browser);
  const tab = await page.context().newPage();
  await page.goto('/settings');
  await tab.goto('/settings');
  await page.getByLabel('First name').fill('Robin');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(messages(page)).toContainText('Your name was changed.');
  await tab.getByLabel('First name').fill('Alexis');
  await tab.getByRole('button', { name: 'Save name' }).click();
  await expect(messages(tab)).toContainText('Your name was changed.');
  const account = await ask(page, accountEndpoints.findAccount);
  expect(account).toMatchObject({ firstName: 'Alexis', lastName: 'Reyes', email: `admin@${domain}` });
});
