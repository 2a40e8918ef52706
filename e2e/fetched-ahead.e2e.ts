import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { goThroughMenu, savingData } from './menu.ts';

/** Goes through the menu of an MSP. @returns the scripts that were fetched on the way. */
async function scriptsOnTheWay(page: Page): Promise<string[]> {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') {
      scripts.push(request.url());
    }
  });
  await goThroughMenu(page);
  return scripts;
}

test('the code of the screens that the menu leads to is there before somebody asks for them', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/dashboard');
  // One after another: the settings come last.
  const isLastThere = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/SettingsPage-'))";
  await expect.poll(() => page.evaluate(isLastThere), { timeout: 30_000 }).toBe(true);
  expect(await scriptsOnTheWay(page)).toEqual([]);
});

test('whoever asked the browser to save data fetches no code ahead', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await savingData(page);
  await page.goto('/msp/dashboard', { waitUntil: 'networkidle' });
  expect(await scriptsOnTheWay(page)).not.toEqual([]);
});

test('an assessment is asked for as its entry is pressed, before the screen is there, and once', async ({ openAs }) => {
  const page = await openAs('orgAdmin');
  await savingData(page);
  const asked: string[] = [];
  const isNewest = (url: string) => url.endsWith('/newest-assessment');
  page.on('request', (request) => {
    if (isNewest(request.url())) {
      asked.push(request.url());
    }
  });
  // The screen's code comes only once the call is on its way.
  const isAsked = page.waitForRequest((request) => isNewest(request.url()));
  await page.route('**/SraPage-*.js', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'SRA' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security Risk Assessment' })).toBeVisible();
  await expect(page.locator('main h3 button[aria-expanded]').first()).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('a screen opened by its address asks who is there, and for its frame, beside the program and not after it', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const areAsked = Promise.all([
    page.waitForRequest('**/api/auth/me'),
    page.waitForRequest('**/assets/SessionLayout-*.js'),
    page.waitForRequest('**/assets/ShellLayout-*.js'),
  ]);
  // The program begins only once they are on their way.
  await page.route('**/assets/index-*.js', async (route) => {
    await areAsked;
    await route.continue();
  });
  await page.goto('/msp/team');
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  expect(asked.filter((path) => path === '/api/auth/me')).toHaveLength(1);
});
