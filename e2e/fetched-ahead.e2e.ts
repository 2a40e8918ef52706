import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';

/** Goes through the menu of an MSP. @returns the scripts that were fetched on the way. */
async function goThroughMenu(page: Page): Promise<string[]> {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') {
      scripts.push(request.url());
    }
  });
  for (const [link, heading] of [
    ['Tenants', 'Organizations'],
    ['Team', 'People'],
    ['Audit Logs', 'Audit Logs'],
    ['Billing', 'Billing'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  return scripts;
}

test('the code of the screens that the menu leads to is there before somebody asks for them', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/dashboard', { waitUntil: 'networkidle' });
  expect(await goThroughMenu(page)).toEqual([]);
});

test('whoever asked the browser to save data fetches no code ahead', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
  await page.goto('/msp/dashboard', { waitUntil: 'networkidle' });
  expect(await goThroughMenu(page)).not.toEqual([]);
});
