import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { watchShifts } from './in-page.ts';

export type FirstLoad = {
  /** Of all scripts that the page loaded, compressed by gzip. */
  readonly scriptKilobytes: number;
  /** What came over the wire for them. */
  readonly transferKilobytes: number;
  readonly scripts: number;
  readonly shift: number;
  /** Milliseconds until the largest element was painted. */
  readonly largestPaint: number;
};

const largestPaint = `new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`;

/** A first visit with nothing cached, until nothing more is asked for. */
export async function firstLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript({ content: watchShifts });
  const bodies: Promise<Buffer>[] = [];
  const transfers: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') {
      bodies.push(request.response().then(async (answer) => (await answer?.body()) ?? Buffer.alloc(0)));
      transfers.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    }
  });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).byteLength);
  const result = {
    scriptKilobytes: sum(sizes) / 1024,
    transferKilobytes: sum(await Promise.all(transfers)) / 1024,
    scripts: sizes.length,
    largestPaint: Number(await page.evaluate(largestPaint)),
    shift: Number(await page.evaluate('window.shifts')),
  };
  await context.close();
  return result;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
