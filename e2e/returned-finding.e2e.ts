import type { Locator, Page } from '@playwright/test';
import { directoryOf } from '../emulator/policy.ts';
import { dayAhead } from '../web/src/features/sra/exception-days.ts';
import { expect } from './fixture.ts';
import { choose, freshOrganization, messages, test } from './world.ts';
import { assess, changeSetting } from './workspace.ts';
import { viewLink } from './view-link.ts';

const type = 'settings/gmail.imap_access';
const acceptedBy = /^Accepted by .+ until /;

/** The row of the setting for the whole domain: some invented domains have more of it, for units and groups. */
function rowOf(page: Page, domain: string, more = ''): Locator {
  return page.getByRole('button', { name: new RegExp(`^IMAP access.*${directoryOf(domain).orgUnits[0].id}.*${more}`) });
}

async function openRow(page: Page, domain: string): Promise<void> {
  await page.getByLabel('Search policies').fill(type);
  await rowOf(page, domain).click();
}

async function accept(page: Page, domain: string): Promise<void> {
  await openRow(page, domain);
  await page.getByRole('button', { name: 'Accept this finding…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept this finding' });
  await dialog.getByLabel('Reason').fill('An old scanner still needs it.');
  await dialog.getByLabel('Compensating measure').fill('The scanner has an account of its own.');
  await dialog.getByLabel('Accepted until').fill(dayAhead(new Date(), 30));
  await dialog.getByRole('button', { name: 'Accept finding' }).click();
  await expect(messages(page)).toContainText('Finding accepted');
}

test('an exception outlives its finding in sight of everybody, and says so when the finding comes back', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const clinic = await freshOrganization(browser);
  const { page, domain, id } = clinic;
  const sign = (enableImapAccess: boolean | string) => changeSetting(clinic, { type, value: { enableImapAccess } });
  await sign(true);
  await page.goto(`/org/${id}/sra`);
  await assess(page, domain);
  await accept(page, domain);

  await sign(false);
  await assess(page, domain);
  await openRow(page, domain);
  await expect(page.getByText('There is no finding here now.')).toBeVisible();
  await expect(page.getByText(acceptedBy)).toBeVisible();
  await viewLink(page, /Exceptions/).click();
  await expect(page.getByRole('table', { name: 'Accepted findings' })).toContainText('Not found any more since');

  await sign(true);
  await viewLink(page, /Policies/).click();
  await assess(page, domain);
  await openRow(page, domain);
  await expect(rowOf(page, domain, 'Came back on')).toBeVisible();
  await expect(page.getByText(/^Was gone and came back on .+; accepted since /)).toBeVisible();
  await viewLink(page, 'History (3)').click();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('region', { name: /^New findings/ })).toContainText('Was gone and came back on');

  // Ended, it counts as open again; and what cannot be read any more stays open.
  await viewLink(page, /Exceptions/).click();
  await page.getByRole('button', { name: /^End/ }).click();
  await page.getByRole('button', { name: 'End exception' }).click();
  await expect(messages(page)).toContainText('Exception ended.');
  await sign('sometimes');
  await viewLink(page, /Policies/).click();
  await assess(page, domain);
  await page.getByLabel('Search policies').fill(type);
  await choose(page, 'Verdict', 'To mend');
  await expect(rowOf(page, domain, 'Unreadable, still open')).toBeVisible();
  await expect(page.getByText(/to mend, 1 of them could not be read$/)).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText(/open findings?, 1 of them could not be read$/)).toBeVisible();
});
