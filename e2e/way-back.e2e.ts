import type { Page } from '@playwright/test';
import { choose } from './world.ts';
import { expect, test } from './fixture.ts';
import { findings } from './in-page.ts';

/** Whoever opens an organization from a list and comes back finds the list as it was. */

async function namesShown(page: Page): Promise<readonly string[]> {
  const rows = page.getByRole('table', { name: 'Organizations', exact: true }).getByRole('row');
  return rows.getByRole('link').allInnerTexts();
}

test('the order of the organizations stands in the address, for the way back, a reload and whoever gets the link', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/tenants');
  const steps = await page.evaluate('history.length');
  const head = page.getByRole('columnheader', { name: 'Score' });
  await head.getByRole('button').click();
  await expect(page).toHaveURL('/msp/tenants?sort=score');
  await head.getByRole('button').click();
  await expect(page).toHaveURL('/msp/tenants?sort=-score');
  await page.getByLabel('Search organizations').fill('e');
  await expect(page).toHaveURL('/msp/tenants?search=e&sort=-score');
  expect(await page.evaluate('history.length'), 'a control leaves no way back of its own').toBe(steps);
  const names = await namesShown(page);
  expect(names.length).toBeGreaterThan(2);

  await page.getByRole('link', { name: names[1] ?? '', exact: true }).click();
  await expect(page).toHaveURL(/\/org\/\d+\/dashboard$/);
  await page.goBack();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => namesShown(page)).toEqual(names);
  await page.reload();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => namesShown(page)).toEqual(names);

  for (const junk of ['nonsense', '-', '--score', 'constructor']) {
    await page.goto(`/msp/tenants?sort=${junk}`);
    await expect(page.getByText(/has access to \d+ organization/)).toBeVisible();
    await expect(page.locator('[aria-sort=ascending], [aria-sort=descending]')).toHaveCount(0);
  }
});

test('where a header cannot be pressed a control sorts the list, in the same address, and says by what it is sorted', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin', { viewport: { width: 375, height: 700 }, hasTouch: true });
  await page.goto('/msp/tenants');
  const steps = await page.evaluate('history.length');
  // The open invitations below have another.
  const sort = page.getByRole('button', { name: /^Sort by/ }).first();
  const inOrder = (key: string) =>
    page
      .getByRole('table', { name: 'Organizations', exact: true })
      .locator(`[data-label="${key}"]`)
      .evaluateAll((cells) => cells.map((cell) => Number.parseFloat(cell.textContent)).filter((score) => score >= 0));
  await sort.tap();
  await page.getByRole('menuitem', { name: 'Score' }).tap();
  await expect(page).toHaveURL('/msp/tenants?sort=score');
  await page
    .getByRole('button', { name: /^Ascending/ })
    .first()
    .tap();
  await expect(page).toHaveURL('/msp/tenants?sort=-score');
  expect(await page.evaluate('history.length'), 'a control leaves no way back of its own').toBe(steps);
  await page.reload();
  await expect(sort).toHaveText('Sort by Score');
  await expect(page.getByRole('button', { name: /^Descending/ }).first()).toBeVisible();
  await expect.poll(async () => (await inOrder('Score')).length).toBeGreaterThan(10);
  const scores = await inOrder('Score');
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  expect.soft(await findings(page)).toEqual([]);

  // A tablet has headers, but none of the score.
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(page.getByRole('columnheader', { name: 'Score' })).toBeHidden();
  await expect(sort).toHaveText('Sort by Score');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'descending');
  await expect(sort).toBeHidden();
});

test('the search and the order of people and of fees stand in the address, for the way back and a reload', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/tenants?search=cedar');
  await page.getByRole('link', { name: 'Cedar Clinic' }).click();
  await expect(page).toHaveURL(/\/org\/\d+\/dashboard$/);
  const ofClinic = new URL(page.url()).pathname.replace('dashboard', 'team');
  for (const [path, table, column, kept] of [
    [ofClinic, 'People', 'Email', 'search=a&sort=-email'],
    ['/msp/team', 'Team Members', 'Member', 'search=a&sort=-member'],
    ['/msp/billing', 'Fees of organizations', 'Monthly fee', 'sort=-fee'],
  ] as const) {
    const rows = page.getByRole('table', { name: table, exact: true });
    const head = rows.getByRole('columnheader', { name: column });
    const search = page.getByLabel('Search by name');
    const hasSearch = kept.startsWith('search');
    await page.goto(path);
    // Columns find their widths with the rows: a header that is pressed as they come has gone before the press ends.
    await expect(rows).toHaveAttribute('aria-busy', 'false');
    if (hasSearch) {
      await search.fill('a');
    }
    await head.getByRole('button').click();
    await head.getByRole('button').click();
    await expect(page).toHaveURL(`${path}?${kept}`);
    await page.goto('/settings');
    for (const comeBack of [() => page.goBack(), () => page.reload()]) {
      await comeBack();
      await expect(head).toHaveAttribute('aria-sort', 'descending');
      if (hasSearch) {
        await expect(search).toHaveValue('a');
      }
    }
  }
});

