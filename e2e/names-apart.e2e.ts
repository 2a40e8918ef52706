import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { expect, test } from './fixture.ts';
import { settle } from './in-page.ts';
import { findOrganizations } from './organizations.ts';

test('in a list no two buttons have the same name, and every row is headed by what it is about', async ({
  openAs,
  baseURL,
}) => {
  const { cedar } = await findOrganizations(baseURL ?? '');
  for (const [person, path] of [
    ['mspAdmin', '/msp/team'],
    ['mspAdmin', '/msp/tenants'],
    ['mspAdmin', '/msp/billing'],
    ['orgAdmin', `/org/${cedar}/team`],
  ] as const) {
    const page = await openAs(person);
    await page.goto(path);
    await settle(page);
    const snapshot = await page.getByRole('main').ariaSnapshot();
    const names = [...snapshot.matchAll(/- button "([^"]+)"/g)].map(([, name]) => name);
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    expect.soft(twice, path).toEqual([]);
    const rows = snapshot.match(/- row /g)?.length ?? 0;
    const heads = snapshot.match(/- row .*\n\s+- (rowheader|columnheader)/g)?.length ?? 0;
    expect.soft(heads, path).toBe(rows);
  }
});

test('two sessions that were last seen in the same minute are told apart by when they began', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.route('**/api/auth/account/sessions', async (route) => {
    const answer = await route.fetch();
    const { sessions } = accountEndpoints.listSessions.reply.parse(await answer.json());
    const others = [3, 8].map((second) => ({
      ...sessions[0],
      id: 90_000 + second,
      current: false,
      createdAt: `2026-11-20T08:15:0${second}.000Z`,
    }));
    await route.fulfill({ response: answer, json: { sessions: others } });
  });
  await page.goto('/settings');
  const buttons = page.getByRole('button', { name: /^End .+,/ });
  await expect(buttons).toHaveCount(2);
  const names = await buttons.evaluateAll((found) => found.map((button) => button.getAttribute('aria-label')));
  expect(new Set(names).size).toBe(2);
});

test('each organization of the matrix says its score once, or that it was not assessed', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.goto('/msp/assessments');
  await settle(page);
  const head = page.getByRole('grid').getByRole('columnheader').getByRole('link');
  await expect(head.first()).toBeVisible();
  for (const link of await head.all()) {
    await expect.soft(link).toHaveAccessibleName(/ (\d+\.\d%|not assessed)$/);
    expect.soft(await link.getAttribute('title')).toBe(await link.getAttribute('aria-label'));
  }
});

test('what loads on one page says so in words of its own', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.route('**/api/msp-service/**', () => undefined);
  for (const [path, lists] of [
    ['/msp/team', 3],
    ['/msp/tenants', 2],
  ] as const) {
    await page.goto(path);
    // What stands below a list is hidden until that has come, and says so then.
    const loading = page.getByRole('status', { includeHidden: true }).filter({ hasText: /^Loading/ });
    await expect(loading).toHaveCount(lists);
    const words = await loading.allTextContents();
    expect(new Set(words).size).toBe(lists);
    expect(words).not.toContain('Loading...');
  }
});
