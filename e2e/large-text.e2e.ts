import { browserLaunch } from './browser-launch.ts';
import { expect, test } from './fixture.ts';
import { overhang, settle } from './in-page.ts';
import { findOrganizations } from './organizations.ts';
import type { PersonName } from './people.ts';

// Somebody told their browser to write twice as large (WCAG 1.4.4).
test.use({
  launchOptions: browserLaunch('--blink-settings=defaultFontSize=32'),
  reducedMotion: 'reduce',
});

const pages: ReadonlyArray<{ readonly path: string; readonly person?: PersonName }> = [
  { path: '/login' },
  { path: '/register/org' },
  { path: '/msp/dashboard', person: 'mspAdmin' },
  { path: '/msp/tenants', person: 'mspAdmin' },
  { path: '/msp/team', person: 'mspAdmin' },
  { path: '/msp/auditlogs', person: 'mspAdmin' },
  { path: '/org/{id}/sra', person: 'orgAdmin' },
  { path: '/org/{id}/sra?view=history', person: 'orgAdmin' },
  { path: '/settings', person: 'orgAdmin' },
];

for (const { path, person } of pages) {
  test(`with letters twice as large ${path} fits its window`, async ({ page: own, openAs, baseURL }) => {
    const { cedar } = await findOrganizations(baseURL ?? '');
    const page = person === undefined ? own : await openAs(person, { reducedMotion: 'reduce' });
    await page.goto(path.replace('{id}', String(cedar)));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    await settle(page);
    for (const width of [1280, 1024, 768, 640]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.soft.poll(() => overhang(page), `wider than ${width} px`).toBeLessThanOrEqual(0);
    }
  });
}

test('with letters twice as large the matrix of assessments is the list that narrow windows get: no name is cut off', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.goto('/msp/assessments');
  const organization = page.getByRole('main').getByRole('button', { name: /^Lantern Hospice/ });
  await expect(organization).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
  expect(await overhang(page)).toBeLessThanOrEqual(0);
});