test('on a phone no header that is out of sight takes the focus', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { viewport: { width: 375, height: 700 } });
  await page.goto('/msp/team');
  const team = page.getByRole('table', { name: 'Team Members' });
  const first = team.getByRole('button', { name: 'Edit member' }).first();
  await expect(first).toBeVisible();
  await page
    .getByRole('button', { name: /^Sort by/ })
    .first()
    .focus();
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
});

test('the filters of the matrix stand in the address, for the way back, a reload and whoever gets the link', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/assessments');
  const steps = await page.evaluate('history.length');
  const shown = page.getByText(/^[\d,]+ settings? × [\d,]+ organizations?$/);
  const whole = await shown.innerText();
  await page.getByLabel('Search organizations').fill('e');
  await page.getByLabel('Search settings').fill('access');
  await choose(page, /Area/, 'GMAIL');
  await page.getByRole('checkbox', { name: 'Only what is to mend' }).check();
  await expect(page).toHaveURL('/msp/assessments?organization=e&setting=access&area=gmail&only=failing');
  expect(await page.evaluate('history.length'), 'a control leaves no way back of its own').toBe(steps);
  const filtered = await shown.innerText();
  expect(filtered).not.toBe(whole);

  async function expectFiltered() {
    await expect(page.getByLabel('Search organizations')).toHaveValue('e');
    await expect(page.getByLabel('Search settings')).toHaveValue('access');
    await expect(page.getByRole('button', { name: /Area/ })).toContainText('GMAIL');
    await expect(page.getByRole('checkbox', { name: 'Only what is to mend' })).toBeChecked();
    await expect(shown).toHaveText(filtered);
  }

  await page.getByRole('grid').getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/org\/\d+\/sra\?/);
  await page.goBack();
  await expectFiltered();
  await page.reload();
  await expectFiltered();
  await page.getByRole('navigation').getByRole('link', { name: 'Assessments' }).click();
  await expect(page).toHaveURL('/msp/assessments');
  await expect(shown).toHaveText(whole);
  await expect(page.getByLabel('Search settings')).toHaveValue('');

  await page.goto('/msp/assessments?area=nonsense&only=everything');
  await expect(shown).toHaveText(whole);
  await expect(page.getByRole('button', { name: /Area/ })).toContainText('All areas');
});

/** How far the matrix is scrolled in its frame. Scripts for the page are texts: these types know no DOM. */
async function placeIn(page: Page): Promise<unknown> {
  return page.evaluate(
    "(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])(document.querySelector('[role=grid]').parentElement)",
  );
}

test('the way back from a cell of the matrix leads to that cell, and another filter to the worst', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/assessments');
  const grid = page.getByRole('grid');
  await grid.getByRole('row').nth(1).getByRole('link').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  // In the last column: other journeys add organizations.
  const focused = grid.locator('a[id^="matrix-17-"]:focus');
  await expect(focused).toBeVisible();
  const cell = grid.locator(`#${(await focused.getAttribute('id')) ?? ''}`);
  const place = await placeIn(page);
  expect(place).not.toEqual([0, 0]);

  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/org\/\d+\/sra\?/);
  await page.goBack();
  await expect(cell).toBeInViewport();
  expect(await placeIn(page)).toEqual(place);
  await page.getByRole('checkbox', { name: 'Only what is to mend' }).focus();
  await page.keyboard.press('Tab');
  await expect(cell, 'the grid is entered where it was left').toBeFocused();

  await page.getByRole('checkbox', { name: 'Only what is to mend' }).check();
  await expect.poll(() => placeIn(page)).toEqual([0, 0]);
});

