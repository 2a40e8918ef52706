import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { findings, overhang, settle } from './in-page.ts';
import { findOrganizations } from './organizations.ts';

/** How a figure is computed (ruling R32) is said to whoever points with a mouse, a finger or the keyboard, and read out (WCAG 1.4.13). */
const words = 'Members of your MSP who can sign in';
const button = (page: Page) => page.getByRole('button', { name: 'How Team Members is computed' });
const hint = (page: Page) => page.getByRole('tooltip', { name: '' }).filter({ hasText: words });

test('the keyboard reaches the hint of a figure, Escape puts it away, Enter shows it again', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.goto('/msp/dashboard');
  await expect(button(page)).toHaveAccessibleDescription(words);
  await expect(hint(page)).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Team Members', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(button(page)).toBeFocused();
  await expect(hint(page)).toBeVisible();
  await settle(page);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(hint(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(hint(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(hint(page)).toHaveCount(0);
  await expect(page).toHaveURL('/msp/dashboard');
});

test('a mouse on its button shows the hint, may go over to it, and leaves it by leaving the card', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/dashboard');
  await button(page).hover();
  await expect(hint(page)).toBeVisible();
  await hint(page).hover();
  await expect(hint(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint(page)).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).hover();
  await button(page).hover();
  await expect(hint(page)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(hint(page)).toHaveCount(0);
});

test('a finger on its button shows the hint inside a narrow window, until it presses elsewhere', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { viewport: { width: 320, height: 640 }, hasTouch: true });
  await page.goto('/msp/dashboard');
  await button(page).tap();
  await expect(hint(page)).toBeVisible();
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  await page.getByRole('heading', { level: 1 }).tap();
  await expect(hint(page)).toHaveCount(0);
  await expect(page).toHaveURL('/msp/dashboard');
});

test('every figure with a hint has it where a keyboard and a finger find it', async ({ openAs, baseURL }) => {
  const { cedar } = await findOrganizations(baseURL ?? '');
  for (const [person, path, count] of [
    ['mspAdmin', '/msp/dashboard', 5],
    ['mspAdmin', '/msp/auditlogs', 4],
    ['mspAdmin', '/msp/billing', 2],
    ['orgAdmin', `/org/${cedar}/dashboard`, 3],
  ] as const) {
    const page = await openAs(person);
    await page.goto(path);
    await expect(page.getByRole('button', { name: /^How .+ is computed$/ }), path).toHaveCount(count);
  }
});
