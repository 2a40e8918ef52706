import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';
import { freshDomain, freshMsp, test } from './world.ts';

/** Holds back what is sent to an address until told to let it go. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

test('a dialog stays open until what it sent is answered, so that no answer comes to another one', async ({
  browser,
}) => {
  const { page } = await freshMsp(browser);
  await page.goto('/msp/tenants');
  const letGo = await holdBack(page, '**/api/auth/invite/msp/organization');
  await page.getByRole('button', { name: 'Invite Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Organization' });
  await dialog.getByLabel('Email').fill(`owner@${freshDomain('clinic')}`);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  await expect(dialog).toBeVisible();
  letGo();
  await expect(dialog.getByRole('button', { name: 'Copy invitation link' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Invite Organization' }).click();
  await expect(dialog.getByLabel('Email')).toHaveValue('');
});
