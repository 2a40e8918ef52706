import { expect, test } from './fixture.ts';
import { expectOutline, settle } from './in-page.ts';
import { findOrganizations } from './organizations.ts';
import { viewLink } from './view-link.ts';

test.use({ reducedMotion: 'reduce' });

/** What the focus is on, if it cannot be seen there. Scripts for the page are texts: these types know no DOM. */
const focusOutOfSight = `(() => {
  const at = document.activeElement;
  const { x, y, width, height } = at.getBoundingClientRect();
  const seen = document.elementFromPoint(x + width / 2, y + height / 2);
  return seen !== null && at.contains(seen) ? '' : at.textContent || at.getAttribute('aria-label');
})()`;

for (const path of ['/msp/tenants', '/msp/team', '/msp/billing']) {
  test(`the focus is always in sight on ${path} where the window is as narrow as a phone`, async ({ openAs }) => {
    const page = await openAs('mspAdmin', { reducedMotion: 'reduce', viewport: { width: 320, height: 640 } });
    await page.goto(path);
    await settle(page);
    for (let presses = 0; presses < 24; presses += 1) {
      await page.keyboard.press('Tab');
      expect.soft(await page.evaluate(focusOutOfSight)).toBe('');
    }
  });
}

test('the head of a table that stays in sight covers nothing that the keyboard goes back to', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.goto('/msp/tenants');
  await settle(page);
  await page.getByRole('table', { name: 'Organizations' }).getByRole('link').nth(30).focus();
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Shift+Tab');
    expect.soft(await page.evaluate(focusOutOfSight)).toBe('');
  }
});

test('a link to a part of a page and the choices of a list show that they have the focus, and a low window cuts no choice off', async ({
  openAs,
  baseURL,
}) => {
  const { cedar } = await findOrganizations(baseURL ?? '');
  const page = await openAs('orgAdmin', { reducedMotion: 'reduce', viewport: { width: 320, height: 256 } });
  await page.goto(`/org/${cedar}/sra?view=exceptions`);
  await settle(page);
  await viewLink(page, 'Exceptions').focus();
  await page.keyboard.press('Shift+Tab');
  await expectOutline(viewLink(page, 'Policies'));
  await page.keyboard.press('Enter');

  await page.getByRole('button', { name: 'Verdict' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  const list = page.getByRole('listbox', { name: 'Verdict' });
  await expectOutline(list.getByRole('option', { name: 'To mend' }));
  const [inner, outer] = await Promise.all([list.boundingBox(), list.locator('..').boundingBox()]);
  expect((inner?.y ?? 0) + (inner?.height ?? 0)).toBeLessThanOrEqual((outer?.y ?? 0) + (outer?.height ?? 0));
});

test('whoever empties a search by its button is in the search, in the header and in a dialog', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.goto('/msp/team');
  await settle(page);
  await page.getByRole('button', { name: '+ Invite Members' }).click();
  const inDialog = page.getByRole('dialog').getByRole('searchbox', { name: 'Search organizations' });
  for (const box of [inDialog, page.getByRole('combobox', { name: 'Search' })]) {
    await box.fill('cedar');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(box).toHaveValue('');
    await expect(box).toBeFocused();
    if (box === inDialog) {
      await page.keyboard.press('Tab');
      await expectOutline(page.getByRole('dialog').getByRole('option').first());
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
});
