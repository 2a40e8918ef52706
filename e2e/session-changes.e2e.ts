import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { teamEndpoints } from '@sentrywell/contract/team.ts';
import { expect } from './fixture.ts';
import { oneTimeCode } from './one-time-codes.ts';
import {
  ask,
  choose,
  enter,
  freshMsp,
  freshOrganization,
  freshPage,
  logIn,
  messages,
  register,
  test,
} from './world.ts';

test('whoever logs in as somebody else is not logged out by the answer to having left', async ({ browser }) => {
  const { page, email } = await freshOrganization(browser);
  const other = await freshOrganization(browser);
  const { secret } = await ask(page, accountEndpoints.beginTotp);
  await ask(page, accountEndpoints.confirmTotp, { body: { code: oneTimeCode(secret) } });
  const next = await freshPage(browser);
  await next.goto('/login');
  await logIn(next, email);
  await expect(next).toHaveURL(/\/login\/second-factor$/);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await next.route('**/api/auth/logout', async (route) => {
    await held;
    await route.continue();
  });
  const isLeaving = next.waitForRequest('**/api/auth/logout');
  await next.getByRole('link', { name: 'Log in as somebody else' }).click();
  await isLeaving;
  let isAsked = false;
  next.on('request', (request) => {
    isAsked ||= new URL(request.url()).pathname === '/api/auth/login';
  });
  await logIn(next, other.email);
  await expect(next.getByRole('button', { name: 'Logging in...' })).toBeVisible();
  // Long enough for what is sent at once.
  await next.waitForTimeout(500);
  expect(isAsked).toBe(false);
  letGo();
  await expect(next).toHaveURL(/\/dashboard$/);
  await next.reload();
  await expect(next.getByRole('banner')).toContainText(other.email);
});

test('what was asked with the session that a new e-mail address replaced is asked again, and nobody has to log in', async ({
  browser,
}) => {
  const { page, domain } = await freshOrganization(browser);
  await page.goto('/settings');
  const replaced = await page.context().cookies();
  const cookie = replaced.map(({ name, value }) => `${name}=${value}`).join('; ');
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const statuses: number[] = [];
  // The first time it comes to the server when the session that it was sent with is over.
  await page.route('**/api/auth/account/profile', async (route) => {
    await held;
    const headers = { ...route.request().headers(), ...(statuses.length === 0 ? { cookie } : {}) };
    const response = await route.fetch({ headers });
    statuses.push(response.status());
    await route.fulfill({ response });
  });
  await page.getByLabel('First name').fill('Robin');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByLabel('New email').fill(`owner@${domain}`);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(messages(page)).toContainText('Your e-mail address was changed.');
  letGo();
  await expect(messages(page)).toContainText('Your name was changed.');
  await expect(page).toHaveURL('/settings');
  expect(statuses).toEqual([401, 200]);
  expect((await ask(page, accountEndpoints.findAccount)).firstName).toBe('Robin');
});

test('a computer whose clock is ahead does not warn of the end of a session that has just begun', async ({
  browser,
}) => {
  const { page, id } = await freshOrganization(browser);
  await page.clock.install({ time: Date.now() + 31 * 60_000 });
  await page.goto(`/org/${id}/dashboard`);
  await expect(page.getByText('Established')).toBeVisible();
  // Long enough for the first look at how long the session lasts.
  await page.waitForTimeout(500);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a computer whose clock is behind warns before the session ends', async ({ browser }) => {
  const { page, id } = await freshOrganization(browser);
  await page.clock.install({ time: Date.now() - 3_600_000 });
  await page.goto(`/org/${id}/dashboard`);
  await expect(page.getByText('Established')).toBeVisible();
  await page.route('**/api/auth/session-time', (route) =>
    route.fulfill({
      headers: { date: new Date().toUTCString() },
      json: {
        idleExpiresAt: new Date(Date.now() + 60_000).toISOString(),
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      },
    }),
  );
  await page.clock.fastForward('28:00');
  await expect(page.getByRole('alertdialog', { name: 'Are you still there?' })).toContainText(/ in (1:0|0:5)\d/);
});

test('whoever got a lesser role while a page is open sees it with the first thing that is refused, and is offered no more than they may do', async ({
  browser,
}) => {
  const msp = await freshMsp(browser);
  const { page, id, domain } = await freshOrganization(browser, msp);
  const { userId } = await ask(page, authEndpoints.me);
  const inviting = { body: { email: `second@${domain}`, role: 'ORG_ADMIN', tenantIds: [] } };
  const { link } = await ask(page, invitationEndpoints.inviteMember, inviting);
  const token = new URL(link ?? '').searchParams.get('token') ?? '';
  await register(msp.page, 'organization', { firstName: 'Sam', lastName: 'Desk', email: '', token });

  await page.goto(`/org/${id}/team`);
  await page.getByRole('button', { name: 'Add People' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Person' });
  await dialog.getByLabel('Email').fill(`third@${domain}`);
  await choose(page, /Role/, 'Employee');
  const lowering = { params: { userId: String(userId) }, query: { orgId: String(id) }, body: { role: 'ORG_AUDITOR' } };
  await ask(msp.page, teamEndpoints.editMember, lowering);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(messages(page)).toContainText('Failed to send invite.');
  await expect(page.getByRole('button', { name: 'Add People' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Billing' })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'People' })).toBeVisible();
});

test('a session that has ended already leaves the list when somebody wants to end it', async ({ browser }) => {
  const { page, email } = await freshOrganization(browser);
  const elsewhere = await freshPage(browser);
  await enter(elsewhere, email);
  await page.goto('/settings');
  const end = page.getByRole('button', { name: /^End .+, since / });
  await expect(end).toHaveCount(1);
  await ask(elsewhere, authEndpoints.logout);
  await end.click();
  await expect(messages(page)).toContainText('This session has already ended.');
  await expect(end).toHaveCount(0);
});

test('a logout leads to /login also where the browser keeps nothing for a tab', async ({ browser, troubles }) => {
  troubles.allow(/Failed to save scroll positions/);
  const { page } = await freshOrganization(browser);
  // As with a privacy setting: whoever asks for it is refused.
  await page.addInitScript(`Object.defineProperty(window, 'sessionStorage', {
    get: () => { throw new DOMException('The operation is insecure.', 'SecurityError'); },
  })`);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Logout failed')).toBeHidden();
});
