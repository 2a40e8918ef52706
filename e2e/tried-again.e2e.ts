import type { Browser } from '@playwright/test';
import { auditCategories } from '@sentrywell/contract/audit-log.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { expect } from './fixture.ts';
import { findOrganizations } from './organizations.ts';
import { linkIn, newestMailTo } from './people.ts';
import {
  ask,
  expectBanner,
  fillRegistration,
  freshDomain,
  freshMsp,
  freshOrganization,
  freshPage,
  logIn,
  loseAnswers,
  newPassword,
  test,
} from './world.ts';

test('declined requests that cannot be read say so, and are asked for again', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  const list = '**/api/msp-service/msp/declined-requests';
  await page.route(list, (route) => route.fulfill({ status: 403, json: { code: 'access.denied', message: 'No.' } }));
  await page.goto('/msp/team');
  const failure = page.getByRole('alert').filter({ hasText: 'Error Loading Declined Requests' });
  await expect(failure).toBeVisible();
  await page.unroute(list);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(failure).toHaveCount(0);
});

test('a switch whose state cannot be read says why it cannot be used, and is asked for again', async ({
  openAs,
  baseURL,
}) => {
  const page = await openAs('orgAdmin');
  const { cedar } = await findOrganizations(baseURL ?? '');
  const settings = '**/assessment-settings';
  await page.route(settings, (route) =>
    route.fulfill({ status: 403, json: { code: 'access.denied', message: 'No.' } }),
  );
  await page.goto(`/org/${cedar}/sra`);
  const tiers = page.getByRole('checkbox', { name: /tier 2/ });
  await expect(tiers).toBeDisabled();
  await expect(page.getByText('The setting could not be read. No.')).toBeVisible();
  await page.unroute(settings);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(tiers).toBeEnabled();
  await expect(page.getByText('The setting could not be read.')).toHaveCount(0);
});

test('an address whose confirmation did not reach the server is confirmed with another try', async ({ page }) => {
  await page.route('**/api/auth/confirm-email', (route) => route.abort());
  await page.goto(`/confirm-email?token=${'x'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText('The server could not be reached.');
  await page.unroute('**/api/auth/confirm-email');
  await page.route('**/api/auth/confirm-email', (route) => route.fulfill({ json: { success: true, next: 'sign_in' } }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Your e-mail address is confirmed. You can log in now.')).toBeVisible();
});

/** Somebody who was invited to register a clinic, at a browser of theirs. */
async function invitedClinic(browser: Browser) {
  const msp = await freshMsp(browser);
  const email = `admin@${freshDomain('clinic')}`;
  const { link = '' } = await ask(msp.page, invitationEndpoints.inviteOrganization, { body: { email } });
  return { email, link, page: await freshPage(browser) };
}

test('an invitation that cannot be looked up for a moment is not called invalid, but looked up again', async ({
  browser,
}) => {
  const { email, link, page } = await invitedClinic(browser);
  let lookUps = 0;
  await page.route('**/api/auth/invite/invitations/*', async (route) => {
    lookUps += 1;
    await (lookUps === 1 ? route.abort() : route.continue());
  });
  await page.goto(link);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page).toHaveURL(/\/register\/org$/);
  expect(lookUps).toBe(2);
});

test('a registration whose answer was lost and is sent again leads to /login, and calls no invitation invalid', async ({
  browser,
}) => {
  const { email, link, page } = await invitedClinic(browser);
  await loseAnswers(page, '**/api/auth/register/organization');
  await page.goto(link);
  await fillRegistration(page, ['Morgan', 'Field']);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectBanner(page, 'The server could not be reached.');
  await page.unroute('**/api/auth/register/organization');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your account may be ready from the first try.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a new password whose answer was lost and is sent again leads to /login, and calls no link invalid', async ({
  browser,
}) => {
  const { email } = await freshOrganization(browser);
  const page = await freshPage(browser);
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.goto(linkIn(await newestMailTo(email)));
  const chosen = 'eleven copper kettles singing';
  await page.getByLabel('New password', { exact: true }).fill(chosen);
  await loseAnswers(page, '**/api/auth/password/reset');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The server could not be reached.')).toBeVisible();
  await page.unroute('**/api/auth/password/reset');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password may have been changed by the first try.')).toBeVisible();
  await logIn(page, email, chosen);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a link to a new password that could not be checked for a moment is checked with another try', async ({
  page,
}) => {
  await page.route('**/api/auth/password/reset-check', (route) => route.abort());
  await page.goto(`/reset-password?token=${'x'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText('The server could not be reached.');
  await page.unroute('**/api/auth/password/reset-check');
  await page.route('**/api/auth/password/reset-check', (route) =>
    route.fulfill({
      json: { firstName: 'Robin', lastName: 'Owner', email: 'robin@clinic.example', minimumLength: 15 },
    }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('robin@clinic.example');
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
});

test('one that the server refused is not checked again: a new link can be asked for', async ({ page }) => {
  await page.goto(`/reset-password?token=${'x'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText('This link is invalid or has expired.');
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('a link of a confirmation that the server refused is not tried again', async ({ page }) => {
  await page.goto(`/confirm-email?token=${'x'.repeat(43)}`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the link again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('an organization whose name cannot be read leaves no button that does nothing: the page says so, and asks again', async ({
  openAs,
  baseURL,
}) => {
  const page = await openAs('orgAdmin');
  const { cedar } = await findOrganizations(baseURL ?? '');
  const organization = `**/api/organization-service/organizations/${cedar}`;
  await page.route(organization, (route) =>
    route.fulfill({ status: 403, json: { code: 'access.denied', message: 'No.' } }),
  );
  await page.goto(`/org/${cedar}/sra`);
  await expect(page.getByRole('alert').filter({ hasText: 'Error Loading Organization' })).toBeVisible();
  await page.unroute(organization);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Assess again' })).toBeEnabled();
});

test('all categories can be chosen where it cannot be read which ones occur', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.route('**/categories', (route) =>
    route.fulfill({ status: 403, json: { code: 'access.denied', message: 'No.' } }),
  );
  await page.goto('/msp/auditlogs');
  await page.getByRole('button', { name: /^All Categories|Category$/ }).click();
  await expect(page.getByRole('option')).toHaveText(['All Categories', ...auditCategories.toSorted()]);
});

test('a logout that fails where access was denied says so', async ({ browser }) => {
  const { page, id } = await freshOrganization(browser);
  await page.goto(`/org/${id}/dashboard`);
  await expect(page.getByText('Established')).toBeVisible();
  await page.route('**/api/auth/logout', (route) => route.abort());
  await page.goto('/unauthorized');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectBanner(page, 'Logout failed');
  await page.unroute('**/api/auth/logout');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
});

test('an entry of the audit log that cannot be read says so, and is asked for again; one that is not there is not', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  const entry = '**/entries/*';
  await page.route(entry, (route) => route.fulfill({ status: 403, json: { code: 'access.denied', message: 'No.' } }));
  await page.goto('/msp/auditlogs');
  await page.getByRole('table').getByRole('link').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('No.');
  await page.unroute(entry);
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByText('Position in the chain')).toBeVisible();
  await page.goto('/msp/auditlogs?entry=99999999');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});
