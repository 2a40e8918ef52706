import type { Page } from '@playwright/test';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { directoryOf } from '../emulator/policy.ts';
import { expect } from './fixture.ts';
import { recordsOf, savedBy, type SavedFile } from './files.ts';
import { people, signIn } from './people.ts';
import { ask, choose, freshMsp, freshOrganization, messages, test } from './world.ts';
import { assess, changeSetting } from './workspace.ts';
import { viewLink } from './view-link.ts';

async function download(page: Page, name: string): Promise<SavedFile> {
  return savedBy(page, () => page.getByRole('link', { name, exact: true }).click());
}

/** The newest assessment of an organization, as calls and addresses name it. */
async function newestOf(page: Page, id: number): Promise<string> {
  const { assessments } = await ask(page, sraEndpoints.listAssessments, { params: { id: String(id) } });
  const [newest] = assessments;
  expect(newest).toBeDefined();
  return String(newest?.id);
}

/** The row of the setting for the whole domain: some invented domains have one more of it, for a unit that allows them anyway. */
function failingOfWhole(domain: string): RegExp {
  return new RegExp(`less secure apps.*${directoryOf(domain).orgUnits[0].id}.*Non-compliant`, 'i');
}

test('before the first assessment the page says what the specification says', async ({ browser }) => {
  const { page, id } = await freshOrganization(browser);
  await page.goto(`/org/${id}/sra`);
  await expect(page.getByRole('heading', { name: 'Security Risk Assessment', level: 1 })).toBeVisible();
  await expect(page.getByText("Analyze your organization's security policies and compliance status")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Google Workspace Policy Analyzer' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Learn About Us' })).toBeVisible();
  await expect(page.getByText('No UUID found in session storage. Please sign in to view policies.')).toBeVisible();
});

test('a setting is changed: the second assessment lists exactly that one', async ({ browser }) => {
  const clinic = await freshOrganization(browser);
  const { page, domain, id } = clinic;
  const type = 'settings/security.less_secure_apps';
  await changeSetting(clinic, { type, value: { allowLessSecureApps: false } });
  await page.goto(`/org/${id}/sra`);
  await assess(page, domain);

  await changeSetting(clinic, { type, value: { allowLessSecureApps: true } });
  await assess(page, domain);
  await expect(page.getByText('History (2)')).toBeVisible();
  await viewLink(page, 'History (2)').click();
  await page.setViewportSize({ width: 1280, height: 600 });
  const result = page.getByRole('heading', { name: 'What changed' });
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(result).toBeFocused();
  await expect(result).toBeInViewport();
  // The same two again: it leads there again.
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(result).toBeFocused();
  await expect(result).toBeInViewport();
  const found = page.getByRole('region', { name: /^New findings/ });
  await expect(found.getByRole('listitem')).toHaveCount(1);
  await expect(found).toContainText(/less secure apps/i);
  await expect(found).toContainText('Compliant');
  await expect(found).toContainText('Non-compliant');
  for (const other of [/^Fixed/, /^Changed/, /^Unreadable/]) {
    await expect(page.getByRole('region', { name: other })).toHaveCount(0);
  }

  // The older one opens from what was stored: no window, no Google.
  const windows = () => page.context().pages();
  // The one of the sign-in takes a moment to close.
  await expect.poll(windows).toHaveLength(1);
  await page.getByRole('table', { name: 'Assessments' }).getByRole('row').nth(2).getByRole('link').click();
  await expect(page.getByText('This is an older assessment.')).toBeVisible();
  const failing = page.getByRole('button', { name: failingOfWhole(domain) });
  await page.getByLabel('Search policies').fill('less secure apps');
  await expect(page.getByText(/^\d of \d+ policies$/)).toBeVisible();
  await expect(failing).toHaveCount(0);
  expect(windows()).toHaveLength(1);
  await page.getByRole('link', { name: 'Show the newest one' }).click();
  await expect(failing).toHaveCount(1);

  // And it is fixed again: the other direction is said as such.
  await changeSetting(clinic, { type, value: { allowLessSecureApps: false } });
  await assess(page, domain);
  await viewLink(page, 'History (3)').click();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('region', { name: /^Fixed/ }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('region', { name: /^New findings/ })).toHaveCount(0);
});

