import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { demoAccounts, demoPassword } from '../tools/demo-accounts.mjs';
import { outboxes } from './target.ts';

export const people = demoAccounts;
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
  await expect
    .poll(() => mailsTo(address).length, { message: `a mail to ${address}`, timeout: 15_000 })
    .toBeGreaterThan(0);
  return PostalMime.parse(readFileSync(mailsTo(address).at(-1) ?? ''));
}

/** The oldest first: their names begin with the moment. */
function mailsTo(address: string): string[] {
  return outboxes()
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => ({ name, file: path.join(folder, name) })))
    .filter(({ name }) => name.endsWith(`-${address}.eml`) && !name.startsWith('.'))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ file }) => file);
}

/** The one link to the product in a mail. */
export function linkIn(mail: Email): string {
  const link = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0];
  if (link === undefined) {
    throw new Error(`No link in the mail "${mail.subject ?? ''}"`);
  }
  return link;
}
