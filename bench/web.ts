// npm run bench -- web: how fast the web app is in a real browser, against floors of the same run. First load of the public pages,
// Lighthouse (fetched on the first run; --no-lighthouse leaves it out), typing in the search of 10,000 organizations until the result
// is painted, and scrolling through them. --prove: behind a proxy that spoils every page (web/sick.ts), and Lighthouse on a phone alone.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ensureBuilt } from '../tools/bootstrap.mjs';
import { demoAccounts, demoPassword } from '../tools/demo-accounts.mjs';
import { freePort, startProduct } from './load/programs.ts';
import { median, percentile, proves, Table } from './load/table.ts';
import { browserPath, openBrowser, threadTime } from './web/browser.ts';
import { firstLoad } from './web/first-load.ts';
import { barePage, scroll, watchShifts, watchTyping } from './web/in-page.ts';
import { fetchLighthouse, type Kind, runLighthouse } from './web/lighthouse.ts';
import { startSickPages } from './web/sick.ts';

const organizations = 10_000;
const terms = ['1234', '2024', '9876', '777', '4321', '5050', '3141', '2718'];
const table = new Table();

async function measureFirstLoads(browser: Browser, origin: string): Promise<void> {
  for (const place of ['/', '/login']) {
    const { scriptKilobytes, transferKilobytes, scripts, shift, largestPaint } = await firstLoad(
      browser,
      origin + place,
    );
    table.add({
      what: `${place}: JavaScript of the first load`,
      measured: `${scriptKilobytes.toFixed(1)} KB gzipped in ${scripts} files, ${transferKilobytes.toFixed(1)} KB came over the wire`,
      target: 'at most 110 KB',
      holds: scriptKilobytes <= 110,
    });
    table.add({
      what: `${place}: layout shift`,
      measured: shift.toFixed(4),
      target: 'under 0.02',
      holds: shift < 0.02,
    });
    table.add({ what: `${place}: largest paint, unthrottled`, measured: `${largestPaint.toFixed(0)} ms` });
  }
}

const kinds: ReadonlyArray<{ readonly kind: Kind; readonly least: number }> = [
  { kind: 'performance', least: 95 },
  { kind: 'accessibility', least: 100 },
  { kind: 'best-practices', least: 100 },
  { kind: 'seo', least: 100 },
];

async function measureByLighthouse(origin: string): Promise<void> {
  fetchLighthouse();
  for (const place of proves ? ['/login'] : ['/', '/login']) {
    for (const device of proves ? (['phone'] as const) : (['phone', 'desktop'] as const)) {
      const run = () => runLighthouse(origin + place, device, browserPath);
      const first = await run();
      // A neighbour's work on this machine falls on single runs: where one misses, the middle of three counts.
      const runs =
        proves || kinds.every(({ kind, least }) => first[kind] >= least) ? [first] : [first, await run(), await run()];
      for (const { kind, least } of kinds) {
        const score = median(runs.map((scores) => scores[kind]));
        table.add({
          what: `${place} on a ${device}: ${kind}`,
          measured: String(score),
          target: `at least ${least}`,
          holds: score >= least,
        });
      }
      const weak = [...new Set(runs.flatMap((scores) => scores.weak))];
      if (weak.length > 0) table.say(`      weak: ${weak.join(', ')}`);
    }
  }
}

async function signedIn(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  const answer = await context.request.post('/api/auth/login', {
    headers: { origin },
    data: { email: demoAccounts.mspAdmin, password: demoPassword },
  });
  if (!answer.ok()) throw new Error(`The demo's MSP admin could not sign in: ${await answer.text()}`);
  return context;
}

/** The real answer's first organization, ten thousand times under other names. */
async function fillList(page: Page): Promise<string[]> {
  const names = Array.from({ length: organizations }, (_, index) => `Clinic number ${index}`);
  await page.route(`**${organizationEndpoints.listTenants.path}`, async (route) => {
    const answer = await route.fetch();
    const [first] = organizationEndpoints.listTenants.reply.parse(await answer.json()).tenants;
    const tenants = names.map((name, index) => ({
      ...first,
      id: index + 1,
      name,
      domainName: `clinic-${index}.example`,
    }));
    await route.fulfill({ response: answer, json: { tenants } });
  });
  return names;
}

/** Types each term, one key after the other, and waits for the paint of each. */
async function typeTerms(page: Page, field: string): Promise<number[]> {
  await page.evaluate(
    watchTyping(
      field,
      `(text) => document.body.textContent.includes('found for "' + text + '"') && document.body.textContent.includes(window.expected[text] + ' organization(s)')`,
    ),
  );
  let typed = 0;
  for (const term of terms) {
    await page.locator(field).fill('');
    await page.waitForTimeout(150);
    await page.locator(field).focus();
    for (const key of term) {
      await page.keyboard.press(key);
      typed += 1;
      await painted(page, typed);
    }
  }
  return readNumbers(await page.evaluate('window.paints'));
}

