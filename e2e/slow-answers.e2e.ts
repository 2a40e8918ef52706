import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';
import {
  type Admin,
  ask,
  countCalls,
  freshDomain,
  freshMsp,
  freshOrganization,
  freshPage,
  messages,
  newPassword,
  register,
  test,
} from './world.ts';

/** Holds back what is sent to an address until told to let it go. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

test('a dialog stays open until what it sent is answered, so that no answer comes to another one', async ({
  browser,
}) => {
  const { page } = await freshMsp(browser);
  await page.goto('/msp/tenants');
  const letGo = await holdBack(page, '**/api/auth/invite/msp/organization');
  await page.getByRole('button', { name: 'Invite Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Organization' });
  await dialog.getByLabel('Email').fill(`owner@${freshDomain('clinic')}`);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  await expect(dialog).toBeVisible();
  letGo();
  await expect(dialog.getByRole('button', { name: 'Copy invitation link' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Invite Organization' }).click();
  await expect(dialog.getByLabel('Email')).toHaveValue('');
});

test('a link that is sent takes the place of the form, and the focus with it', async ({ browser }) => {
  const { page } = await freshMsp(browser);
  await page.goto('/msp/tenants');
  await page.getByRole('button', { name: 'Invite Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Organization' });
  await dialog.getByLabel('Email').fill(`owner@${freshDomain('clinic')}`);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByLabel('Invitation link')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('invitations that are sent again show their links one after another, each under its own address', async ({
  browser,
}) => {
  const { page } = await freshMsp(browser);
  const emails = [`one@${freshDomain('clinic')}`, `two@${freshDomain('clinic')}`];
  for (const email of emails) {
    await ask(page, invitationEndpoints.inviteOrganization, { body: { email } });
  }
  await page.goto('/msp/tenants');
  const again = (email: string) =>
    page.getByRole('row', { name: new RegExp(email) }).getByRole('button', { name: 'Send again' });
  const letGo = await holdBack(page, '**/resend');
  for (const email of emails) {
    await again(email).click();
  }
  for (const email of emails) {
    await expect(again(email)).toBeDisabled();
  }
  letGo();
  const links = page.getByRole('dialog', { name: /^Invitation link of / });
  const shown = new Map<string, string>();
  while (shown.size < emails.length) {
    await expect(links).toHaveCount(1);
    const title = await links.getByRole('heading').textContent();
    shown.set(title ?? '', await links.getByLabel('Invitation link').inputValue());
    await links.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('dialog', { name: title ?? '' })).toHaveCount(0);
  }
  expect([...shown.keys()].toSorted()).toEqual(emails.map((email) => `Invitation link of ${email}`).toSorted());
  for (const [title, link] of shown) {
    const params = { token: new URL(link).searchParams.get('token') ?? '' };
    expect(title).toContain((await ask(page, invitationEndpoints.findInvitation, { params })).email);
  }
});

/** Adds somebody to an organization without the dialog. */
async function addMember(browser: Parameters<typeof freshPage>[0], { page, domain }: Admin, firstName: string) {
  const email = `${firstName.toLowerCase()}@${domain}`;
  const body = { email, role: 'ORG_AUDITOR', tenantIds: [] };
  const { link } = await ask(page, invitationEndpoints.inviteMember, { body });
  const token = new URL(link ?? '').searchParams.get('token') ?? '';
  await register(await freshPage(browser), 'organization', { firstName, lastName: 'Desk', email, token });
}

test('what is under way for one person neither answers nor closes the question about another', async ({ browser }) => {
  const clinic = await freshOrganization(browser);
  const { page, id } = clinic;
  await addMember(browser, clinic, 'Sam');
  await addMember(browser, clinic, 'Kim');
  await page.goto(`/org/${id}/team`);
  const sam = page.getByRole('row', { name: /Sam Desk/ });
  await sam.getByRole('button', { name: 'Delete person' }).click();
  await page
    .getByRole('alertdialog', { name: 'Remove Sam Desk?' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
  await expect(sam).toContainText('Inactive');

  const letGo = await holdBack(page, '**/reactivate?*');
  await sam.getByRole('button', { name: 'Reactivate person' }).click();
  await page
    .getByRole('row', { name: /Kim Desk/ })
    .getByRole('button', { name: 'Delete person' })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Remove Kim Desk?' });
  await expect(question.getByRole('button', { name: 'Remove', exact: true })).toBeEnabled();
  letGo();
  await expect(messages(page)).toContainText('Sam Desk can sign in again.');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(messages(page)).toContainText('Kim Desk was removed.');
});

test('the theme that is chosen last is the one that is kept', async ({ browser }) => {
  const { page } = await freshMsp(browser);
  await page.goto('/settings');
  const letGo = await holdBack(page, '**/api/auth/account/profile');
  const calls = await countCalls(page, '/api/auth/account/profile', async () => {
    await page.getByText('Dark', { exact: true }).click();
    await page.getByText('Light', { exact: true }).click();
    letGo();
    await expect.poll(async () => (await ask(page, accountEndpoints.findAccount)).theme).toBe('light');
  });
  expect(calls).toBe(2);
});

test('a page that is older than the last change of the name does not take it back with another theme', async ({
  browser,
}) => {
  const { page } = await freshMsp(browser);
  const tab = await page.context().newPage();
  await page.goto('/settings');
  await tab.goto('/settings');
  await expect(tab.getByLabel('First name')).toHaveValue('Dana');
  await page.getByLabel('First name').fill('Robin');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(messages(page)).toContainText('Your name was changed.');
  await tab.getByText('Dark', { exact: true }).click();
  await expect.poll(async () => (await ask(page, accountEndpoints.findAccount)).theme).toBe('dark');
  expect((await ask(page, accountEndpoints.findAccount)).firstName).toBe('Robin');
});

test('an invitation that did not reach the server can be sent again as it is', async ({ browser }) => {
  const msp = await freshMsp(browser);
  const { page, domain } = msp;
  const clinic = await freshOrganization(browser, msp);
  await page.goto('/msp/team');
  await page.getByRole('button', { name: '+ Invite Members' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByLabel('Email').fill(`kim@${domain}`);
  await dialog.getByRole('option', { name: new RegExp(clinic.domain) }).click();
  await page.route('**/api/auth/invite/msp/member', (route) => route.abort());
  const invite = dialog.getByRole('button', { name: 'Invite', exact: true });
  await invite.click();
  await expect(messages(page)).toContainText('Failed to send invite.');
  await expect(dialog.getByText('The server could not be reached.')).toBeVisible();
  await page.unroute('**/api/auth/invite/msp/member');
  await invite.click();
  await expect(messages(page)).toContainText('Invitation sent!');
});

test('two changes that need the password at once ask for it once, and both go on', async ({ browser }) => {
  const { page } = await freshMsp(browser);
  await page.goto('/settings');
  const asked = new Set<string>();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // As if the password had been given long ago.
  await page.route(/\/(msp\/second-factor|totp\/begin)$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() === 'GET' || asked.has(pathname)) {
      await route.continue();
      return;
    }
    asked.add(pathname);
    await held;
    await route.fulfill({ status: 403, json: { message: 'Confirm your password', code: 'access.step_up_needed' } });
  });
  await page.getByRole('checkbox', { name: /^Require a second factor/ }).click();
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect.poll(() => asked.size).toBe(2);
  letGo();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByLabel('Password', { exact: true }).fill(newPassword);
  await question.getByRole('button', { name: 'Confirm' }).click();
  // The server answers both: the one with a picture, the other with what has to come first.
  await expect(page.getByRole('dialog', { name: 'Set up an authenticator app' })).toBeVisible();
  await expect(messages(page)).toContainText('Please set up a second factor first.');
});

test('recovery codes, which are shown once, go only with the button that says they are kept', async ({ browser }) => {
  const { page } = await freshOrganization(browser);
  await page.route('**/api/auth/account/totp/confirm', (route) =>
    route.fulfill({ json: { recoveryCodes: ['first-code', 'second-code'] } }),
  );
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByLabel('2. Enter the code that the app shows').fill('123456');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('alertdialog', { name: 'Keep your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveText(['first-code', 'second-code']);
  await page.keyboard.press('Escape');
  await expect(codes.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await expect(codes).toBeVisible();
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(codes).toHaveCount(0);
});

test('Enter in the search leads to what was typed, also before it is found', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/dashboard');
  await page.getByRole('combobox', { name: 'Search' }).fill('c');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('option').first()).not.toContainText('Cedar Clinic');
  const letGo = await holdBack(page, '**/search?q=cedar');
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially('edar');
  await page.keyboard.press('Enter');
  letGo();
  await expect(page.getByRole('heading', { level: 1, name: 'Cedar Clinic' })).toBeVisible();
});

test('a search that is not answered shows nothing that was found for another one', async ({ openAs, troubles }) => {
  troubles.allow(/Failed to load resource/);
  const page = await openAs('mspAdmin');
  await page.goto('/msp/dashboard');
  await page.route('**/search?q=cedar', (route) => route.abort());
  await page.getByRole('combobox', { name: 'Search' }).fill('c');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Search' }).fill('cedar');
  await expect(page.getByText('The search did not answer. Please try again.')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('the fee that was agreed just now stands in the dialog that is opened again', async ({ browser }) => {
  const msp = await freshMsp(browser);
  await freshOrganization(browser, msp);
  const { page } = msp;
  await page.goto('/msp/billing');
  const change = page.getByRole('button', { name: /^Change fee of / });
  await change.click();
  const dialog = page.getByRole('dialog', { name: /^Monthly fee of / });
  await dialog.getByLabel('Monthly fee in US dollars').fill('1200');
  const letGo = await holdBack(page, '**/msp/billing');
  const isAsked = page.waitForRequest('**/msp/billing');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await isAsked;
  await expect(messages(page)).toContainText('was changed.');
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
  letGo();
  await expect(dialog).toHaveCount(0);
  await change.click();
  await expect(dialog.getByLabel('Monthly fee in US dollars')).toHaveValue('1200.00');
});

test('a sign-in to the workspace that was given up says nothing to the next one', async ({ browser }) => {
  const { page, id } = await freshOrganization(browser);
  await page.goto(`/org/${id}/sra`);
  let refuse: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  let count = 0;
  await page.route('**/api/auth/google?*', async (route) => {
    count += 1;
    // The second one is not answered at all.
    if (count === 1) {
      await held;
      await route.abort();
    }
  });
  const signIn = page.getByRole('button', { name: /^Signin With/ });
  await signIn.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await signIn.click();
  await expect.poll(() => count).toBe(2);
  const refused = page.waitForEvent('requestfailed');
  refuse();
  await refused;
  await expect(page.getByRole('heading', { name: 'Verifying Your Identity' })).toBeVisible();
  // The popup that is still open is looked at every 400 milliseconds: longer than that, it still stands.
  await page.waitForTimeout(500);
  await expect(page.getByRole('heading', { name: 'Verifying Your Identity' })).toBeVisible();
});
