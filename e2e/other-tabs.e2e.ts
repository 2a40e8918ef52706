import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';
import { ask, enter, freshOrganization, logIn, messages, test } from './world.ts';

const shownIn = (page: Page, email: string) =>
  page.getByRole('main').getByText(email).filter({ visible: true }).first();

test('the tab of every screen of an organization says which one it is about', async ({ browser }) => {
  const { page, id, domain } = await freshOrganization(browser);
  await ask(page, organizationEndpoints.renameOrganization, {
    params: { id: String(id) },
    body: { name: 'Linden Clinic', domainName: domain },
  });
  for (const [screen, name] of [
    ['dashboard', 'Dashboard'],
    ['team', 'People'],
    ['billing', 'Billing'],
    ['audit-logs', 'Audit Logs'],
    ['sra', 'Security Risk Assessment'],
  ] as const) {
    await page.goto(`/org/${id}/${screen}`);
    await expect(page).toHaveTitle(`${name} of Linden Clinic · Sentrywell`);
  }
});

test('a page that could not be loaded or is not there names its tab, which keeps no name of the page before', async ({
  browser,
}) => {
  const { page, id } = await freshOrganization(browser);
  await page.route(`**/organizations/${id}/billing`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/org/${id}/dashboard`);
  await expect(page).toHaveTitle(/^Dashboard of /);
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { name: 'Error Loading Billing', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('Error Loading Billing · Sentrywell');
});

/** Tabs of one browser share its cookie: whoever is signed in, is so in all of them. */

test('logging out in one tab takes the other to /login, and logging in takes it back to where it was', async ({
  browser,
}) => {
  const { page, id, email } = await freshOrganization(browser);
  const tab = await page.context().newPage();
  await page.goto(`/org/${id}/dashboard`);
  await tab.goto(`/org/${id}/team?q=${id}`);
  await expect(tab.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  await page.goto('/settings');
  await page.getByLabel('First name').fill('Robin');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(messages(page)).toContainText('Your name was changed.');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(tab).toHaveURL(/\/login$/);
  await expect(tab.getByText('Your session ended. Log in to go on where you were.')).toBeVisible();
  await expect(tab.getByText(email)).toHaveCount(0);
  await logIn(page, email);
  await expect(tab).toHaveURL(`/org/${id}/team?q=${id}`);
  await expect(tab.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  // Whoever logs in might be somebody else: what was said before is said to nobody.
  await expect(page.getByRole('banner')).toContainText(email);
  expect(await messages(page).textContent()).toBe('');
});

test('whoever fills in a registration is left to it when another tab logs in', async ({ browser }) => {
  const { page, id, email } = await freshOrganization(browser);
  await page.goto(`/org/${id}/dashboard`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const tab = await page.context().newPage();
  await tab.goto('/register/msp');
  await tab.getByLabel('First name').fill('Jordan');
  const isTold = tab.evaluate(
    "new Promise((done) => addEventListener('storage', (event) => event.newValue && done()))",
  );
  const asked: string[] = [];
  tab.on('request', (request) => asked.push(request.url()));
  await logIn(page, email);
  await isTold;
  await tab.getByLabel('Last name').fill('Lee');
  await expect(tab.getByLabel('First name')).toHaveValue('Jordan');
  expect(asked).toEqual([]);
});

test('another person in one tab: nothing of the first stays on the other, nor could they act there', async ({
  browser,
}) => {
  const { page, id, email } = await freshOrganization(browser);
  const other = await freshOrganization(browser);
  const tab = await page.context().newPage();
  await tab.goto(`/org/${id}/team`);
  await expect(shownIn(tab, email)).toBeVisible();
  await enter(page, other.email);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(`/org/${other.id}/dashboard`);
  await expect(tab).toHaveURL(/\/unauthorized$/);
  await expect(tab.getByText(email)).toHaveCount(0);
});

test('a server that cannot be reached when another tab is heard of ends nothing', async ({ browser }) => {
  const { page, id, email } = await freshOrganization(browser);
  const tab = await page.context().newPage();
  await tab.goto(`/org/${id}/team`);
  await expect(shownIn(tab, email)).toBeVisible();
  await tab.route('**/api/auth/me', (route) => route.abort());
  const isAsked = tab.waitForRequest('**/api/auth/me');
  await page.goto(`/org/${id}/dashboard`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await isAsked;
  await expect(page).toHaveURL(/\/login$/);
  await expect(tab).toHaveURL(`/org/${id}/team`);
});

test('a tab that could not be told who is there asks again until it is', async ({ browser }) => {
  const { page, id, email } = await freshOrganization(browser);
  const other = await freshOrganization(browser);
  const tab = await page.context().newPage();
  await tab.goto(`/org/${id}/team`);
  await expect(shownIn(tab, email)).toBeVisible();
  await tab.route('**/api/auth/me', (route) => route.abort());
  const isAsked = tab.waitForRequest('**/api/auth/me');
  await enter(page, other.email);
  await page.goto('/dashboard');
  await isAsked;
  await expect(page).toHaveURL(`/org/${other.id}/dashboard`);
  await tab.unroute('**/api/auth/me');
  await expect(tab).toHaveURL(/\/unauthorized$/);
  await expect(tab.getByText(email)).toHaveCount(0);
});

test('a page that the browser put aside asks who is there when somebody comes back to it', async ({ browser }) => {
  const { page, id, email } = await freshOrganization(browser);
  await page.goto(`/org/${id}/team`);
  await expect(shownIn(page, email)).toBeVisible();
  await ask(page, authEndpoints.logout);
  // The browser of these tests puts no page aside; what it would tell the page is told here.
  await page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(email)).toHaveCount(0);
});
