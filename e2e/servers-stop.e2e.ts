import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { goThroughMenu } from './menu.ts';
import { messages } from './world.ts';

const run = promisify(execFile);
const systemctl = process.env['E2E_SYSTEMCTL'] ?? 'systemctl';
const units = (process.env['E2E_UNITS'] ?? '').split(',');

/** A unit is named by the port of its server. */
async function isReady(unit: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${unit.split('@')[1]}/health/ready`).catch(() => undefined);
  return answer?.status === 200;
}

/** A round of somebody's day: pages that read, a form that writes, and a page loaded anew. */
async function workOnce(page: Page, round: number): Promise<void> {
  await page.goto('/msp/dashboard');
  await goThroughMenu(page);
  await page.goto('/settings');
  await page.getByLabel('First name').fill(`Dana ${'abcdefghijklmnopqrstuvwxyz'[round % 26]}`);
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(messages(page)).toContainText('Your name was changed.');
}

/** Works without a pause until told to stop. @returns how many rounds were done. */
function workWithoutPause(page: Page): () => Promise<number> {
  let going = true;
  let rounds = 0;
  const work = async () => {
    for (; going; rounds += 1) {
      await workOnce(page, rounds);
    }
  };
  const working = work();
  // Whoever waits for it hears of a failure; until then nobody does.
  working.catch(() => undefined);
  return async () => {
    going = false;
    await working;
    return rounds;
  };
}

// The fixture fails the test on any error that a page logs, a call that was refused among them.
test('a person goes on working while one server after the other stops and starts', async ({ openAs }) => {
  test.setTimeout(180_000);
  const page = await openAs('mspAdmin');
  const finish = workWithoutPause(page);
  for (const unit of units) {
    await page.waitForTimeout(4_000);
    await run(systemctl, ['stop', unit]);
    await page.waitForTimeout(6_000);
    await run(systemctl, ['start', unit]);
    await expect.poll(() => isReady(unit), { timeout: 60_000 }).toBe(true);
    // The balancer asks a server that it missed again after two seconds: only then may the other one stop.
    await page.waitForTimeout(3_000);
  }
  expect(await finish()).toBeGreaterThan(units.length);
  expect((await run(systemctl, ['is-active', ...units])).stdout.trim().split('\n')).toEqual(units.map(() => 'active'));
});
