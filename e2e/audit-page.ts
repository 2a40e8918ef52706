import type { Locator, Page } from '@playwright/test';
import { savedBy, type SavedFile } from './files.ts';

export function logOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Audit log' });
}

/** The four cells of every row that is shown, the moment to the millisecond; pictures are left out. */
export async function rowsShown(page: Page): Promise<string[][]> {
  return logOf(page).evaluate((table) =>
    [...table.querySelectorAll('tbody tr')].map((row) => [
      row.querySelector('time')?.dateTime ?? '',
      ...[...row.querySelectorAll('th, td')].slice(1).map((cell) => {
        const copy = document.importNode(cell, true);
        copy.querySelectorAll('[aria-hidden=true]').forEach((picture) => picture.remove());
        return copy.textContent;
      }),
    ]),
  );
}

/** Each once; none while nothing is listed. */
export async function categoriesShown(page: Page): Promise<string[]> {
  return [...new Set((await rowsShown(page)).map(([, , , category = '']) => category))];
}

/** Chooses an entry of the menu 'Export' and takes what is saved. */
export function exported(page: Page, entry: string): Promise<SavedFile> {
  return savedBy(page, async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  });
}

/** How the menu calls audit-logs.csv. */
export const csvEntry = 'CSV for a spreadsheet';
