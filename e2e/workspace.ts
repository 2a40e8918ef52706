import { expect, type Page } from '@playwright/test';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { type Admin, ask } from './world.ts';

/** Opens the sign-in window and waits until it shows the accounts of the emulated Google Workspace. */
export async function openSignIn(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: /Signin With Google|Assess again/ }).click();
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  return popup;
}

/** Picks an account in the sign-in window and allows what is asked. */
export async function allowAs(popup: Page, email: string): Promise<void> {
  await popup.getByText(email).click();
  await popup.getByRole('button', { name: 'Allow' }).click();
}

/** Reads the workspace of an organization as its super administrator does, and waits for the new assessment. */
export async function assess(page: Page, domain: string): Promise<void> {
  const popup = await openSignIn(page);
  await allowAs(popup, `admin@${domain}`);
  await expect(page.getByRole('heading', { name: 'Verifying Your Identity' })).toBeVisible();
  // Google allows one page of settings a second, to all servers together.
  await expect(page.getByRole('heading', { name: 'Compliance Summary' })).toBeVisible({ timeout: 45_000 });
}

/** Changes a setting in the emulated workspace as its administrator would. */
export async function changeSetting(
  { page, domain, id }: Admin & { readonly id: number },
  { type, value }: { readonly type: string; readonly value: object },
): Promise<void> {
  const query = { orgId: String(id), expectedDomain: domain };
  const { authUrl } = await ask(page, sraEndpoints.startWorkspaceSignIn, { query });
  const answer = await page.request.post(`${new URL(authUrl).origin}/emulator/workspaces/${domain}/settings`, {
    data: { type, value },
  });
  expect(answer.status()).toBe(204);
}
