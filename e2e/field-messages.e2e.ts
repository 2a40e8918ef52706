import type { Locator } from '@playwright/test';
import { expect } from './fixture.ts';
import {
  countCalls,
  expectBanner,
  fillRegistration,
  freshDomain,
  freshMsp,
  freshOrganization,
  messages,
  test,
} from './world.ts';

/** No rule of the page finds these out: the server does. */
const unfit = 'bell\u0007rings';
const unfitWords = 'Contains characters that are not allowed';
const addressWords = 'Please enter a valid email address';

/** The sentence alone stands under the field, which has the focus. */
async function expectUnder(field: Locator, sentence: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(`^${sentence}`));
  await expect(field).toBeFocused();
}

test('what the server has against a field of a public form stands under it', async ({ page }) => {
  await page.goto('/register/org');
  await fillRegistration(page, ['Robin', 'Owner'], 'owner@nowhere');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectBanner(page, addressWords);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(addressWords);
  await expect(page.getByText('email:')).toHaveCount(0);

  // On the MSP page a sentence stands once: before anything is sent, and when the server says it.
  await page.goto('/register/msp');
  await fillRegistration(page, ['Robin', 'Owner'], 'notanemail');
  const calls = await countCalls(page, '/api/auth/register/msp', async () => {
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectUnder(page.getByLabel('Email'), addressWords);
  });
  expect(calls).toBe(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Email').fill(`robin@${freshDomain('msp')}`);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectUnder(page.getByLabel('Password', { exact: true }), 'Please use at least 15 characters.');
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.goto('/contact');
  await page.getByLabel('Name').fill('Jörg Vale');
  await page.getByLabel('Email').fill(`jörg@${freshDomain('clinic')}`);
  await page.getByLabel('Message').fill('We are twelve people.');
  const send = page.getByRole('button', { name: 'Send message' });
  const messagesSent = await countCalls(page, '/api/auth/contact', async () => {
    await send.click();
    await expectUnder(page.getByLabel('Email'), addressWords);
  });
  expect(messagesSent).toBe(0);
  await page.getByLabel('Email').fill(`jorg@${freshDomain('clinic')}`);
  await page.getByLabel('Name').fill(unfit);
  await send.click();
  await expectUnder(page.getByLabel('Name'), unfitWords);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('and of a form of somebody who is signed in', async ({ browser }) => {
  const msp = await freshMsp(browser);
  await msp.page.goto('/settings');
  await msp.page.getByLabel('First name').fill(unfit);
  await msp.page.getByRole('button', { name: 'Save name' }).click();
  await expectUnder(msp.page.getByLabel('First name'), unfitWords);
  await msp.page.getByLabel('Name', { exact: true }).fill(unfit);
  await msp.page.getByRole('button', { name: 'Save MSP name' }).click();
  await expectUnder(msp.page.getByLabel('Name', { exact: true }), unfitWords);
  await expect(messages(msp.page)).not.toContainText(unfitWords);

  const { page, id } = await freshOrganization(browser, msp);
  await page.goto(`/org/${id}/dashboard`);
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveAccessibleDescription('At most 100 characters.');
  await page.getByRole('dialog').getByLabel('Name').fill(unfit);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectUnder(page.getByRole('dialog').getByLabel('Name'), unfitWords);
});

test('on a phone a message covers no button of a dialog', async ({ browser }) => {
  const { page, domain } = await freshMsp(browser);
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto('/msp/tenants');
  await page.getByRole('button', { name: 'Invite Organization' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(messages(page)).toContainText('Please enter email!');
  await dialog.getByLabel('Email').fill(`owner@practice-${domain}`);
  await dialog.getByRole('button', { name: 'Send invitation' }).click({ timeout: 5_000 });
  await expect(messages(page)).toContainText('Organization invitation sent successfully!');
});

test('a role that nobody chose has the sentence and the focus, as any other field has', async ({ browser }) => {
  const { page, id, domain } = await freshOrganization(browser);
  await page.goto(`/org/${id}/team`);
  await page.getByRole('button', { name: 'Add People' }).click();
  await page.getByLabel('Email').fill(`robin@${domain}`);
  await page.keyboard.press('Enter');
  const role = page.getByRole('dialog').getByRole('button', { name: 'Role' });
  await expect(role).toBeFocused();
  await expect(role).toHaveAccessibleDescription('Email and Role are required.');
});

test('how long a new password has to be is read out with its field', async ({ page }) => {
  await page.goto('/register/org');
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toHaveAccessibleDescription(/^At least 15 characters/);
});

test('the dialog of a fee says which day it is where fees count days, whatever day it is for the reader', async ({
  openAs,
}) => {
  const now = new Date();
  // Of the two, the one where it is another day than in UTC at this hour.
  const timezoneId = now.getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Tongatapu';
  const page = await openAs('mspAdmin', { timezoneId });
  await page.goto('/msp/billing');
  await page.getByRole('button', { name: 'Change fee of Cedar Clinic' }).click();
  const utcDay = now.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  const field = page.getByRole('dialog').getByLabel('In force from');
  await expect(field).toHaveValue(now.toISOString().slice(0, 10));
  await expect(field).toHaveAccessibleDescription(`Days are those of UTC, where it is ${utcDay} now.`);
});
