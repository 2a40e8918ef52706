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
  // A sheet has a width of its own, to which the columns have to fit.
  const head = page.getByRole('columnheader', { name: 'Domain' });
  expect(await head.evaluate((element) => element.style.width)).toBe('');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => rows.count()).toBeLessThan(100);
  expect(await head.evaluate((element) => element.style.width)).toMatch(/^\d/);
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

test('a printed comparison and a printed matrix have no forms, and say what they are of', async ({
  openAs,
  baseURL,
}) => {
  const { cedar } = await findOrganizations(baseURL ?? '');
  const page = await openAs('mspAdmin');
  const controls = page.getByRole('main').locator('form, input, [role="combobox"], [aria-haspopup="listbox"]');
  await page.goto(`/org/${cedar}/sra?view=history`);
  const form = page.getByRole('heading', { name: 'Compare two assessments' });
  await expect(form).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(form).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'What changed' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^From .+ points/)).toBeVisible();
  await expect(controls.filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/msp/assessments?organization=cedar&only=failing');
  const whole = page.getByText(/^\d+ settings? × 1 organization$/);
  await expect(whole).toBeVisible();
  const count = (await whole.textContent()) ?? '';
  await page.emulateMedia({ media: 'print' });
  await expect(controls.filter({ visible: true })).toHaveCount(0);
  await expect(
    page.getByText(`Only organizations with the words “cedar”, what is to mend: ${count}.`, { exact: true }),
  ).toBeVisible();
});

test('the printed list of organizations has their scores and how far they went, and no search', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/tenants?search=cedar+clinic');
  const row = page.getByRole('row', { name: /Cedar Clinic/ });
  await expect(row).toBeVisible();
  // As wide as a sheet; a tablet is as well.
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(row.getByText('85.7%').filter({ visible: true })).toHaveCount(1);
  await expect(row.getByText(/^\+8\.9 pts/).filter({ visible: true })).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(row.getByText('85.7%').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('searchbox', { name: 'Search organizations' })).toBeHidden();
});

test('a domain that is wider than its place breaks before a dot', async ({ openAs, baseURL }) => {
  const { cedar } = await findOrganizations(baseURL ?? '');
  const page = await openAs('mspAdmin');
  await page.route(`**/api/organization-service/organizations/${cedar}`, async (route) => {
    const answer = await route.fetch();
    const { organization } = organizationEndpoints.findOrganization.reply.parse(await answer.json());
    const domainName = 'coppermountainphysiotherapy.example';
    await route.fulfill({ response: answer, json: { organization: { ...organization, domainName } } });
  });
  await page.setViewportSize({ width: 660, height: 900 });
  await page.goto(`/org/${cedar}/dashboard`);
  const fact = page.getByRole('definition').filter({ hasText: 'coppermountain' });
  await expect(fact).toBeVisible();
  const lines = await fact.evaluate((place) => {
    const range = document.createRange();
    const words: { readonly word: string; readonly lines: number }[] = [];
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      range.selectNodeContents(node);
      words.push({ word: node.textContent ?? '', lines: range.getClientRects().length });
    }
    return words;
  });
  expect(lines.every((one) => one.lines === 1)).toBe(true);
  expect(lines[0]?.word).toBe('coppermountainphysiotherapy');
});
