import type { Page } from '@playwright/test';
import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { expect } from './fixture.ts';
import { categoriesShown, csvEntry, logOf, rowsShown } from './audit-page.ts';
import { demoPassword } from '../tools/demo-accounts.mjs';
import { people, signIn } from './people.ts';
import { ask, choose, enter, freshMsp, freshOrganization, freshPage, messages, test } from './world.ts';

/** Writes entries into the log of somebody's organization: their name changes to and fro. */
async function changeNames(page: Page, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    const body = { firstName: turn % 2 === 0 ? 'Morgana' : 'Morgan', lastName: 'Field', theme: 'system' };
    await ask(page, accountEndpoints.changeProfile, { body });
  }
}

/** The rows of the page before stay until the next ones are there. */
async function expectLoaded(page: Page): Promise<void> {
  // Not only that nothing is busy: that holds of a page which draws nothing yet as well.
  await expect(page.locator('[aria-busy=false]').filter({ has: logOf(page) })).toBeVisible();
}

/** 'Showing 1 to 50 of 63 entries' */
async function countsShown(
  page: Page,
): Promise<{ readonly first: number; readonly last: number; readonly total: number }> {
  const text = await page.getByText(/^Showing [\d,]+ to [\d,]+ of [\d,]+ entries$/).textContent();
  const [first = 0, last = 0, total = 0] = (text?.match(/[\d,]+/g) ?? []).map((word) =>
    Number(word.replaceAll(',', '')),
  );
  return { first, last, total };
}

test('the page shows what the specification says', async ({ page }) => {
  await signIn(page, people.mspAdmin);
  await page.goto('/msp/auditlogs');
  await expect(page.getByRole('heading', { name: 'Audit Logs', level: 1 })).toBeVisible();
  for (const card of ['Resource Usage', 'Active Tasks', 'Total Hours', 'Completion']) {
    await expect(page.getByText(card, { exact: true })).toBeVisible();
  }
  await expect(page.getByPlaceholder('Search logs...')).toBeVisible();
  await expect(page.getByLabel('From')).toHaveAttribute('type', 'date');
  await expect(page.getByLabel('To', { exact: true })).toHaveAttribute('type', 'date');
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  await expect(logOf(page).getByRole('columnheader')).toHaveText(['Date & Time', 'Log', 'User', 'Category']);
  await expect(logOf(page).getByRole('row')).toHaveCount(51);
  await page.getByRole('button', { name: /^All Categories|Category$/ }).click();
  const options = await page.getByRole('option').allTextContents();
  expect(options[0]).toBe('All Categories');
  expect(options.length).toBeGreaterThan(2);
  expect(options.slice(1)).toEqual(options.slice(1).toSorted());
});

test('who may read the log: the roles of the specification and nobody else', async ({ browser }) => {
  const readers = [
    [people.mspAuditor, '/msp/auditlogs', true],
    [people.mspUser, '/msp/auditlogs', false],
    [people.orgAuditor, 'own', true],
    [people.securityAnalyst, 'own', false],
  ] as const;
  for (const [email, address, isReader] of readers) {
    const page = await freshPage(browser);
    await enter(page, email, demoPassword);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/(msp|org\/\d+)\/dashboard$/);
    await page.goto(address === 'own' ? page.url().replace('/dashboard', '/audit-logs') : address);
    if (isReader) {
      await expect(logOf(page)).toBeVisible();
    } else {
      await expect(page).toHaveURL(/\/unauthorized$/);
    }
    await page.context().close();
  }
});

