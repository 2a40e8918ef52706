import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { expectOutline, findings, holdsFocus, overhang, settle } from './in-page.ts';
import { findOrganizations } from './organizations.ts';
import type { PersonName } from './people.ts';

let ids: Awaited<ReturnType<typeof findOrganizations>>;
test.beforeAll(async ({ baseURL }) => {
  ids = await findOrganizations(baseURL ?? '');
});

test.use({ reducedMotion: 'reduce' });

type DialogCase = {
  readonly dialog: string | RegExp;
  readonly person: PersonName;
  readonly path: string;
  /** What opens it. */
  readonly opener: (page: Page) => Locator;
};

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, disabled: false }).first();

/** Every dialog that can be opened without changing anything. */
const dialogs: readonly DialogCase[] = [
  { dialog: 'Invite Organization', person: 'mspAdmin', path: '/msp/tenants', opener: button('Invite Organization') },
  { dialog: 'Invite User', person: 'mspAdmin', path: '/msp/team', opener: button('+ Invite Members') },
  { dialog: 'Edit member', person: 'mspAdmin', path: '/msp/team', opener: button(/^Edit member/) },
  { dialog: /^Remove .+\?$/, person: 'mspAdmin', path: '/msp/team', opener: button(/^Delete member/) },
  { dialog: /^Monthly fee of /, person: 'mspAdmin', path: '/msp/billing', opener: button(/^Change fee of/) },
  { dialog: 'Add Person', person: 'orgAdmin', path: '/org/{id}/team', opener: button('Add People') },
  { dialog: 'Edit Person', person: 'orgAdmin', path: '/org/{id}/team', opener: button(/^Edit /) },
  { dialog: /^Remove .+\?$/, person: 'orgAdmin', path: '/org/{id}/team', opener: button(/^Delete /) },
  {
    dialog: /^Entry [\d,]+$/,
    person: 'mspAdmin',
    path: '/msp/auditlogs',
    opener: (page) => page.getByRole('table', { name: 'Audit log' }).getByRole('link').first(),
  },
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path.replace('{id}', String(ids.cedar)));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await settle(page);
}

/** Tab never leaves it, however often it is pressed, in either direction. */
async function expectTrap(page: Page, dialog: Locator): Promise<void> {
  await expect.poll(() => holdsFocus(dialog), 'the focus goes into the dialog').toBe(true);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < 15; presses += 1) {
      await page.keyboard.press(key);
      expect(await holdsFocus(dialog), `${key} stays inside`).toBe(true);
    }
  }
}

for (const { dialog: name, person, path, opener } of dialogs) {
  test(`the dialog ${String(name)} of ${path} works by keyboard alone, in both themes, on a phone`, async ({
    openAs,
  }) => {
    const page = await openAs(person, { reducedMotion: 'reduce' });
    await open(page, path);
    await opener(page).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));
    await expect(dialog).toBeVisible();
    await settle(page);
    await expectTrap(page, dialog);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await findings(page), colorScheme).toEqual([]);
    }
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await expect.soft.poll(() => overhang(page)).toBeLessThanOrEqual(0);
      const box = await dialog.boundingBox();
      expect.soft((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener(page)).toBeFocused();
  });
}

const menus = [
  {
    name: 'Theme',
    path: '/msp/dashboard',
    entry: 'Dark',
    button: (page: Page) => page.getByRole('button', { name: 'Theme' }),
  },
  {
    name: 'person',
    path: '/msp/dashboard',
    entry: 'Logout',
    button: (page: Page) => page.getByRole('banner').getByRole('button', { name: /admin@harborview/ }),
  },
  {
    name: 'Export',
    path: '/msp/auditlogs',
    entry: 'CSV for a spreadsheet',
    button: (page: Page) => page.getByRole('button', { name: 'Export' }),
  },
];

