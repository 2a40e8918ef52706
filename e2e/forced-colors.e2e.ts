import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { settle } from './in-page.ts';
import { findOrganizations } from './organizations.ts';
import { viewLink } from './view-link.ts';

const dark = { forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' } as const;
const light = { ...dark, colorScheme: 'light' } as const;

function look(place: Locator, property: string): Promise<string> {
  return place.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
}

/** The colours of the system as this browser has them. Scripts for the page are texts: these types know no DOM. */
async function systemColour(page: Page, name: 'Canvas' | 'CanvasText' | 'Highlight'): Promise<string> {
  return String(
    await page.evaluate(`(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = '${name}';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    })()`),
  );
}

for (const options of [light, dark]) {
  const scheme = options.colorScheme;

  test(`in a ${scheme} contrast theme of the system a box that is checked shows its mark`, async ({ openAs }) => {
    const page = await openAs('mspAdmin', options);
    await page.goto('/msp/assessments');
    const box = page.getByRole('checkbox', { name: 'Only what is to mend' });
    await box.check();
    const text = await systemColour(page, 'CanvasText');
    expect(await look(box.locator('+ svg'), 'stroke')).toBe(text);

    await page.goto('/msp/team');
    await page.getByRole('button', { name: '+ Invite Members' }).click();
    // While the organizations load, the list holds the words that say so.
    const tenant = page.getByRole('dialog').getByRole('option', { name: 'ID' }).first();
    await tenant.click();
    await expect(tenant).toHaveAttribute('aria-selected', 'true');
    expect(await look(tenant.locator('svg').first(), 'stroke')).toBe(text);
  });

  test(`in a ${scheme} contrast theme of the system a line marks what is current, chosen or reached by the arrow keys`, async ({
    openAs,
    baseURL,
  }) => {
    const { cedar } = await findOrganizations(baseURL ?? '');
    const page = await openAs('orgAdmin', options);
    await page.goto(`/org/${cedar}/sra`);
    await settle(page);
    const mark = await systemColour(page, 'Highlight');
    const menu = page.getByRole('navigation', { name: 'Main' });
    expect(await look(menu.getByRole('link', { name: 'SRA' }), 'border-left-width')).toBe('4px');
    expect(await look(menu.getByRole('link', { name: 'SRA' }), 'border-left-color')).toBe(mark);
    expect(await look(menu.getByRole('link', { name: 'Team' }), 'border-left-width')).toBe('0px');

    expect(await look(viewLink(page, 'Policies'), 'border-bottom-color')).toBe(mark);
    expect(await look(viewLink(page, 'Exceptions'), 'border-bottom-color')).toBe(await systemColour(page, 'Canvas'));

    const count = page.getByRole('button', { name: /^Non-compliant/, pressed: false });
    await count.click();
    const chosen = page.getByRole('button', { name: /^Non-compliant/, pressed: true });
    expect(await look(chosen, 'border-left-color')).toBe(mark);

    await page.getByRole('combobox', { name: 'Search' }).fill('a');
    await expect(page.getByRole('option').nth(1)).toBeVisible();
    await page.keyboard.press('ArrowDown');
    expect(await look(page.getByRole('option', { selected: true }), 'border-left-color')).toBe(mark);
    expect(await look(page.getByRole('option').first(), 'border-left-width')).toBe('0px');
  });
}

test('in a contrast theme of the system the parts of a chart have the colours that their legend names', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin', light);
  await page.goto('/msp/dashboard');
  const chart = page.locator('figure').filter({ has: page.getByRole('img', { name: /^Organizations by status/ }) });
  await expect(chart).toBeVisible();
  const parts = await chart
    .locator('svg path')
    .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill));
  const dots = await chart
    .locator('li > span:first-child')
    .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).backgroundColor));
  expect(dots).toEqual(parts);
});

for (const [theme, options] of [
  ['dark', light],
  ['light', dark],
] as const) {
  test(`in a ${options.colorScheme} contrast theme of the system what is drawn is seen, though somebody chose the ${theme} theme here`, async ({
    openAs,
  }) => {
    const page = await openAs('mspAdmin', options);
    await page.addInitScript(`localStorage.setItem('sentrywell.theme', '${theme}')`);
    await page.goto('/msp/dashboard');
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const line = page.locator('svg path[pathLength]');
    const words = page.locator('svg:has(path[pathLength]) text').first();
    await expect(words).toBeVisible();
    const drawn = [await look(words, 'fill'), await look(line, 'stroke')];
    await page.locator('html').evaluate((html) => html.removeAttribute('data-theme'));
    expect(drawn).toEqual([await look(words, 'fill'), await look(line, 'stroke')]);
  });
}
