import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { savingData } from './menu.ts';

/** How reads behave (specification §7 and §9), on the organizations list: counted at the network, with a clock that we turn. */
const listPath = '**/api/msp-service/msp/tenants';

type Answer = { readonly status: number; readonly json?: object };
const refusal = (status: number, code: string): Answer => ({ status, json: { message: 'Not now.', code } });

/**
 * Counts the answers that the page has read to their end: only then does it know of a failure, and plan when to ask again. A text:
 * these types know no DOM.
 */
const countRead = `
  window.read = 0;
  const json = Response.prototype.json;
  Response.prototype.json = async function () {
    const body = await json.call(this);
    if (this.url.endsWith('/msp/tenants')) window.read += 1;
    return body;
  };
`;

/** Counts the calls and answers them with whatever is to be answered now. */
async function countCalls(page: Page, first: Answer | 'real') {
  const counter = { calls: 0, answer: first };
  await page.addInitScript({ content: countRead });
  await page.route(listPath, async (route) => {
    counter.calls += 1;
    if (counter.answer === 'real') {
      await route.continue();
    } else {
      await route.fulfill(counter.answer);
    }
  });
  return counter;
}

/** Lets what was asked be answered and drawn, without time going by for the page. */
async function quiet(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => { const c = new MessageChannel(); c.port1.onmessage = done; c.port2.postMessage(0); })',
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** From here on time goes by only where the test lets it. */
async function stopTime(page: Page): Promise<void> {
  const start = Date.now();
  await page.clock.install({ time: start });
  await page.clock.pauseAt(start + 1000);
}

const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Organizations' });

test('three retries, 5 s apart, and then the error with Retry', async ({ openAs, troubles }) => {
  troubles.allow(/status of 503/);
  const page = await openAs('mspAdmin');
  await stopTime(page);
  const counter = await countCalls(page, refusal(503, 'server.failed'));
  await page.goto('/msp/tenants');
  await expect(page.getByRole('heading', { name: 'Error Loading Organizations' })).toBeVisible();
  expect(counter.calls).toBe(1);
  for (const calls of [2, 3, 4]) {
    await page.clock.runFor(4800);
    await quiet(page);
    expect(counter.calls, 'not before 5 s').toBe(calls - 1);
    await page.clock.runFor(300);
    await expect.poll(() => counter.calls).toBe(calls);
    await expect.poll(() => page.evaluate('window.read')).toBe(calls);
    await quiet(page);
  }
  await page.clock.runFor(60_000);
  await quiet(page);
  expect(counter.calls, 'no fourth retry').toBe(4);

  counter.answer = 'real';
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Cedar Clinic').first()).toBeVisible();
});

for (const [status, code] of [
  [403, 'access.denied'],
  [404, 'organization.not_found'],
] as const) {
  test(`no retry on ${status}`, async ({ openAs, troubles }) => {
    troubles.allow(new RegExp(`status of ${status}`));
    const page = await openAs('mspAdmin');
    await page.clock.install();
    const counter = await countCalls(page, refusal(status, code));
    await page.goto('/msp/tenants');
    await expect(page.getByRole('heading', { name: 'Error Loading Organizations' })).toBeVisible();
    await page.clock.runFor(60_000);
    await quiet(page);
    expect(counter.calls).toBe(1);
  });
}

test('nothing on focus, nothing by itself, and again on reconnect', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  // A file that is on its way as the connection goes is told in the console.
  await savingData(page);
  await page.clock.install();
  const counter = await countCalls(page, 'real');
  await page.goto('/msp/tenants');
  await expect(page.getByText('Cedar Clinic').first()).toBeVisible();
  expect(counter.calls).toBe(1);

  await page.clock.runFor(10_000);
  for (const event of ['focus', 'visibilitychange']) {
    await page.evaluate(`window.dispatchEvent(new Event('${event}')); document.dispatchEvent(new Event('${event}'))`);
    await page.clock.runFor(10_000);
  }
  await page.clock.runFor(600_000);
  await quiet(page);
  expect(counter.calls, 'neither focus nor time asks again').toBe(1);

  await page.context().setOffline(true);
  await expect(page.getByText(/offline/i).first()).toBeVisible();
  await page.context().setOffline(false);
  await page.clock.runFor(1000);
  await expect.poll(() => counter.calls, 'asked again on reconnect').toBe(2);
  await expect(page.getByText(/offline/i)).toHaveCount(0);
});

test('one request within 2 s, a new one after', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.clock.install();
  const counter = await countCalls(page, 'real');
  await page.goto('/msp/tenants');
  await expect(page.getByText('Cedar Clinic').first()).toBeVisible();
  // Events instead of clicks: a click waits for two frames, and no frame comes while time stands still.
  const leaveAndReturn = async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing' }).dispatchEvent('click');
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' }).dispatchEvent('click');
    await expect(title(page)).toBeVisible();
    // What is kept already is asked for again with the next frame.
    await page.clock.runFor(100);
    await quiet(page);
  };
  // The clock goes on by itself; both visits below happen at a time that is held still.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await leaveAndReturn();
  await expect.poll(() => counter.calls).toBe(2);
  await leaveAndReturn();
  expect(counter.calls, 'within 2 s').toBe(2);
  await page.clock.runFor(2100);
  await leaveAndReturn();
  await expect.poll(() => counter.calls, 'after 2 s').toBe(3);
});

test('an answer that takes longer than 3 s is waited for, with words and without a jump', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.clock.install();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(listPath, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/msp/tenants');
  await expect(page.getByText('Loading organizations...')).toBeAttached();
  const before = await page.getByRole('table', { name: 'Organizations' }).boundingBox();
  await page.clock.runFor(3500);
  await expect(page.getByText('Loading organizations...')).toBeAttached();
  release();
  await expect(page.getByText('Cedar Clinic').first()).toBeVisible();
  const after = await page.getByRole('table', { name: 'Organizations' }).boundingBox();
  expect(after?.y).toBe(before?.y);
});

test('that the server is too busy for a new password is said of the whole form, and not of the new password', async ({
  openAs,
  troubles,
}) => {
  troubles.allow(/status of 503/);
  const page = await openAs('mspUser');
  const busy = 'Many people are signing in right now. Please try again in a moment.';
  await page.route('**/api/auth/password/change', (route) =>
    route.fulfill({ status: 503, json: { message: busy, code: 'sign_in.busy' } }),
  );
  await page.goto('/settings');
  await page.getByLabel('Current password', { exact: true }).fill('twelve copper kettles');
  await page.getByLabel('New password', { exact: true }).fill('eleven copper kettles singing');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: busy })).toBeVisible();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
});
