import { expect } from './fixture.ts';
import { freshMsp, freshOrganization, messages, test } from './world.ts';

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a fee that was agreed for a later day is withdrawn, and the one in force stays', async ({ browser }) => {
  const msp = await freshMsp(browser);
  await freshOrganization(browser, msp);
  const { page } = msp;
  await page.goto('/msp/billing');
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Change fee of / }) });
  const change = row.getByRole('button', { name: /^Change fee of / });
  const dialog = page.getByRole('dialog', { name: /^Monthly fee of / });
  for (const [amount, startsOn] of [
    ['1200', dayIn(0)],
    ['1500', dayIn(40)],
  ] as const) {
    await change.click();
    await dialog.getByLabel('Monthly fee in US dollars').fill(amount);
    await dialog.getByLabel('In force from').fill(startsOn);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(row).toContainText('$1,500 from');
  await change.click();
  await expect(dialog).toContainText('$1,500 from');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(messages(page)).toContainText('was withdrawn.');
  await expect(row).toContainText('$1,200');
  await expect(row).not.toContainText('$1,500');
  await change.click();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
});