test('on a phone the way back from a setting leads to the organization that was opened', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { viewport: { width: 390, height: 844 } });
  await page.goto('/msp/assessments');
  const organization = page.getByRole('button', { name: /^Lantern Hospice/ });
  await organization.click();
  await page.getByRole('listitem').filter({ has: organization }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/org\/\d+\/sra\?/);
  await page.goBack();
  await expect(organization).toHaveAttribute('aria-expanded', 'true');
  await expect(organization).toBeInViewport();
  await expect(page.getByRole('button', { expanded: true })).toHaveCount(1);
});

test('a reload, and the way back to a page that has to ask again, lead to where the list was scrolled to', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.route('**/api/msp-service/msp/tenants', async (route) => {
    await page.waitForTimeout(500);
    await route.continue();
  });
  const scrolled = async () => Math.round(Number(await page.evaluate('window.scrollY')));
  const row = page.getByRole('row').nth(40);
  await page.goto('/msp/tenants');
  await expect(row).toBeAttached();
  await page.evaluate('window.scrollTo(0, 1500)');
  await expect.poll(scrolled).toBe(1500);
  await page.reload();
  await expect(row).toBeAttached();
  await expect.poll(scrolled).toBe(1500);

  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\/org\/\d+\/dashboard$/);
  await page.reload();
  await expect(page.getByText('Managed by MSP')).toBeVisible();
  await page.goBack();
  await expect(row).toBeInViewport();

  // Whoever scrolls while the list is still to come stays where they go.
  await page.reload();
  await expect(page.getByText('Loading organizations...')).toBeAttached();
  await page.mouse.wheel(0, -100);
  await expect(row).toBeAttached();
  await page.waitForTimeout(300);
  expect(await scrolled()).toBeLessThan(1000);
});

test('an entry of the audit log that is closed leaves one page in the history, and the list where it was', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.goto('/msp/dashboard');
  await page.getByRole('navigation').getByRole('link', { name: 'Audit Logs' }).click();
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('link');
  await expect(rows.nth(30)).toBeAttached();
  await rows.nth(30).scrollIntoViewIfNeeded();
  const dialog = page.getByRole('dialog', { name: /^Entry / });
  for (const close of ['Close', 'Escape', 'reload'] as const) {
    await rows.nth(30).click();
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(/entry=/);
    if (close === 'reload') {
      await page.reload();
      await expect(dialog).toBeVisible();
    }
    if (close === 'Escape') {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    } else {
      await dialog.getByRole('button', { name: 'Close' }).click();
    }
    await expect(page).toHaveURL('/msp/auditlogs');
    await expect(dialog).toHaveCount(0);
    await expect(rows.nth(30)).toBeInViewport();
  }
  await page.goForward();
  await expect(dialog).toBeVisible();
  const address = page.url();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/msp/dashboard');

  // Whoever got the link has no list behind them.
  await page.goto(address);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/msp/auditlogs');
  await page.goBack();
  await expect(page).toHaveURL('/msp/dashboard');
});

test('a term stands there on the way back also when a link was pressed right after the last key', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/tenants');
  await expect(page.getByRole('link', { name: 'Cedar Clinic' })).toBeVisible();
  const search = page.getByLabel('Search organizations');
  await search.fill('cedar');
  await page.getByRole('link', { name: 'Cedar Clinic' }).click();
  await expect(page).toHaveURL(/\/org\/\d+\/dashboard$/);
  await page.goBack();
  await expect(page).toHaveURL('/msp/tenants?search=cedar');
  await expect(search).toHaveValue('cedar');

  // Back in the history right after the last key: with the keys for it, no link is pressed.
  await search.fill('clinic');
  await page.keyboard.press('Alt');
  await page.goto('/msp/dashboard');
  await page.goBack();
  await expect(search).toHaveValue('clinic');

  await page.goto('/msp/auditlogs');
  const entry = page.getByRole('table', { name: 'Audit log' }).getByRole('link').first();
  await expect(entry).toBeVisible();
  await page.getByLabel('Search logs...').fill('signed');
  await entry.click();
  await expect(page).toHaveURL(/\?search=signed&entry=\d+$/);
  await page.goBack();
  await expect(page).toHaveURL('/msp/auditlogs?search=signed');
  await expect(page.getByLabel('Search logs...')).toHaveValue('signed');
});
