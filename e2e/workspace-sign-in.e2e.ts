import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';
import { expectBanner, freshOrganization, test } from './world.ts';
import { allowAs, openSignIn } from './workspace.ts';

/** The page as it stands before anything was read, and the sentence that says why. */
async function expectNothingRead(page: Page, sentence: string): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Verifying Your Identity' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Signin With Google' })).toBeEnabled();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Signin With Google' })).toBeEnabled();
  await expect(page.getByRole('heading', { name: 'Compliance Summary' })).toHaveCount(0);
}

const cases = [
  {
    who: 'an administrator who is not super',
    account: (domain: string) => `helpdesk@${domain}`,
    sentence: 'Google shows these settings only to super administrators. Please sign in with such an account.',
  },
  {
    who: 'an ordinary user',
    account: (domain: string) => `frontdesk@${domain}`,
    sentence: 'Google shows these settings only to super administrators. Please sign in with such an account.',
  },
  {
    who: 'a personal account',
    account: () => 'robin.personal@mail.example',
    sentence: 'A personal Google account cannot be used. Please sign in with an account of your organization.',
  },
  {
    who: 'an account of another domain',
    account: () => 'admin@other-clinic.example',
    sentence: 'This Google account belongs to another domain. Please sign in with an account of your organization.',
  },
];
for (const { who, account, sentence } of cases) {
  test(`a sign-in with ${who} reads nothing`, async ({ browser }) => {
    const { page, domain, id } = await freshOrganization(browser);
    await page.goto(`/org/${id}/sra`);
    const popup = await openSignIn(page);
    await allowAs(popup, account(domain));
    await expect(popup.getByRole('heading', { name: 'Authentication Error' })).toBeVisible();
    await expect(popup.getByText(sentence)).toBeVisible();
    await expectNothingRead(page, sentence);
  });
}

test('nothing is read because it was cancelled at Google', async ({ browser }) => {
  const { page, domain, id } = await freshOrganization(browser);
  await page.goto(`/org/${id}/sra`);
  const popup = await openSignIn(page);
  await popup.getByText(`admin@${domain}`).click();
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await expectNothingRead(page, 'The sign-in was cancelled. Nothing was read.');
});

test('nothing is read because the window was closed, or the page stopped waiting', async ({ browser }) => {
  const { page, id } = await freshOrganization(browser);
  await page.goto(`/org/${id}/sra`);
  const popup = await openSignIn(page);
  await expect(page.getByRole('heading', { name: 'Verifying Your Identity' })).toBeVisible();
  await popup.close();
  await expectBanner(page, 'The sign-in window was closed before the sign-in was finished.');
  const second = await openSignIn(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Signin With Google' })).toBeEnabled();
  await expect.poll(() => second.isClosed()).toBe(true);
});

test('nothing is read because the browser blocked the window', async ({ browser }) => {
  const { page, id } = await freshOrganization(browser);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(`/org/${id}/sra`);
  await page.getByRole('button', { name: 'Signin With Google' }).click();
  await expectNothingRead(
    page,
    'Your browser blocked the sign-in window. Allow pop-ups for this site, then try again.',
  );
});

test('nothing is read because the server could not say where to go', async ({ browser }) => {
  const { page, id } = await freshOrganization(browser);
  await page.route('**/api/auth/google?*', (route) => route.abort());
  await page.goto(`/org/${id}/sra`);
  await page.getByRole('button', { name: 'Signin With Google' }).click();
  await expectNothingRead(page, 'Failed to initiate OAuth. Please try again.');
});
