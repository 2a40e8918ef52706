import { type Browser, chromium, type Page } from '@playwright/test';
import { browserSwitches, ensureBrowser } from '../../tools/browser.mjs';

export const browserPath = ensureBrowser();

/** @param port where it listens for debuggers besides: tabs.ts. */
export function openBrowser(port?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath,
    args: [...browserSwitches, ...(port === undefined ? [] : [`--remote-debugging-port=${port}`])],
  });
}

/** Seconds of its thread that the page has worked since this was called. */
export async function threadTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await read();
  return async () => {
    const worked = (await read()) - before;
    await session.detach();
    return worked;
  };
}

/**
 * The number that a script of the page gives, or promises. The content security policy forbids what Playwright's own waiting would do,
 * and to ask again and again is work for the page, and for three more programs on the same processors.
 */
export async function numberFrom(page: Page, script: string): Promise<number> {
  const value: unknown = await page.evaluate(script);
  if (typeof value === 'number') return value;
  throw new Error(`${script} gave no number.`);
}
