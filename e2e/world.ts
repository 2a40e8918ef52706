import { randomBytes } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { type Endpoint, pathOf } from '@sentrywell/contract/endpoint.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { expect, test as base } from './fixture.ts';
import { baseURL } from './target.ts';

/** The password of everybody who is registered by a test. */
export const newPassword = 'four quiet herons fishing';

/** A domain that no other test has, so that tests can run in any order and side by side. */
export function freshDomain(word: string): string {
  return `${word}-${randomBytes(4).toString('hex')}.example`;
}

const opened = new Set<BrowserContext>();

/** A browser without cookies; it closes with the test. */
export async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  opened.add(context);
  return context.newPage();
}

/** What the page asks there is done, and no answer comes back: a network that blinks. Ends with `unroute`. */
export function loseAnswers(page: Page, address: string): Promise<unknown> {
  return page.route(address, async (route) => {
    await route.fetch();
    await route.abort();
  });
}

/** The tests of journeys with people of their own. */
export const test = base.extend<{ readonly journey: undefined }>({
  journey: [
    async ({ troubles }, run) => {
      // The browser reports every refusal that a journey provokes, and every call that it lets fail.
      troubles.allow(/Failed to load resource/);
      await run(undefined);
      await Promise.all([...opened].map((context) => context.close()));
      opened.clear();
    },
    { auto: true },
  ],
});

type AnyEndpoint<Reply> = {
  readonly method: 'GET' | 'POST';
  readonly path: Endpoint['path'];
  readonly reply: { readonly parse: (body: unknown) => Reply };
};
type AnyInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
};

/** Calls the server with the cookies of a page: for what a test needs and does not look at. */
export async function ask<Reply>(page: Page, endpoint: AnyEndpoint<Reply>, input: AnyInput = {}): Promise<Reply> {
  const pathname = pathOf(endpoint, input.params);
  const answer = await page.request.fetch(`${baseURL}${pathname}?${new URLSearchParams(input.query).toString()}`, {
    method: endpoint.method,
    headers: { origin: baseURL, 'content-type': 'application/json' },
    ...(input.body === undefined ? {} : { data: input.body }),
  });
  if (!answer.ok()) {
    throw new Error(`${endpoint.method} ${pathname}: ${answer.status()} ${await answer.text()}`);
  }
  return endpoint.reply.parse(await answer.json());
}

/** Signs in without the page of /login. */
export async function enter(page: Page, email: string, password: string = newPassword): Promise<void> {
  await ask(page, authEndpoints.login, { body: { email, password } });
}

type Registration = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly token?: string;
};

/** An account, without the page of /register. */
export async function register(page: Page, kind: 'organization' | 'msp', person: Registration): Promise<void> {
  const endpoint = kind === 'msp' ? registrationEndpoints.registerMsp : registrationEndpoints.registerOrganization;
  await ask(page, endpoint, { body: { token: '', password: newPassword, ...person } });
}

/** Somebody of a tenant that belongs to one test alone, signed in. */
export type Admin = { readonly page: Page; readonly email: string; readonly domain: string };

/** A new MSP with its first administrator. */
export async function freshMsp(browser: Browser): Promise<Admin> {
  const domain = freshDomain('msp');
  const page = await freshPage(browser);
  const email = `admin@${domain}`;
  await register(page, 'msp', { firstName: 'Dana', lastName: 'Reyes', email });
  await enter(page, email);
  return { page, email, domain };
}

/** The id of the organization that a person belongs to. */
async function organizationOf(page: Page): Promise<number> {
  const { orgId } = await ask(page, authEndpoints.me);
  if (orgId === null) {
    throw new Error('The person belongs to no organization');
  }
  return orgId;
}

/** A new organization with its administrator: of an MSP when its administrator is given, else independent. */
export async function freshOrganization(browser: Browser, msp?: Admin): Promise<Admin & { readonly id: number }> {
  const domain = freshDomain('clinic');
  const page = await freshPage(browser);
  const email = `admin@${domain}`;
  const token = msp === undefined ? '' : await invitedTo(msp, email);
  await register(page, 'organization', { firstName: 'Morgan', lastName: 'Field', email, token });
  await enter(page, email);
  return { page, email, domain, id: await organizationOf(page) };
}

async function invitedTo(msp: Admin, email: string): Promise<string> {
  const { link } = await ask(msp.page, invitationEndpoints.inviteOrganization, { body: { email } });
  return new URL(link ?? '').searchParams.get('token') ?? '';
}

/** Signs in on /login, which shows now or is about to: the page that somebody leaves may have an Email of its own. */
export async function logIn(page: Page, email: string, password: string = newPassword): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome back', level: 1 })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Fills in the page of /register; the address stands there already when somebody was invited. */
export async function fillRegistration(
  page: Page,
  [firstName, lastName]: [string, string],
  email?: string,
): Promise<void> {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  if (email !== undefined) {
    await page.getByLabel('Email').fill(email);
  }
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('checkbox').check();
}

/** Chooses an entry of one of the product's own lists. */
export async function choose(page: Page, list: string | RegExp, entry: string): Promise<void> {
  await page
    .locator('[aria-haspopup=listbox]')
    .and(page.getByRole('button', { name: list }))
    .click();
  await page.getByRole('option', { name: entry, exact: true }).click();
}

/** What the product says in a corner of the page. */
export function messages(page: Page) {
  return page.getByRole('region', { name: 'Messages' });
}

/** Says how many calls of a path went out meanwhile. */
export async function countCalls(page: Page, pathname: string, work: () => Promise<void>): Promise<number> {
  let count = 0;
  const listener = (request: { url: () => string; method: () => string }) => {
    count += request.method() === 'POST' && new URL(request.url()).pathname === pathname ? 1 : 0;
  };
  page.on('request', listener);
  await work();
  page.off('request', listener);
  return count;
}

/** Expects a sentence in the red banner of a form. */
export async function expectBanner(page: Page, sentence: string): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
}
