import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { expect, test } from './fixture.ts';
import { settle } from './in-page.ts';
import { findOrganizations } from './organizations.ts';

test.use({ reducedMotion: 'reduce' });

test('on paper a chart is as wide as the sheet, and its points say their numbers', async ({ openAs, baseURL }) => {
  const { cedar } = await findOrganizations(baseURL ?? '');
  const page = await openAs('orgAdmin');
  await page.goto(`/org/${cedar}/sra?view=history`);
  await settle(page);
  const chart = page.getByRole('img', { name: /^Compliance score by assessment/ });
  const frame = chart.locator('..');
  const newest = chart.locator('text').filter({ hasText: '85.7%' });
  await page.emulateMedia({ media: 'print' });
  await expect(newest).toBeVisible();
  // As the browser prints: the sheet is narrower than the window, and no script runs in between.
  const [sheet, right] = await frame.evaluate((place) => {
    place.style.width = '500px';
    const drawn = [...place.querySelectorAll('circle')].map((point) => point.getBoundingClientRect().right);
    return [place.getBoundingClientRect().right, Math.max(...drawn)];
  });
  expect(right).toBeLessThanOrEqual(sheet ?? 0);
});

test('on paper a long list has all of its rows', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.route('**/api/msp-service/msp/tenants', async (route) => {
    const answer = await route.fetch();
    const { tenants } = organizationEndpoints.listTenants.reply.parse(await answer.json());
    const more = Array.from({ length: 150 }, (_, index) => ({
      ...tenants[0],
      id: 90_000 + index,
      name: `Clinic ${index}`,
    }));
    await route.fulfill({ response: answer, json: { tenants: more } });
  });
  await page.goto('/msp/tenants');
  await settle(page);
  const rows = page.getByRole('table', { name: 'Organizations' }).locator('tbody').getByRole('row');
  await expect(page.getByText('Clinic 0', { exact: true })).toBeVisible();
  expect(await rows.count()).toBeLessThan(100);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await rows.count()).toBe(150);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => rows.count()).toBeLessThan(100);
});

test('a printed matrix says that it is a part of the whole', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/assessments');
  await settle(page);
  const note = page.getByText(/^Only the part that was in sight is printed/);
  await expect(note).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(note).toBeVisible();
});

test('a printed audit log has no buttons to turn its pages or to explain its figures', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/auditlogs');
  await settle(page);
  const buttons = page.getByRole('main').getByRole('button', { name: /^(Next page|How .+ is computed)$/ });
  await expect(buttons).toHaveCount(5);
  await page.emulateMedia({ media: 'print' });
  await expect(buttons).toHaveCount(0);
  await expect(page.getByText(/^Page 1 of /)).toBeVisible();
});
