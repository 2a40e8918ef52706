import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { twMerge } from 'tailwind-merge';

/** Nothing is still arriving and no card is still entering. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** What is wrong with what the page shows: every finding of axe, and elements whose style classes undo each other. */
export async function findings(page: Page): Promise<string[]> {
  return [...(await axeFindings(page)), ...(await contradictions(page))];
}

/**
 * Each with the elements it is about. What passes is not listed and nothing is carried to a second page: our pages hold no
 * frames, and both together take two thirds of the time.
 */
async function axeFindings(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** Style classes of one element of which one undoes another: which of them wins hangs on their order in the stylesheet. */
async function contradictions(page: Page): Promise<string[]> {
  const found = await page.evaluate<string[]>(
    "[...new Set([...document.querySelectorAll('[class]')].map((element) => [...element.classList].join(' ')))]",
  );
  return found
    .filter((joined) => twMerge(joined) !== joined)
    .map((joined) => `Style classes that contradict: ${joined}`);
}

/** By how many pixels the page is wider than its window. Scripts for the page are texts: these types know no DOM. */
export async function overhang(page: Page): Promise<number> {
  return Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'));
}

/** Whether the focus is on this element or inside it. */
export async function holdsFocus(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element.contains(document.activeElement));
}

/** The line around what has the focus is drawn, and not only given a width. */
export async function expectOutline(focused: Locator): Promise<void> {
  await expect(focused).toBeFocused();
  await expect(focused).toHaveCSS('outline-style', 'solid');
  await expect(focused).toHaveCSS('outline-width', '2px');
}

/** What is typed next takes the place of what stands there. */
export async function expectSelected(field: Locator): Promise<void> {
  await expect(field).toBeFocused();
  const [selected, value] = [await field.evaluate(() => String(getSelection())), await field.inputValue()];
  expect(selected).toBe(value);
}

/**
 * The greatest difference of a colour's part between two pictures of the same size, 0 to 255. A browser that draws the same once
 * more may round a corner's pixels otherwise, by 1.
 */
export async function greatestDifference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const colours = (picture: Buffer) => `(async () => {
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const { width, height } = bitmap;
    const drawn = new OffscreenCanvas(width, height).getContext('2d');
    drawn.drawImage(bitmap, 0, 0);
    return { width, height, data: drawn.getImageData(0, 0, width, height).data };
  })()`;
  return Number(
    await page.evaluate(`(async () => {
      const [one, other] = await Promise.all([${colours(one)}, ${colours(other)}]);
      if (one.width !== other.width || one.height !== other.height) return 255;
      return one.data.reduce((most, part, at) => Math.max(most, Math.abs(part - other.data[at])), 0);
    })()`),
  );
}
