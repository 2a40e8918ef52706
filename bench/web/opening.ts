import type { BrowserContext, Page } from '@playwright/test';
import { numberFrom, threadTime } from './browser.ts';

/** A page of the web app, with scripts that tell how far it has come. They run again and again until they are true. */
export type Screen = {
  /** Where the person is before. */
  readonly from: string;
  readonly to: string;
  /** It can be used: what is in sight is there, and answers a press. */
  readonly isUsable: string;
  /** Everything on it is there, also what is out of sight. */
  readonly isWhole: string;
};

/** Milliseconds until the frame was painted and the thread free, and what the page itself computed until it was whole. */
export type Opening = { readonly usable: number; readonly whole: number; readonly work: number };

// Scripts that run in the page are texts: the types of this folder know no DOM.

/** The message comes when the frame has been handed over and the thread is free. */
const painting = `
  const whenPainted = (done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(0);
  });
`;

/** Promises milliseconds from `begun` until `isShown` held and its frame was painted, in `window[name]`. */
const lookFor = (name: string, isShown: string, begun: string) => `
  window.${name} = new Promise((found, failed) => {
    const look = () => (${isShown} ? whenPainted((at) => found(at - ${begun})) : setTimeout(look, 1));
    look();
    setTimeout(() => failed(new Error('Not ${name} within 20 s.')), 20_000);
  });
`;

const lookForBoth = ({ isUsable, isWhole }: Screen, begun: string) => `
  ${painting}
  ${lookFor('usable', isUsable, begun)}
  ${lookFor('whole', isWhole, begun)}
`;

/** Runs a script at the next such event of an element; it knows the `event`. */
const atNext = (type: 'click' | 'input', selector: string, script: string) => `
  document.querySelector(${JSON.stringify(selector)}).addEventListener('${type}', (event) => {
    ${script}
  }, { capture: true, once: true });
`;

async function readOpening(page: Page, worked: () => Promise<number>): Promise<Opening> {
  const whole = await numberFrom(page, 'window.whole');
  return { usable: await numberFrom(page, 'window.usable'), whole, work: (await worked()) * 1000 };
}

/** Presses the link in the menu, on a page that has come to rest. */
export async function openFromMenu(page: Page, screen: Screen): Promise<Opening> {
  await page.goto(screen.from);
  const link = `nav a[href="${screen.to}"]`;
  await page.locator(link).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(atNext('click', link, lookForBoth(screen, 'event.timeStamp')));
  const worked = await threadTime(page);
  await page.locator(link).click();
  return readOpening(page, worked);
}

/** Comes by the address, as a bookmark does: the program, the session and the data are all still to be fetched. */
export async function openByAddress(context: BrowserContext, screen: Screen): Promise<Opening> {
  const page = await context.newPage();
  await page.addInitScript({ content: lookForBoth(screen, '0') });
  const worked = await threadTime(page);
  await page.goto(screen.to, { waitUntil: 'commit' });
  const opening = await readOpening(page, worked);
  await page.close();
  return opening;
}

/** From the last key of a text in a field until `isShown` held and its frame was painted, in milliseconds. */
export async function lastKey(
  page: Page,
  { field, text, isShown }: { readonly field: string; readonly text: string; readonly isShown: string },
): Promise<number> {
  await page.locator(field).fill(text.slice(0, -1));
  await page.waitForTimeout(500);
  await page.evaluate(atNext('input', field, `${painting} ${lookFor('shown', isShown, 'event.timeStamp')}`));
  await page.locator(field).press(text.slice(-1));
  return numberFrom(page, 'window.shown');
}