test('paging reaches every entry and the counts are true', async ({ browser }) => {
  const { page, id } = await freshOrganization(browser);
  await changeNames(page, 110);
  await page.goto(`/org/${id}/audit-logs`);
  await expect(logOf(page).getByRole('row')).toHaveCount(51);
  const { total } = await countsShown(page);
  expect(total).toBeGreaterThan(110);
  const all: string[][] = [];
  for (let number = 1; number <= 3; number += 1) {
    await expect(page.getByText(`Page ${number} of 3`)).toBeVisible();
    await expectLoaded(page);
    const first = (number - 1) * 50 + 1;
    const last = Math.min(number * 50, total);
    await expect(page.getByText(`Showing ${first} to ${last} of ${total} entries`)).toBeVisible();
    await expect(logOf(page).getByRole('row')).toHaveCount(last - first + 2);
    all.push(...(await rowsShown(page)));
    if (number < 3) {
      await page.getByRole('button', { name: 'Next page' }).focus();
      await page.keyboard.press('Enter');
      await expect(logOf(page).getByRole('row').nth(1), 'the next page begins at its top').toBeInViewport();
      if (number === 1) {
        await expect(page.getByRole('button', { name: 'Next page' })).toBeFocused();
      }
    }
  }
  expect(all).toHaveLength(total);
  const moments = all.map(([at = '']) => at);
  expect(moments).toEqual(moments.toSorted().toReversed());
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  // The page stands in the address: it can be loaded again and sent to somebody.
  await page.reload();
  await expect(page.getByText('Page 3 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(page.getByText(`Showing 51 to 100 of ${total} entries`)).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await expectLoaded(page);
  expect(await rowsShown(page)).toEqual(all.slice(0, 50));
});

test('search, days and category stand in the address and find what they say', async ({ browser }) => {
  const { page, id } = await freshOrganization(browser);
  await changeNames(page, 3);
  await page.goto(`/org/${id}/audit-logs`);
  await page.getByPlaceholder('Search logs...').fill('registered');
  await expect(page).toHaveURL(/search=registered/);
  await expect(logOf(page).getByRole('row').nth(1)).toContainText('registered');
  await expect
    .poll(async () => (await rowsShown(page)).every((row) => row.join(' ').includes('registered')))
    .toBe(true);
  const { total } = await countsShown(page);
  expect(await rowsShown(page)).toHaveLength(total);

  await choose(page, /Category/, 'Organization');
  await expect(page).toHaveURL(/category=Organization/);
  await page.reload();
  await expect(page.getByPlaceholder('Search logs...')).toHaveValue('registered');
  await expect.poll(() => categoriesShown(page)).toEqual(['Organization']);

  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).toHaveURL(/audit-logs$/);
  const day = (ahead: number) => {
    const date = new Date(Date.now() + ahead * 24 * 60 * 60 * 1000);
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  };
  // Both end days belong to it; every entry of this test is of today (or of yesterday, around midnight).
  await page.getByLabel('From').fill(day(-1));
  await page.getByLabel('To', { exact: true }).fill(day(0));
  await expect(page).toHaveURL(new RegExp(`from=${day(-1)}&to=${day(0)}`));
  await expect(logOf(page).getByRole('row').nth(1)).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill(day(-2));
  const reversed = page.getByText('From is after To: no entry can match.');
  await expect(reversed).toBeVisible();
  await page.getByLabel('From').fill(day(-3));
  await expect(page.getByRole('heading', { name: 'No audit logs found.' })).toBeVisible();
  await expect(page.getByText('Showing 0 to 0 of 0 entries')).toBeVisible();
  await expect(reversed).toHaveCount(0);

  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: csvEntry }).click();
  await expect(messages(page)).toContainText('No logs to export');
});

