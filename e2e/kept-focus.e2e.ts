import type { Locator } from '@playwright/test';
import { mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { expect } from './fixture.ts';
import { demoPassword } from '../tools/demo-accounts.mjs';
import { people } from './people.ts';
import { ask, freshMsp, freshOrganization, freshPage, messages, register, test } from './world.ts';

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
  await expect(page.getByRole('heading', { name: 'Pending Requests', level: 2, exact: true })).toBeFocused();

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

test('who goes to a page with another frame is at its beginning, or in its first field: nobody has to begin at the top', async ({
  browser,
}) => {
  const page = await freshPage(browser);
  await page.goto('/login');
  const goBy = async (link: Locator) => {
    await link.focus();
    await page.keyboard.press('Enter');
  };
  await page.getByLabel('Email').fill(people.mspAdmin);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'MSP Dashboard' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await goBy(page.getByRole('button', { name: 'Logout' }));
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.goto('/no-such-page');
  await goBy(page.getByRole('link', { name: 'Go back to home' }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('See where every organization stands');
  await expect(page.getByRole('main')).toBeFocused();
});

test('whoever turns to the last page of the audit log by keyboard keeps the focus on the button, which does nothing more', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  await page.route(/\/audit-logs\?.*cursor=before/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...mspAuditLog.list.reply.parse(await answer.json()), olderCursor: null },
    });
  });
  await page.goto('/msp/auditlogs');
  const next = page.getByRole('button', { name: 'Next page' });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(next).toBeDisabled();
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  const previous = page.getByRole('button', { name: 'Previous page' });
  await previous.focus();
  await page.keyboard.press('Enter');
  await expect(previous).toBeDisabled();
  await expect(previous).toBeFocused();
});

test('a message that is closed gives the focus back, and a choice that is saved keeps it', async ({ browser }) => {
  const { page, id } = await freshOrganization(browser);
  await page.goto(`/org/${id}/sra`);
  const box = page.getByRole('checkbox', { name: /tier 2/ });
  await expect(box, 'what is kept has been read').toBeEnabled();
  await box.focus();
  await page.keyboard.press('Space');
  const message = messages(page).getByText('The next assessment includes tier 2');
  await expect(message).toBeVisible();
  await expect(box).toBeChecked();
  await expect(box).toBeFocused();
  await page.getByRole('button', { name: 'Theme' }).focus();
  await page.getByRole('button', { name: 'Close message' }).focus();
  await page.keyboard.press('Enter');
  await expect(message).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Theme' })).toBeFocused();
});

test('a dialog gives the focus back however late the page under it can have it again', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  // As on a long list that is drawn anew: what lies under the dialog stays without focus for some frames after it closed.
  await page.addInitScript(() => {
    const inert = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'inert');
    Object.defineProperty(HTMLElement.prototype, 'inert', {
      set(this: HTMLElement, isInert: boolean) {
        const set = () => inert?.set?.call(this, isInert);
        // Taking it from the focus is never late: a key that overtook it would close the dialog before that.
        if (isInert) set();
        else setTimeout(set, 150);
      },
    });
  });
  await page.goto('/msp/billing');
  const opener = page.getByRole('button', { name: /^Change fee of/ }).first();
  await opener.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('two dialogs one after the other give the focus back to where the first was opened', async ({ browser }) => {
  const { page } = await freshOrganization(browser);
  await page.route('**/api/auth/account/totp/confirm', (route) =>
    route.fulfill({ json: { recoveryCodes: ['first-code', 'second-code'] } }),
  );
  await page.goto('/settings');
  const opener = page.getByRole('button', { name: 'Set up' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const code = page.getByRole('dialog').getByLabel('2. Enter the code that the app shows');
  await code.fill('123456');
  await code.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'I have kept them' }).press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('a sentence that takes the place of a form that was sent has the focus', async ({ page }) => {
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill('nobody@nowhere.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'nobody@nowhere.example' })).toBeFocused();
});
