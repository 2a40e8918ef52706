import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';

/** The demo accounts, all with one password. */
export const demoPassword = 'demo-sentrywell';
export const people = {
  root: 'root@sentrywell.example',
  mspAdmin: 'admin@harborview.example',
  mspUser: 'user@harborview.example',
  mspAuditor: 'auditor@harborview.example',
  orgAdmin: 'admin@cedarclinic.example',
  orgAuditor: 'auditor@cedarclinic.example',
  employee: 'employee@cedarclinic.example',
  vendor: 'vendor@cedarclinic.example',
  securityAnalyst: 'analyst@cedarclinic.example',
  complianceAnalyst: 'compliance@cedarclinic.example',
  foreignMspAdmin: 'admin@lakeside.example',
  independentAdmin: 'admin@birchdental.example',
} as const;
export type PersonName = keyof typeof people;

/** Signs in on the page of /login and waits until it is left. */
export async function signIn(page: Page, email: string, password: string = demoPassword): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** The newest mail to an address, out of the outbox that the demo keeps instead of sending. */
export async function newestMailTo(address: string): Promise<Email> {
  const folder = path.join(process.env['E2E_DATA_DIR'] ?? '', 'outbox');
  await expect
    .poll(() => namesOf(folder, address).length, { message: `a mail to ${address}`, timeout: 15_000 })
    .toBeGreaterThan(0);
  const newest = namesOf(folder, address).at(-1) ?? '';
  return PostalMime.parse(readFileSync(path.join(folder, newest)));
}

function namesOf(folder: string, address: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(`-${address}.eml`) && !name.startsWith('.'))
      .sort();
  } catch {
    return [];
  }
}

/** The one link to the product in a mail. */
export function linkIn(mail: Email): string {
  const link = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0];
  if (link === undefined) {
    throw new Error(`No link in the mail "${mail.subject ?? ''}"`);
  }
  return link;
}