for (const menu of menus) {
  test(`the menu ${menu.name} works by keyboard alone`, async ({ openAs }) => {
    const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
    await open(page, menu.path);
    await menu.button(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await expectOutline(page.getByRole('menuitem').first());
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem').nth(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await expect(page.getByRole('menuitem', { name: menu.entry })).toBeVisible();
    expect.soft(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(menu.button(page)).toBeFocused();
  });
}

test('the theme is chosen by keyboard and stays', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await open(page, '/msp/dashboard');
  await page.getByRole('button', { name: 'Theme' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the sidebar of a small screen opens, holds the focus, closes with Escape and gives the focus back', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin', { viewport: { width: 375, height: 700 }, reducedMotion: 'reduce' });
  await open(page, '/msp/dashboard');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  expect((await drawer.boundingBox())?.width).toBe(256);
  await expectTrap(page, drawer);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await findings(page), colorScheme).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await drawer.getByRole('link', { name: 'Tenants' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/msp/tenants');
  await expect(drawer).toHaveCount(0);
});

test('what the arrows choose in the search of the header is in sight, however long the list is', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { viewport: { width: 390, height: 600 } });
  await page.goto('/msp/dashboard');
  await page.getByRole('combobox', { name: 'Search' }).fill('a');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  const last = options.last();
  await expect(last).not.toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(last).toHaveAttribute('aria-selected', 'true');
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(options.first()).toBeInViewport({ ratio: 1 });
});

test('the search of the header is a combobox: Ctrl+K, arrows, Enter, Escape', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await open(page, '/msp/dashboard');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search' });
  await expect(box).toBeFocused();
  await page.keyboard.type('cedar');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  expect.soft(await findings(page)).toEqual([]);
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
  const first = await box.getAttribute('aria-activedescendant');
  await page.keyboard.press('ArrowDown');
  await expect(box).not.toHaveAttribute('aria-activedescendant', first ?? '');
  await page.keyboard.press('ArrowUp');
  await expect(box).toHaveAttribute('aria-activedescendant', first ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Cedar Clinic' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('birch');
  await expect(
    page
      .getByRole('listbox')
      .or(page.getByText(/Nothing|No /))
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box).toHaveAttribute('aria-expanded', 'false');
});

test('the first press of Tab offers to skip to the content', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await open(page, '/msp/dashboard');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: /^Skip to/ });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  expect(await holdsFocus(page.getByRole('main'))).toBe(true);
});

test('a policy of the assessment opens by keyboard and shows its settings', async ({ openAs }) => {
  const page = await openAs('securityAnalyst', { reducedMotion: 'reduce' });
  await open(page, '/org/{id}/sra');
  const policy = page.getByRole('main').locator('h3 button[aria-expanded]').first();
  await policy.focus();
  await page.keyboard.press('Enter');
  await expect(policy).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('Should be:').or(page.getByText('Should be')).first()).toBeVisible();
  await expect(page.getByText('Customer', { exact: true })).toBeVisible();
  const json = page.getByRole('button', { name: 'View JSON' });
  await json.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Hide JSON' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await findings(page), colorScheme).toEqual([]);
  }
  for (const width of [768, 375, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await expect.soft.poll(() => overhang(page)).toBeLessThanOrEqual(0);
  }
});

test('the matrix of assessments is entered by Tab however it was filtered or scrolled meanwhile', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await open(page, '/msp/assessments');
  const grid = page.getByRole('grid');
  const head = grid.getByRole('columnheader').getByRole('link');
  await head.first().focus();
  await page.keyboard.press('End');
  await expect(grid.locator('a:focus')).not.toHaveAttribute('id', 'matrix-0-0');
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('PageDown');
  }
  await expect(grid.locator('a:focus')).not.toHaveAttribute('id', /^matrix-0-/);

  const filter = page.getByRole('checkbox', { name: 'Only what is to mend' });
  const allRows = (await grid.getAttribute('aria-rowcount')) ?? '';
  await page.getByLabel('Search settings').fill('drive');
  // Who presses Tab sees what is drawn: a filter or a scroll whose cells are still to come is not what is tested here.
  await expect(grid).not.toHaveAttribute('aria-rowcount', allRows);
  await filter.focus();
  await page.keyboard.press('Tab');
  await expect(grid.locator('a:focus')).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(grid.locator('a:focus')).toBeInViewport();

  await grid.evaluate((element) => element.parentElement?.scrollTo(9999, 9999));
  await expect(head.last()).toBeInViewport();
  await filter.focus();
  await page.keyboard.press('Tab');
  await expect(grid.locator('a:focus')).toBeInViewport();
});
