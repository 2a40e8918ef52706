import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixture.ts';

/** The ways in which it can't be told who is there, and what the page says of them. */
const failures: readonly {
  readonly what: string;
  readonly fail: (route: Route) => Promise<void>;
  readonly words: RegExp;
}[] = [
  { what: 'no answer', fail: (route) => route.abort(), words: /could not be reached\. Check your connection/ },
  {
    what: 'a database that is gone',
    fail: (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '2' },
        json: { code: 'database.unavailable', message: 'The service is briefly unavailable.' },
      }),
    words: /briefly unavailable/,
  },
  {
    what: 'an answer that is none of ours',
    fail: (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to our guest network</h1>' }),
    words: /could not be reached\. Check your connection/,
  },
];

const who = '**/api/auth/me';
const trouble = (page: Page) => page.getByRole('main').getByRole('alert');
const team = (page: Page) => page.getByRole('heading', { level: 1, name: 'People' });

// The browser itself reports a call without an answer, and a 503.
test.beforeEach(({ troubles }) => troubles.allow(/net::ERR_FAILED|status of 503/));

for (const { what, fail, words } of failures) {
  test(`${what} to who is there: the page says so where it is, and opens by itself`, async ({ openAs }) => {
    const page = await openAs('mspAdmin');
    await page.route(who, fail);
    await page.goto('/msp/team');
    await expect(page.getByRole('heading', { level: 1, name: 'Error Loading Page' })).toBeVisible();
    await expect(trouble(page)).toContainText(words);
    await expect(page).toHaveURL('/msp/team');
    await page.unroute(who);
    await expect(team(page)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  test(`${what} to who is there is no logout: /login still knows that somebody may be signed in`, async ({
    openAs,
  }) => {
    const page = await openAs('mspAdmin');
    await page.goto('/msp/team');
    await expect(team(page)).toBeVisible();
    await page.route(who, fail);
    await page.goto('/msp/team');
    await expect(trouble(page)).toBeVisible();
    await page.unroute(who);
    await page.goto('/login');
    await expect(page).toHaveURL('/msp/dashboard');
  });
}

test('Retry asks who is there at once', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  // By itself it would be asked again in an hour.
  const json = { code: 'database.unavailable', message: 'The service is briefly unavailable.' };
  await page.route(who, (route) => route.fulfill({ status: 503, headers: { 'retry-after': '3600' }, json }));
  await page.goto('/msp/team');
  await expect(trouble(page)).toBeVisible();
  await page.unroute(who);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(team(page)).toBeVisible();
});

test('who is there stays there when it cannot be asked again', async ({ openAs }) => {
  const page = await openAs('mspUser');
  await page.goto('/settings');
  const name = page.getByLabel('First name');
  const before = await name.inputValue();
  await page.route(who, (route) => route.abort());
  for (const next of [`${before} Jr.`, before]) {
    await name.fill(next);
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText('Your name was changed.').last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save name' })).toBeDisabled();
    await expect(page).toHaveURL('/settings');
  }
  await expect(trouble(page)).toHaveCount(0);
});
