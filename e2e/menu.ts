import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';

/** Goes to screen after screen by the menu of an MSP. */
export async function goThroughMenu(page: Page): Promise<void> {
  for (const [link, heading] of [
    ['Tenants', 'Organizations'],
    ['Team', 'People'],
    ['Audit Logs', 'Audit Logs'],
    ['Billing', 'Billing'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
}

/** As somebody who asked their browser to save data: no screen's code is fetched ahead. */
export async function savingData(page: Page): Promise<void> {
  await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
}
