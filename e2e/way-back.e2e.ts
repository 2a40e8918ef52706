import type { Page } from '@playwright/test';
import { choose } from './world.ts';
import { expect, test } from './fixture.ts';

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
  expect(await namesShown(page)).toEqual(names);
  await page.reload();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  expect(await namesShown(page)).toEqual(names);

  for (const junk of ['nonsense', '-', '--score', 'constructor']) {
    await page.goto(`/msp/tenants?sort=${junk}`);
    await expect(page.getByText(/has access to \d+ organization/)).toBeVisible();
    await expect(page.locator('[aria-sort=ascending], [aria-sort=descending]')).toHaveCount(0);
  }
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