test('filters that are changed at once on a slow machine all hold', async ({ browser }) => {
  const { page, id } = await freshOrganization(browser);
  await changeNames(page, 30);
  await page.goto(`/org/${id}/audit-logs`);
  await expectLoaded(page);
  const browserSession = await page.context().newCDPSession(page);
  await browserSession.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  // Each in a task of its own, as keys are, and faster than such a machine draws fifty rows.
  await page.evaluate(async () => {
    for (const [label, day] of [
      ['From', '2026-01-02'],
      ['To', '2026-01-03'],
    ]) {
      const field = [...document.querySelectorAll('label')].find((one) => one.textContent?.trim() === label)?.control;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, day);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  await browserSession.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(page).toHaveURL(/\?from=2026-01-02&to=2026-01-03$/);
  await expect(page.getByLabel('From')).toHaveValue('2026-01-02');
  await expect(page.getByText('Showing 0 to 0 of 0 entries')).toBeVisible();
});

test('an entry shows all its fields and its verified place in the chain', async ({ browser }) => {
  const { page, id, email } = await freshOrganization(browser);
  await page.goto(`/org/${id}/audit-logs`);
  await logOf(page)
    .getByRole('link', { name: /registered as/ })
    .click();
  await expect(page).toHaveURL(/entry=\d+/);
  const dialog = page.getByRole('dialog', { name: /^Entry \d+$/ });
  await expect(dialog.getByText('Verified: the hash was computed again from every field')).toBeVisible();
  await expect(dialog.getByText(email)).toBeVisible();
  const fields = ['Date & Time', 'User', 'Category', 'Result', 'Organization', 'Concerns', 'Address', 'Request'];
  for (const field of [...fields, 'Browser', 'Position in the chain', 'Hash (SHA-256)', 'Hash of the entry before']) {
    await expect(dialog.getByRole('term').filter({ hasText: new RegExp(`^${RegExp.escape(field)}$`) })).toBeVisible();
  }
  await expect(dialog.getByText(/^[0-9a-f]{64}$/)).toHaveCount(2);
  await expect(dialog.getByText(`Organization ${id}`, { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/entry=/);
});

test('an MSP reads its own entries and those of its organizations, and nobody else’s', async ({ browser }) => {
  const msp = await freshMsp(browser);
  const clinic = await freshOrganization(browser, msp);
  const foreign = await freshOrganization(browser);
  await msp.page.goto('/msp/auditlogs');
  await expect(
    logOf(msp.page).getByRole('link', { name: new RegExp(`${clinic.email}.* registered as`) }),
  ).toBeVisible();
  await expect(logOf(msp.page)).not.toContainText(foreign.domain);
  await msp.page.goto(`/org/${foreign.id}/audit-logs`);
  await expect(
    msp.page.getByText("The requested organization could not be found or you don't have access to it.").first(),
  ).toBeVisible();
  await expect(logOf(msp.page)).toHaveCount(0);
  await clinic.page.goto(`/org/${clinic.id}/audit-logs`);
  await expect(logOf(clinic.page)).toContainText(clinic.email);
  await expect(logOf(clinic.page)).not.toContainText(msp.domain);
});

test('a printed log says whose it is, which entries it leaves out and whose clock it goes by', async ({ browser }) => {
  const { page, id } = await freshOrganization(browser);
  await changeNames(page, 2);
  await page.setViewportSize({ width: 720, height: 1_000 });
  await page.goto(`/org/${id}/audit-logs?search=field&from=2026-01-01`);
  await expectLoaded(page);
  await expect(page.getByText(`Organization ID ${id}.`)).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(
    page.getByText(`Organization ID ${id}. Only entries from 2026-01-01 on, with the words “field”.`),
  ).toBeVisible();
  const zone = await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone');
  await expect(page.getByText(`Times are those of ${String(zone)}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden();
  await expect(page.getByLabel('From')).toBeHidden();
  await page.goto(`/org/${id}/audit-logs`);
  await expect(page.getByText(`Organization ID ${id}. All entries.`)).toBeVisible();
});

test('between a phone and a desk the name of a person is not broken within a word', async ({ browser }) => {
  const { page, email, domain, id } = await freshOrganization(browser);
  const body = { email: `somebody.with.a.rather.long.name@${domain}`, role: 'ORG_AUDITOR' } as const;
  await ask(page, invitationEndpoints.inviteMember, { body });
  await ask(page, passwordEndpoints.requestPasswordReset, { body: { email } });
  await page.setViewportSize({ width: 700, height: 1_000 });
  // The mail is written a little after the answer.
  await expect(async () => {
    await page.goto(`/org/${id}/audit-logs`);
    await expectLoaded(page);
    await expect(logOf(page).getByText('Unknown', { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  // One line of 20 pixels.
  expect((await logOf(page).getByText('Unknown', { exact: true }).boundingBox())?.height).toBeLessThan(25);
});

test('numbers are written as the sentences around them, in whatever language the browser is', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { locale: 'de-DE' });
  await page.goto('/msp/auditlogs');
  await expect(page.getByText(/^Showing 1 to \d+ of \d,\d{3} entries$/)).toBeVisible();
  await logOf(page).getByRole('link').first().click();
  const dialog = page.getByRole('dialog', { name: /^Entry \d,\d{3}$/ });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText(/^\d,\d{3} of \d,\d{3}$/)).toBeVisible();
});
