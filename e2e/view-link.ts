import type { Locator, Page } from '@playwright/test';

/** Leads to a part of an assessment's page. */
export function viewLink(page: Page, name: string | RegExp): Locator {
  return page.getByRole('navigation', { name: 'Assessment' }).getByRole('link', { name });
}
