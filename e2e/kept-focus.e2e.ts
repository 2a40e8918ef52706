import type { Locator } from '@playwright/test';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { expect } from './fixture.ts';
import { ask, freshMsp, freshPage, register, test } from './world.ts';

test('on the page of an MSP’s people the focus stays where somebody was decided on, removed or withdrawn', async ({
  browser,
}) => {
  const { page, domain } = await freshMsp(browser);
  const guest = await freshPage(browser);
  for (const name of ['Ada', 'Ben', 'Cleo']) {
    const email = `${name.toLowerCase()}@${domain}`;
    await register(guest, 'msp', { firstName: name, lastName: 'Auden', email });
  }
  for (const clinic of ['one', 'two']) {
    await ask(page, invitationEndpoints.inviteOrganization, { body: { email: `owner@${clinic}-${domain}` } });
  }
  await page.goto('/msp/team');
  const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const press = async (button: Locator) => {
    await button.focus();
    await page.keyboard.press('Enter');
  };
  await press(rowOf('Ada Auden').getByRole('button', { name: 'Approve' }));
  await expect(rowOf('Ada Auden')).toHaveCount(0);
  await expect(rowOf('Ben Auden')).toBeFocused();
  await press(rowOf('Cleo Auden').getByRole('button', { name: 'Decline' }));
  await expect(rowOf('Ben Auden')).toBeFocused();
  await press(rowOf('Ben Auden').getByRole('button', { name: 'Approve' }));
  await expect(page.getByRole('heading', { name: 'No Pending Requests' })).toBeFocused();
  await press(rowOf('Cleo Auden').getByRole('button', { name: 'Approve after all' }));
  await expect(page.getByRole('heading', { name: /^Declined Requests/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeFocused();

  const ada = page.getByRole('table', { name: 'Team Members' }).getByRole('row', { name: /Ada Auden/ });
  await press(ada.getByRole('button', { name: 'Delete member' }));
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }));
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(ada).toContainText('Inactive');
  await expect(ada).toBeFocused();
  await press(ada.getByRole('button', { name: 'Reactivate member' }));
  await expect(ada).toContainText('Active');
  await expect(ada).toBeFocused();

  await page.goto('/msp/tenants');
  const invitations = page.getByRole('table', { name: /invitations/i }).getByRole('row');
  for (const next of [invitations.nth(1), page.getByRole('heading', { name: 'Organizations', level: 1 })]) {
    await press(invitations.nth(1).getByRole('button', { name: 'Withdraw' }));
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }));
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(next).toBeFocused();
  }

  await page.getByLabel('Search organizations').fill('zzz');
  await expect(page.getByRole('heading', { name: 'No Organizations Found' })).toBeVisible();
  await press(page.getByRole('main').getByRole('button', { name: 'Clear search' }).last());
  await expect(page.getByRole('heading', { name: 'No Organizations Available' })).toBeFocused();
  await page.goto('/settings');
  await page.getByLabel('First name').fill('Dana Ruth');
  await press(page.getByRole('button', { name: 'Save name' }));
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeFocused();
});
