import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { expect } from './fixture.ts';
import { oneTimeCode } from './one-time-codes.ts';
import { ask, freshOrganization, freshPage, logIn, test } from './world.ts';

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
