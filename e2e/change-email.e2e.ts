import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { expect } from './fixture.ts';
import { newestMailTo } from './people.ts';
import { enter, expectBanner, freshOrganization, freshPage, logIn, messages, test } from './world.ts';

test('somebody changes the address they sign in with, and hears about it at the old one', async ({ browser }) => {
  const { page, email, domain, id } = await freshOrganization(browser);
  const elsewhere = await freshPage(browser);
  await enter(elsewhere, email);
  await page.goto('/settings');
  await page.getByLabel('New email').fill(email.toUpperCase());
  await page.getByRole('button', { name: 'Change email' }).dblclick();
  await expect(page.getByLabel('New email')).toHaveAccessibleDescription('This is your e-mail address already.');
  await page.getByLabel('New email').fill('owner@nowhere');
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByLabel('New email')).toHaveAccessibleDescription('Please enter a valid email address');

  const changed = `owner@${domain}`;
  await page.getByLabel('New email').fill(changed);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(messages(page)).toContainText('Your e-mail address was changed. Your other sessions have ended.');
  await expect(page.getByText(`You sign in with ${changed}.`)).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(changed);
  expect((await newestMailTo(email)).text).toContain(changed);

  await elsewhere.goto(`/org/${id}/dashboard`);
  await expect(elsewhere).toHaveURL(/\/login$/);
  await logIn(elsewhere, email);
  await expectBanner(elsewhere, 'Invalid email or password');
  await logIn(elsewhere, changed);
  await expect(elsewhere).toHaveURL(new RegExp(`/org/${id}/dashboard$`));
});

test('an address that waits for its link is shown, and can be given up', async ({ browser }) => {
  const { page, email, domain } = await freshOrganization(browser);
  const wanted = `new@${domain}`;
  let waits = true;
  // The demo sends no mail, so the server's part of it is played here; its own tests follow a real mail.
  await page.route('**/api/auth/account', async (route) => {
    const answer = await route.fetch();
    const account = accountEndpoints.findAccount.reply.parse(await answer.json());
    await route.fulfill({ response: answer, json: { ...account, pendingEmail: waits ? wanted : null } });
  });
  await page.goto('/settings');
  await expect(page.getByText(`We sent a link to ${wanted}.`)).toBeVisible();
  waits = false;
  await page.getByRole('button', { name: 'Keep my address' }).click();
  await expect(messages(page)).toContainText('Your e-mail address stays as it is.');
  await expect(page.getByText(`We sent a link to ${wanted}.`)).toHaveCount(0);
  await expect(page.getByText(`You sign in with ${email}.`)).toBeVisible();
});

test('the link out of the mail to a new address says what it did', async ({ page }) => {
  await page.route('**/api/auth/confirm-email', (route) =>
    route.fulfill({ json: { success: true, next: 'email_changed' } }),
  );
  await page.goto(`/confirm-email?token=${'x'.repeat(43)}`);
  await expect(page.getByText('Your account has its new e-mail address. Log in with it from now on.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
});
