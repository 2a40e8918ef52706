import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { expect } from './fixture.ts';
import { findOrganizations } from './organizations.ts';
import { ask, test } from './world.ts';
import { viewLink } from './view-link.ts';

test('parts of an assessment that are pressed at once on a slow machine: the last one is shown', async ({
  openAs,
  baseURL,
}) => {
  const page = await openAs('orgAdmin');
  const { cedar } = await findOrganizations(baseURL ?? '');
  await page.goto(`/org/${cedar}/sra`);
  await expect(viewLink(page, /^History \(/)).toBeVisible();
  const browserSession = await page.context().newCDPSession(page);
  await browserSession.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  // Each in a task of its own, as presses are, and faster than such a machine draws a part.
  await page.evaluate(async () => {
    for (const label of ['History', 'Policies']) {
      const links = [...document.querySelectorAll<HTMLElement>('nav[aria-label=Assessment] a')];
      links.find((link) => link.textContent?.startsWith(label))?.click();
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  await browserSession.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(page).toHaveURL(new RegExp(`/org/${cedar}/sra$`));
  await expect(viewLink(page, 'Policies')).toHaveAttribute('aria-current', 'true');
});

test('an assessment that is made while older ones are shown pushes none of them out', async ({ openAs, baseURL }) => {
  const page = await openAs('orgAdmin');
  const { cedar } = await findOrganizations(baseURL ?? '');
  const { assessments } = await ask(page, sraEndpoints.listAssessments, { params: { id: String(cedar) } });
  const [like] = assessments;
  // 201 of them, and later one more.
  let newest = 201;
  await page.route(/\/assessments(\?before=\d+)?$/, (route) => {
    const before = Number(new URL(route.request().url()).searchParams.get('before') ?? newest + 1);
    const ids = Array.from({ length: Math.min(200, before - 1) }, (_, index) => before - 1 - index);
    return route.fulfill({ json: { assessments: ids.map((id) => ({ ...like, id })), total: newest } });
  });
  await page.goto(`/org/${cedar}/sra?view=history`);
  await page.getByRole('button', { name: 'Show older assessments (1)' }).click();
  await expect(page.getByRole('heading', { name: '201 assessments' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Show older assessments/ })).toHaveCount(0);
  newest = 202;
  // Coming back to the network reads everything anew that was not read in the last two seconds.
  await expect(async () => {
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: '202 assessments' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('button', { name: /^Show older assessments/ })).toHaveCount(0);
});

test('a clinic where nothing is as it should be sees a line along zero, on a scale to a hundred', async ({
  openAs,
  baseURL,
}) => {
  const page = await openAs('orgAdmin');
  const { cedar } = await findOrganizations(baseURL ?? '');
  const { assessments } = await ask(page, sraEndpoints.listAssessments, { params: { id: String(cedar) } });
  const worst = [2, 1].map((id) => ({ ...assessments[0], id, score: 0 }));
  await page.route(/\/assessments$/, (route) => route.fulfill({ json: { assessments: worst, total: 2 } }));
  await page.goto(`/org/${cedar}/sra?view=history`);
  const chart = page.getByRole('img', { name: 'Compliance score by assessment', exact: true });
  await expect(chart).toBeVisible();
  const scores = page.getByRole('table', { name: 'Compliance score by assessment' }).getByRole('cell');
  await expect(scores).toHaveText(['0%', '0%']);
  await expect(chart.getByText('100%', { exact: true })).toBeVisible();
  await expect(page.getByText('No assessment has a score yet.')).toHaveCount(0);
});

test('an assessment that is printed while it is filtered says which policies it leaves out', async ({
  openAs,
  baseURL,
}) => {
  const { cedar } = await findOrganizations(baseURL ?? '');
  const page = await openAs('orgAdmin');
  await page.goto(`/org/${cedar}/sra`);
  const note = page.getByText(/^Only policies /);
  const all = await page.getByText(/^\d+ policies$/).innerText();
  await page.emulateMedia({ media: 'print' });
  await expect(note).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: /^Compliant \d+$/ }).click();
  await page.getByLabel('Search policies').fill('gmail');
  await page.emulateMedia({ media: 'print' });
  await expect(note).toBeVisible();
  await expect(async () => {
    const rows = await page.locator('main h3 button[aria-expanded]').count();
    const words = `Only policies with the verdict “Compliant”, with the words “gmail”: ${rows} of ${all}.`;
    await expect(note).toHaveText(words, { timeout: 100 });
  }).toPass();
});
