import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  request,
} from '@playwright/test';
import { demoPassword } from '../tools/demo-accounts.mjs';
import { people, type PersonName } from './people.ts';

/** What pages complained about while a test ran. A test that provokes something says so with `allow`. */
type Troubles = { readonly found: string[]; readonly allow: (pattern: RegExp) => void };

type Fixtures = {
  readonly troubles: Troubles;
  /** A page of this person, who has signed in lately. */
  readonly openAs: (person: PersonName, options?: BrowserContextOptions) => Promise<Page>;
};

/** The warnings that specification §8 asks for. */
const ownWarnings = new Set([
  'Session not found',
  'Auth fetch failed',
  'Failed to fetch user details',
  'Logout failed',
]);

/** The browser itself reports each failed answer; a visitor's 401 is the ordinary answer to "who is there?" (ruling R6). */
const visitorAnswer = /status of 401 .*\/api\/auth\/me\b/;

/** Runs in the page, which these tests' types know nothing of. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('securitypolicyviolation ' + event.effectiveDirective + ' ' + event.blockedURI);
});`;

/** Listens to every page of every context of the browser; gives back how to stop. */
function listen(browser: Browser, found: string[]): () => void {
  const watch = (context: BrowserContext) => {
    context.on('weberror', (event) => found.push(`page error: ${event.error().message}`));
    context.on('console', (message) => {
      const text = `${message.type()}: ${message.text()} (${message.location().url})`;
      const isTrouble = message.type() === 'error' || message.type() === 'warning';
      if (isTrouble && !ownWarnings.has(message.text()) && !visitorAnswer.test(text)) {
        found.push(text);
      }
    });
    // Chromium writes violations to the console too; this also names the directive.
    void context.addInitScript({ content: reportViolations });
  };
  browser.on('context', watch);
  return () => browser.off('context', watch);
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;
type SignedIn = { readonly at: number; readonly state: Promise<State> };
const signedIn = new Map<PersonName, SignedIn>();
/** Well within the ten minutes in which nobody is asked for the password again: how late a test comes changes nothing for it. */
const freshMs = 5 * 60_000;

async function signInByCall(person: PersonName, baseURL: string): Promise<State> {
  const calls = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  const answer = await calls.post('/api/auth/login', { data: { email: people[person], password: demoPassword } });
  expect(answer.ok(), `${person} signs in: ${await answer.text()}`).toBe(true);
  const state = await calls.storageState();
  await calls.dispose();
  return state;
}

/** The session of a person, made in this worker a few minutes ago at most. Tests that log out sign in for themselves. */
export function sessionOf(person: PersonName, baseURL: string): Promise<State> {
  const known = signedIn.get(person);
  const now = Date.now();
  const session =
    known !== undefined && now - known.at < freshMs ? known : { at: now, state: signInByCall(person, baseURL) };
  signedIn.set(person, session);
  return session.state;
}

/**
 * The tests of this folder. Each fails when any page it opens throws, logs an error or a warning that is not one of the
 * specification's, or breaks the content security policy or Trusted Types.
 */
export const test = base.extend<Fixtures>({
  troubles: [
    async ({ browser }, run) => {
      const found: string[] = [];
      const allowed: RegExp[] = [];
      const stop = listen(browser, found);
      await run({ found, allow: (pattern) => allowed.push(pattern) });
      stop();
      expect(found.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
  openAs: async ({ browser, baseURL }, run) => {
    const contexts: BrowserContext[] = [];
    await run(async (person, options = {}) => {
      const context = await browser.newContext({ ...options, storageState: await sessionOf(person, baseURL ?? '') });
      contexts.push(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect } from '@playwright/test';