/** Waits until so many results were painted. The content security policy forbids what Playwright's own waiting would do. */
async function painted(page: Page, count: number): Promise<void> {
  const limit = Date.now() + 10_000;
  while (Number(await page.evaluate('window.paints.length')) < count) {
    if (Date.now() > limit) throw new Error(`Key ${count} was not painted within 10 s.`);
    await page.waitForTimeout(5);
  }
}

function readNumbers(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}

/** How many names each beginning of each term finds. */
function expectedCounts(names: readonly string[]): string {
  const beginnings = terms.flatMap((term) => Array.from(term, (_, index) => term.slice(0, index + 1)));
  const counts = beginnings.map((text) => [
    text,
    names.filter((name) => name.includes(text)).length.toLocaleString('en-US'),
  ]);
  return `window.expected = ${JSON.stringify(Object.fromEntries(counts))}`;
}

async function measureTyping(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.addInitScript({ content: watchShifts });
  const names = await fillList(page);
  const floor = await context.newPage();
  await floor.setContent(barePage(names));
  await page.goto('/msp/tenants');
  await page.getByText('Clinic number 0', { exact: true }).waitFor();
  const field = 'main input[aria-label="Search organizations"]';
  const work = await threadTime(page);
  const measured = { product: await typeInto(page, field, names), floor: await typeInto(floor, '#search', names) };
  const workPerKey = ((await work()) * 1000) / measured.product.length;
  const middle = median(measured.product);
  table.add({
    what: `typing, ${organizations.toLocaleString('en')} organizations`,
    measured: `median ${middle.toFixed(1)} ms to the painted result, 95 % within ${percentile(measured.product, 0.95).toFixed(1)} ms; floor ${median(measured.floor).toFixed(1)} ms, ratio ${(middle / median(measured.floor)).toFixed(2)}`,
    target: 'median under 50 ms',
    holds: middle < 50,
  });
  // Whatever else the machine does meanwhile does not count in this one.
  table.add({ what: 'its own work for one key', measured: `${workPerKey.toFixed(1)} ms of the page's thread` });
  await page.locator(field).fill('');
  await measureScrolling(page, floor, `${organizations.toLocaleString('en')} organizations`);
  table.add({ what: 'layout shift of the list', measured: Number(await page.evaluate('window.shifts')).toFixed(4) });
  await page.close();
  await floor.close();
}

async function typeInto(page: Page, field: string, names: readonly string[]): Promise<number[]> {
  await page.bringToFront();
  await page.evaluate(expectedCounts(names));
  return typeTerms(page, field);
}

const frameTarget = 1000 / 60;

/** Frames a second while scrolling as fast as a wheel is turned (80 px a frame, 80 rows a second), against those of a page that has nothing to draw. */
async function measureScrolling(page: Page, floor: Page, what: string): Promise<void> {
  const rates: { product: number[]; floor: number[]; late: number } = { product: [], floor: [], late: 0 };
  let frames = 0;
  for (let round = 0; round < 3; round += 1) {
    await page.bringToFront();
    const times = readNumbers(await page.evaluate(scroll(240, 80)));
    rates.product.push(1000 / mean(times));
    rates.late += times.filter((time) => time > frameTarget * 1.5).length;
    frames += times.length;
    await floor.bringToFront();
    rates.floor.push(1000 / mean(readNumbers(await floor.evaluate(scroll(240, 80)))));
  }
  const ratio = median(rates.product) / median(rates.floor);
  table.add({
    what: `scrolling, ${what}`,
    measured: `${median(rates.product).toFixed(1)} frames a second, ${((100 * rates.late) / frames).toFixed(1)} % late; floor ${median(rates.floor).toFixed(1)}, ratio ${ratio.toFixed(2)}`,
    target: 'at least 0.95 of the floor',
    holds: ratio >= 0.95,
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function main(): Promise<number> {
  if (!ensureBuilt()) return 1;
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-web-bench-'));
  // As root the database runs as another account, which has to pass through.
  chmodSync(folder, 0o711);
  const product = await startProduct(folder, { environment: { DEMO: 'auto' } });
  const healthy = product.origin.replace('127.0.0.1', 'localhost');
  const sick = proves ? await startSickPages(healthy, await freePort()) : undefined;
  const origin = sick?.origin ?? healthy;
  const browser = await openBrowser();
  try {
    await measureFirstLoads(browser, origin);
    const context = await signedIn(browser, origin);
    await measureTyping(context);
    await context.close();
    if (!process.argv.includes('--no-lighthouse')) await measureByLighthouse(origin);
  } finally {
    await browser.close();
    sick?.stop();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return table.end('web');
}

process.exitCode = await main();
