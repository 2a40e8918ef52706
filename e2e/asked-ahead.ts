import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';

export const isNewest = (url: string) => url.endsWith('/newest-assessment');

/** What is asked from now on. */
export function asksFor(page: Page, isWanted: (url: string) => boolean): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (isWanted(request.url())) {
      asked.push(request.url());
    }
  });
  return asked;
}

/** The screen's code comes only once the call is on its way. */
export async function holdCodeUntilNewestIsAsked(page: Page): Promise<void> {
  const isAsked = page.waitForRequest((request) => isNewest(request.url()));
  await page.route('**/SraPage-*.js', async (route) => {
    await isAsked;
    await route.continue();
  });
}

export async function expectRows(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Security Risk Assessment' })).toBeVisible();
  await expect(page.locator('main h3 button[aria-expanded]').first()).toBeVisible();
}
