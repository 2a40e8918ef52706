import { expect, test } from './fixture.ts';
import { findings, overhang, settle } from './in-page.ts';
import { findOrganizations } from './organizations.ts';
import type { PersonName } from './people.ts';

/** Every screen, with somebody who may enter it; `{fresh}` was never assessed. */
const pages: ReadonlyArray<{ readonly path: string; readonly person?: PersonName }> = [
  { path: '/' },
  { path: '/login' },
  { path: '/register/org' },
  { path: '/register/msp' },
  { path: '/reset-password' },
  { path: '/confirm-email' },
  { path: '/contact' },
  { path: '/terms' },
  { path: '/unauthorized' },
  { path: '/not-implemented' },
  { path: '/error' },
  { path: '/no-such-page' },
  { path: '/oauth-success' },
  { path: '/oauth-error' },
  { path: '/msp/dashboard', person: 'mspAdmin' },
  { path: '/msp/dashboard', person: 'root' },
  { path: '/msp/tenants', person: 'mspAdmin' },
  { path: '/msp/assessments', person: 'mspAdmin' },
  { path: '/msp/team', person: 'mspAdmin' },
  { path: '/msp/auditlogs', person: 'mspAdmin' },
  { path: '/msp/auditlogs?search=signed&category=Authentication', person: 'mspAdmin' },
  { path: '/msp/billing', person: 'mspAdmin' },
  { path: '/org/{id}/dashboard', person: 'orgAdmin' },
  { path: '/org/{id}/dashboard', person: 'mspAuditor' },
  { path: '/org/{id}/team', person: 'orgAdmin' },
  { path: '/org/{id}/audit-logs', person: 'orgAuditor' },
  { path: '/org/{id}/sra', person: 'securityAnalyst' },
  { path: '/org/{id}/sra?view=history', person: 'orgAdmin' },
  { path: '/org/{id}/sra?view=exceptions', person: 'orgAdmin' },
  { path: '/org/{fresh}/sra', person: 'mspAdmin' },
  { path: '/org/{fresh}/dashboard', person: 'mspAdmin' },
  { path: '/org/{id}/billing', person: 'orgAdmin' },
  { path: '/org/{id}/baa', person: 'orgAdmin' },
  { path: '/settings', person: 'orgAdmin' },
  { path: '/settings', person: 'mspAdmin' },
];

let ids: Awaited<ReturnType<typeof findOrganizations>>;
test.beforeAll(async ({ baseURL }) => {
  ids = await findOrganizations(baseURL ?? '');
});

test.use({ reducedMotion: 'reduce' });

for (const { path, person } of pages) {
  test(`${path} of ${person ?? 'a visitor'} is accessible in both themes and fits a phone`, async ({
    page: own,
    openAs,
  }) => {
    const page = person === undefined ? own : await openAs(person, { reducedMotion: 'reduce' });
    await page.goto(path.replace('{id}', String(ids.cedar)).replace('{fresh}', String(ids.fresh)));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/Sentrywell/);
    await settle(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await findings(page), colorScheme).toEqual([]);
    }
    for (const width of [1280, 1024, 768, 640, 375, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.soft.poll(() => overhang(page), `wider than ${width} px`).toBeLessThanOrEqual(0);
    }
  });
}
