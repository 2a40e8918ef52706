import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { startProduct } from '../bench/load/programs.ts';
import { logOf } from './audit-page.ts';
import { expect } from './fixture.ts';
import { people, signIn } from './people.ts';
import { messages, test } from './world.ts';
import { viewLink } from './view-link.ts';

const day = 86_400_000;
const acceptedDays = 30;
const reason = 'An old scanner still needs it.';

/** The page's date goes ahead, and nothing else of its clock: Playwright's would drive all its timers and frames, too. */
const dateAhead = (milliseconds: number) => `{
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [RealDate.now() + ${milliseconds}] : given));
    }
    static now() {
      return RealDate.now() + ${milliseconds};
    }
  };
}`;

/**
 * The assessment page of Cedar Clinic, to its administrator, in a browser and on a server whose clocks go ahead. The product is
 * of this test alone: nobody else's sessions and jobs may move with its clock.
 */
async function daysAhead<Result>(
  days: number,
  { browser, folder }: { readonly browser: Browser; readonly folder: string },
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const { origin, stop } = await startProduct(folder, {
    environment: { DEMO: 'auto', CLOCK_AHEAD_DAYS: String(days) },
    nodeOptions: [`--import=${path.join(import.meta.dirname, 'clock-ahead.ts')}`],
  });
  const context = await browser.newContext({ baseURL: origin.replace('127.0.0.1', 'localhost') });
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: dateAhead(days * day) });
    await signIn(page, people.orgAdmin);
    await page.getByRole('link', { name: 'SRA' }).click();
    await expect(page.getByRole('heading', { name: 'Compliance Summary' })).toBeVisible();
    return await work(page);
  } finally {
    await context.close();
    await stop();
  }
}

/** How many findings the summary counts as accepted. */
async function acceptedCount(page: Page): Promise<number> {
  const text = await page
    .getByRole('list', { name: 'Policies by verdict' })
    .getByRole('button', { name: /accepted/i })
    .textContent();
  return Number(/\d+/.exec(text ?? '')?.[0]);
}

/** Opens what the page says to do first. @returns its row. */
async function openFirst(page: Page): Promise<Locator> {
  await page.getByRole('listitem').filter({ hasText: /^1/ }).getByRole('button').click();
  return page.locator('button[aria-expanded=true]').and(page.getByRole('button', { name: /Non-compliant/ }));
}

/** Accepts what should be done first. @returns its title. */
async function acceptFirst(page: Page): Promise<string> {
  const row = await openFirst(page);
  const [title = ''] = (await row.innerText()).split('\n');
  await page.getByRole('button', { name: 'Accept this finding…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept this finding' });
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByLabel('Compensating measure').fill('The scanner has an account of its own, without mail.');
  const until = new Date(Date.now() + acceptedDays * day).toISOString().slice(0, 10);
  await dialog.getByLabel('Accepted until').fill(until);
  await dialog.getByRole('button', { name: 'Accept finding' }).click();
  await expect(messages(page)).toContainText('Finding accepted');
  await expect(row).toContainText('Non-compliant, accepted');
  return title;
}

async function expectOpenAgain(page: Page, title: string): Promise<void> {
  const row = await openFirst(page);
  await expect(row).toContainText(title);
  await expect(row).not.toContainText('accepted');
  await expect(page.getByText(/^Was accepted by .+, and the finding counts as open again\.$/)).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept this finding…' })).toBeEnabled();

  await viewLink(page, 'Exceptions').click();
  const listed = page.getByRole('table', { name: 'Accepted findings' }).getByRole('row').filter({ hasText: reason });
  await expect(listed).toContainText('Expired');
  await expect(listed.getByRole('button')).toHaveCount(0);

  await page.getByRole('link', { name: 'Audit Logs' }).click();
  await page.getByPlaceholder('Search logs...').fill('expired on');
  const entry = logOf(page)
    .getByRole('row')
    .filter({ hasText: `The exception for “${title}” expired on` });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText('System');
}

test('an accepted finding counts as open again by itself once its day has passed', async ({ browser }) => {
  test.setTimeout(240_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-expiry-'));
  // As root the database runs as another account, which has to pass through.
  chmodSync(folder, 0o711);
  const place = { browser, folder };
  try {
    const [title, acceptedBefore] = await daysAhead(0, place, async (page) => {
      const count = await acceptedCount(page);
      const accepted = await acceptFirst(page);
      expect(await acceptedCount(page)).toBe(count + 1);
      return [accepted, count];
    });
    await daysAhead(acceptedDays + 2, place, async (page) => {
      expect(await acceptedCount(page)).toBe(acceptedBefore);
      await expectOpenAgain(page, title);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