test('a policy opens up, is accepted as an exception, and comes back when that ends', async ({ browser }) => {
  const clinic = await freshOrganization(browser);
  const { page, domain, id } = clinic;
  await changeSetting(clinic, { type: 'settings/security.less_secure_apps', value: { allowLessSecureApps: true } });
  await page.goto(`/org/${id}/sra`);
  await assess(page, domain);
  const score = await page
    .getByText(/^\d{1,3}\.\d%$/)
    .first()
    .textContent();
  await page.getByLabel('Search policies').fill('less secure apps');
  const policy = page.getByRole('button', { name: failingOfWhole(domain) });
  await policy.click();
  const details = page.getByRole('listitem').filter({ has: policy });
  for (const words of ['Customer', 'Organization Unit', 'Settings', 'Remedy', /^Is: /, /^Should be: /]) {
    await expect(details.getByText(words).first()).toBeVisible();
  }
  await details.getByRole('button', { name: 'View JSON' }).click();
  await expect(details.getByRole('region')).toContainText('allowLessSecureApps');
  await details.getByRole('button', { name: 'Hide JSON' }).click();
  await expect(details.getByRole('region')).toHaveCount(0);

  await page.getByLabel('Search policies').fill('services without an individual control');
  // Some invented domains have one more row of it, for a unit.
  const restriction = page
    .getByRole('listitem')
    .filter({ hasText: /^Restriction on services/ })
    .first();
  await restriction.getByRole('button', { name: /^Restriction on services without an individual control/ }).click();
  await expect(restriction).toContainText('The name works backwards: ENABLED');
  await page.getByLabel('Search policies').fill('less secure apps');

  await details.getByRole('button', { name: 'Accept this finding…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept this finding' });
  await dialog.getByRole('button', { name: 'Accept finding' }).click();
  await expect(dialog.getByText('Please say why this is accepted.')).toBeVisible();
  await expect(dialog.getByText('Please say what is done instead.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('An old scanner still needs it.');
  await dialog.getByLabel('Compensating measure').fill('The scanner has an account of its own, without mail.');
  await dialog.getByLabel('Accepted until').fill('2199-01-01');
  await dialog.getByRole('button', { name: 'Accept finding' }).click();
  await expect(dialog.getByText('Please choose a day between tomorrow and one year from now.')).toBeVisible();
  const inThirtyDays = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await dialog.getByLabel('Accepted until').fill(inThirtyDays);
  await dialog.getByRole('button', { name: 'Accept finding' }).click();
  await expect(messages(page)).toContainText('Finding accepted.');
  await expect(dialog).toHaveCount(0);
  await expect(details, 'what opened the dialog is gone, its policy has the focus').toBeFocused();
  await expect(page.getByText(score ?? '').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /accepted for a time/ })).toContainText('1');

  await viewLink(page, 'Exceptions').click();
  const row = page.getByRole('table', { name: 'Accepted findings' }).getByRole('row').nth(1);
  await expect(row).toContainText('An old scanner still needs it.');
  await expect(row).toContainText('In force');
  await row.getByRole('button', { name: /^End/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End exception' }).click();
  await expect(messages(page)).toContainText('Exception ended.');
  await expect(row).toContainText('Ended');
  await expect(row, 'the button is gone, its row has the focus').toBeFocused();
  await viewLink(page, 'Policies').click();
  await expect(page.getByRole('button', { name: /accepted for a time/ })).toHaveCount(0);
});

test('the report and the table of an assessment are downloaded', async ({ browser }) => {
  const { page, domain, id } = await freshOrganization(browser);
  await page.goto(`/org/${id}/sra`);
  await assess(page, domain);
  const report = await download(page, 'PDF report');
  expect(report.name).toMatch(/\.pdf$/);
  expect(report.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(report.bytes.toString('latin1').trimEnd()).toMatch(/%%EOF$/);
  const table = await download(page, 'CSV');
  expect(table.name).toMatch(/\.csv$/);
  // The day names an assessment; how many there are of everybody's is nobody's business.
  await expect(page.getByText(/ · Catalogue \d{4}\.\d\d$/)).toBeVisible();
  const params = { id: String(id), assessmentId: await newestOf(page, id) };
  const { policies } = await ask(page, sraEndpoints.findAssessment, { params });
  await expect(page.getByText(`${policies.length} policies`, { exact: true })).toBeVisible();
  // One record for each key of each policy: a spreadsheet can then filter Is and Should be.
  const records = recordsOf(table.bytes.toString('utf8')).slice(1);
  expect(records.map(([, title, type]) => [title, type])).toEqual(
    policies.flatMap(({ title, setting }) => Object.keys(setting.value).map(() => [title, setting.type])),
  );
});

test('the assessment of another organization does not exist', async ({ browser }) => {
  const mine = await freshOrganization(browser);
  const theirs = await freshOrganization(browser);
  await theirs.page.goto(`/org/${theirs.id}/sra`);
  await assess(theirs.page, theirs.domain);
  const foreign = await newestOf(theirs.page, theirs.id);
  await mine.page.goto(`/org/${mine.id}/sra?assessment=${foreign}`);
  await expect(mine.page.getByRole('heading', { name: 'Assessment not found' })).toBeVisible();
  await expect(mine.page.getByText('This assessment could not be found.')).toBeVisible();
  await mine.page.goto(`/org/${theirs.id}/sra?assessment=${foreign}`);
  await expect(mine.page).toHaveURL(/\/unauthorized$/);
});

test('an MSP sees the settings of all its organizations, the worst first', async ({ browser, page }) => {
  const empty = await freshMsp(browser);
  await empty.page.goto('/msp/assessments');
  await expect(empty.page.getByRole('heading', { name: 'Nothing assessed yet' })).toBeVisible();

  await signIn(page, people.mspAdmin);
  await page.goto('/msp/assessments');
  const grid = page.getByRole('grid', { name: 'Settings by organization' });
  await expect(grid).toBeVisible();
  const shown = page.getByText(/^\d+ settings? × \d+ organizations?$/);
  const [, settings = '', organizations = ''] = /(\d+) settings? × (\d+)/.exec((await shown.textContent()) ?? '') ?? [];
  const matrix = await ask(page, sraEndpoints.findAssessmentMatrix);
  expect([Number(settings), Number(organizations)]).toEqual([matrix.settings.length, matrix.organizations.length]);
  const { tenants } = await ask(page, organizationEndpoints.listTenants);
  const current = tenants.filter(({ status }) => status !== 'inactive');
  expect(current.length).toBeLessThan(tenants.length);
  expect(Number(organizations)).toBe(current.length);
  await expect(page.getByText('every setting in every active or pending organization')).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', String(Number(settings) + 1));
  // Only those in sight are drawn: each cell has to say in which column it stands.
  await expect(grid.locator('tr:not([aria-hidden]) > :is(th, td):not([aria-hidden], [aria-colindex])')).toHaveCount(0);
  const worst = await grid.getByRole('rowheader').first().textContent();
  const second = await grid.getByRole('rowheader').nth(1).textContent();
  const failing = (text: string | null) => Number(/(\d+) non-compliant/.exec(text ?? '')?.[1]);
  expect(failing(worst)).toBeGreaterThanOrEqual(failing(second));

  const table = await download(page, 'Export CSV');
  expect(table.name).toMatch(/\.csv$/);
  expect(recordsOf(table.bytes.toString('utf8'))).toHaveLength(matrix.organizations.length + 1);

  await page.getByLabel('Search organizations').fill('cedar');
  await page.getByLabel('Search settings').fill('2-step');
  await expect(page.getByText(/ × 1 organization$/)).toBeVisible();
  await expect(grid.getByRole('rowheader').filter({ hasNotText: '2-Step' })).toHaveCount(0);
  const found = await grid.getByRole('rowheader').count();
  const part = recordsOf((await download(page, 'Export CSV')).bytes.toString('utf8'));
  expect(part.map(([name]) => name)).toEqual(['Organization', 'Cedar Clinic']);
  expect(part[0]).toHaveLength(5 + found);
  await grid.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/org\/\d+\/sra\?/);
  await expect(page.getByRole('heading', { name: 'Compliance Summary' })).toBeVisible();
  await page.goBack();
  await page.getByLabel('Search settings').fill('nothing is called like this');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await choose(page, /Area/, 'All areas');
  await expect(grid).toBeVisible();
});
