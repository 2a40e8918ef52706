import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { findOrganizations } from './organizations.ts';
import { viewLink } from './view-link.ts';

const counts = { compliant: 0, partial: 0, 'non-compliant': 0, unreadable: 60, 'not-licensed': 0, 'not-assessed': 0 };

/** As the server answers where nothing in the newest assessment of the organization counts. */
async function judgeNothing(page: Page, id: number): Promise<void> {
  const unscored = <Row extends { readonly id: number }>(rows: readonly Row[], more: object) =>
    rows.map((row) => (row.id === id ? { ...row, score: null, ...more } : row));
  await page.route('**/api/msp-service/msp/tenants', async (route) => {
    const response = await route.fetch();
    const { tenants } = organizationEndpoints.listTenants.reply.parse(await response.json());
    await route.fulfill({ response, json: { tenants: unscored(tenants, { scoreBefore: null }) } });
  });
  await page.route('**/api/msp-service/msp/assessments', async (route) => {
    const response = await route.fetch();
    const matrix = sraEndpoints.findAssessmentMatrix.reply.parse(await response.json());
    const cells = 'u'.repeat(matrix.settings.length);
    const organizations = unscored(matrix.organizations, { nonCompliant: 0, partial: 0, cells });
    await route.fulfill({ response, json: { ...matrix, organizations } });
  });
  await page.route(`**/organizations/${id}/newest-assessment*`, async (route) => {
    const response = await route.fetch();
    const { newest } = sraEndpoints.findNewestAssessment.reply.parse(await response.json());
    const assessment = { ...newest?.assessment, score: 0, counts };
    await route.fulfill({ response, json: { newest: { assessment, policies: [] } } });
  });
  await page.route(`**/organizations/${id}/assessments*`, async (route) => {
    const response = await route.fetch();
    const list = sraEndpoints.listAssessments.reply.parse(await response.json());
    const [first, ...others] = list.assessments;
    await route.fulfill({ response, json: { ...list, assessments: [{ ...first, score: 0, counts }, ...others] } });
  });
}

const words = /nothing could be judged/i;
const never = /not assessed/i;

test('an assessment in which nothing could be judged is told from none, wherever its score would stand', async ({
  openAs,
  baseURL,
}) => {
  const page = await openAs('mspAdmin');
  const { cedar } = await findOrganizations(baseURL ?? '');
  await judgeNothing(page, cedar);
  await page.goto('/msp/tenants');
  const listed = page.getByRole('table', { name: 'Organizations' }).getByRole('row', { name: /^Cedar Clinic/ });
  await expect(listed).toContainText(words);
  await expect(listed).not.toContainText(never);

  await page.goto('/msp/assessments');
  const head = page
    .getByRole('grid')
    .getByRole('columnheader')
    .getByRole('link', { name: /^Cedar Clinic / });
  await expect(head).toHaveAccessibleName(words);

  await page.goto(`/org/${cedar}/sra`);
  await expect(page.getByRole('img', { name: words })).toContainText(words);
  await viewLink(page, /^History/).click();
  const newest = page.getByRole('table', { name: 'Assessments', exact: true }).getByRole('row').nth(1);
  await expect(newest).toContainText(words);
  await expect(page.getByLabel('Later')).toContainText(words);

  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/msp/assessments');
  const item = page.getByRole('main').getByRole('button', { name: /^Cedar Clinic/ });
  await expect(item).toContainText(words);
});
