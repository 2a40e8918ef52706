import type { Page } from '@playwright/test';
import { z } from 'zod';
import { numberFrom } from './browser.ts';
import { type Tab, type TabMaker, untilTrue } from './tabs.ts';

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
const atNext = (type: 'pointerdown' | 'input', selector: string, script: string) => `
  document.querySelector(${JSON.stringify(selector)}).addEventListener('${type}', (event) => {
    ${script}
  }, { capture: true, once: true });
`;

const numberShape = z.number();

async function readOpening(tab: Tab, before: number): Promise<Opening> {
  const whole = numberShape.parse(await tab.run('window.whole'));
  const usable = numberShape.parse(await tab.run('window.usable'));
  return { usable, whole, work: ((await tab.worked()) - before) * 1000 };
}

/** Nothing was asked for in half a second, and what moves has come to its end. */
const rest = `new Promise((done) => {
  let before = -1;
  const look = () => {
    const asked = performance.getEntriesByType('resource').length;
    const moving = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
    if (asked === before && moving.length === 0) return done();
    before = asked;
    setTimeout(look, 500);
  };
  look();
})`;

/** Presses the link in the menu, on a page that has come to rest. */
export async function openFromMenu(tab: Tab, origin: string, screen: Screen): Promise<Opening> {
  await tab.go(`${origin}${screen.from}`);
  const link = `nav a[href="${screen.to}"]`;
  await untilTrue(tab, `document.querySelector(${JSON.stringify(link)}) !== null`);
  await tab.run(rest);
  await tab.run(atNext('pointerdown', link, lookForBoth(screen, 'event.timeStamp')));
  const before = await tab.worked();
  await tab.press(link);
  return readOpening(tab, before);
}

/** Comes by the address, as a bookmark does: the program, the session and the data are all still to be fetched. */
export async function openByAddress(tabs: TabMaker, address: string, screen: Screen): Promise<Opening> {
  const tab = await tabs.newTab();
  await tab.runFirst(lookForBoth(screen, '0'));
  const before = await tab.worked();
  await tab.go(address);
  const opening = await readOpening(tab, before);
  await tab.close();
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
