import { expect, test } from './fixture.ts';
import { settle } from './in-page.ts';
import { messages } from './world.ts';

const controls = /\/assets\/controls-[^/]+\.js$/;

test('no page waits for what may open over it: that comes last, and is there when the network has gone', async ({
  openAs,
  troubles,
}) => {
  troubles.allow(/net::ERR_INTERNET_DISCONNECTED/);
  const page = await openAs('mspAdmin');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const isThere = page.waitForResponse(controls);
  await page.goto('/msp/dashboard');
  await isThere;
  const firstScript = asked.findIndex((path) => controls.test(path));
  const calls = asked.flatMap((path, index) => (path.startsWith('/api/') ? [index] : []));
  expect(calls.length).toBeGreaterThan(1);
  expect(firstScript).toBeGreaterThan(Math.max(...calls));
  expect(await (await page.request.get('/msp/dashboard')).text()).not.toMatch(/controls-/);

  await settle(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Theme' }).click();
  await expect(page.getByRole('menuitem', { name: 'Dark' })).toBeVisible();
});

test('a menu that is pressed while its code can not be fetched says so, and opens as soon as it can', async ({
  openAs,
  troubles,
}) => {
  troubles.allow(/net::ERR_FAILED/);
  const page = await openAs('mspAdmin');
  await page.route(controls, (route) => route.abort());
  await page.goto('/msp/dashboard');
  await settle(page);
  const theme = page.getByRole('button', { name: 'Theme' });
  await theme.click();
  const words = 'Part of this page could not be loaded. It appears by itself as soon as that works.';
  await expect(messages(page).getByText(words)).toBeVisible();
  await expect(theme).toHaveAttribute('aria-expanded', 'false');
  await page.unroute(controls);
  await expect(page.getByRole('menuitem', { name: 'Dark' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(theme).toBeFocused();
});

test('a menu opens at its end by the arrow up, and closes by a press beside it', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.goto('/msp/dashboard');
  await settle(page);
  const theme = page.getByRole('button', { name: 'Theme' });
  await theme.focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem').last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(theme).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(theme).toBeFocused();
  await theme.click();
  await expect(page.getByRole('menu')).toBeFocused();
  await page.mouse.click(300, 500);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(theme).toBeFocused();
});
