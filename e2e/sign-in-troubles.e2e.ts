import { demoPassword } from '../tools/demo-accounts.mjs';
import { expect } from './fixture.ts';
import { people } from './people.ts';
import { expectBanner, logIn, test } from './world.ts';

test('whose browser keeps no cookies is told so, and is not asked to log in without end', async ({ page }) => {
  // What a browser says that blocks them.
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { value: false }));
  await page.goto('/login');
  await logIn(page, people.orgAdmin, demoPassword);
  await expectBanner(page, 'Your browser keeps no cookies of this site');
  await expect(page).toHaveURL(/\/login$/);
});

test('a second step whose sign-in is over leads back to the first, and says so', async ({ page }) => {
  await page.goto('/login/second-factor');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('status').filter({ hasText: 'Please sign in with your password again.' })).toBeVisible();
});
