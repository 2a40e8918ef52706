import type { Locator, Page } from '@playwright/test';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { expect, test } from './fixture.ts';
import { ask } from './world.ts';

/** The figures of specification §2, out of the demo's rows (rulings R30, R33). */
const cardLink = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('div:has(> [role="tooltip"])')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

test('the MSP dashboard shows the figures of the specification', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/dashboard');
  for (const [label, figure] of [
    ['Total Organizations', '56'],
    ['Active Projects', '12'],
    ['Pending Approvals', '3'],
    ['Team Members', '24'],
    ['Monthly Revenue', '$45,230'],
  ] as const) {
    await expect.soft(card(page, label).getByText(figure, { exact: true })).toBeVisible();
  }
  await expect.soft(card(page, 'Team Members')).toContainText('Active Members');
  await expect.soft(card(page, 'Monthly Revenue')).toContainText('+12% from last month');
  const line = page.getByRole('table', { name: 'Assessments run per month' });
  await expect(line.getByRole('row')).toHaveCount(7);
  expect((await line.getByRole('cell').allInnerTexts()).map(Number).filter(Number.isFinite)).toEqual([
    12, 19, 3, 5, 2, 15,
  ]);
  const doughnut = page.getByRole('table', { name: 'Organizations by status' });
  await expect(doughnut).toContainText(/Active/);
  await expect(doughnut).toContainText(/Pending/);
  await expect(doughnut).toContainText(/Inactive/);
});

test('the points of a chart say their numbers to whoever has no mouse, and its name leaves them to the table', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/dashboard');
  const numbers = ['12', '19', '3', '5', '2', '15'];
  const name = 'Assessments run per month';
  const chart = page.getByRole('img', { name, exact: true });
  await expect(chart.locator('g > circle ~ text:first-of-type')).toHaveText(numbers);
  await expect(page.getByRole('table', { name, exact: true }).getByRole('cell')).toHaveText(numbers);
});

test('where there is no room for all numbers of a chart, a finger on a point shows its own', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { viewport: { width: 375, height: 700 }, hasTouch: true });
  await page.goto('/msp/billing');
  const points = page.getByRole('img', { name: 'Revenue by month', exact: true }).locator('g:has(> circle)');
  const number = points.nth(1).getByText('$');
  await expect(points.last().getByText('$')).toBeVisible();
  await expect(number).toHaveCount(0);
  await points.nth(1).locator('rect').tap();
  await expect(number).toBeVisible();
});

test('where there is no room for all numbers of a chart, the arrow keys go from point to point', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { viewport: { width: 375, height: 700 } });
  await page.goto('/msp/billing');
  const name = 'Revenue by month';
  const points = page.getByRole('img', { name, exact: true }).locator('g:has(> circle)');
  const table = page.getByRole('table', { name, exact: true }).getByRole('row');
  await expect(points.nth(1).getByText('$')).toHaveCount(0);
  const slider = page.getByRole('slider', { name: `${name}, point by point` });
  await slider.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(points.nth(1).locator('text')).toHaveText(
    await table
      .nth(2)
      .locator('th, td')
      .allInnerTexts()
      .then((texts) => texts.toReversed()),
  );
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    (await table.nth(2).locator('th, td').allInnerTexts()).join(': '),
  );
  await page.keyboard.press('Tab');
  await expect(points.nth(1).getByText('$')).toHaveCount(0);
  const right = async (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().right);
  const last = await right(points.last().getByText('$'));
  expect(last, 'the last number is not cut off').toBeLessThanOrEqual(await right(slider));
});

test('each figure of the MSP dashboard leads to what it counts', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  for (const [label, target] of [
    ['Total Organizations', '/msp/tenants'],
    ['Active Projects', '/msp/assessments?only=failing'],
    ['Pending Approvals', '/msp/team'],
    ['Team Members', '/msp/team'],
    ['Monthly Revenue', '/msp/billing'],
  ] as const) {
    await page.goto('/msp/dashboard');
    await cardLink(page, label).click();
    await expect.soft(page, label).toHaveURL(target);
  }
});

test('the matrix that Active Projects leads to shows as many organizations', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/dashboard');
  const figure = card(page, 'Active Projects').locator('.figures');
  await expect(figure).toHaveText(/^\d+$/);
  const projects = await figure.innerText();
  await cardLink(page, 'Active Projects').click();
  await expect(page.getByText(/^\d+ settings? × /)).toHaveText(new RegExp(` × ${projects} organizations$`));
});

test('beside a fee stands the day on which it began, not the day of the first one', async ({ openAs }) => {
  const page = await openAs('orgAdmin');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Billing', exact: true }).click();
  const history = page.getByRole('table', { name: 'Fees over time' }).getByRole('row');
  await expect(history).toHaveCount(3);
  const began = await history.filter({ hasText: 'Until further notice' }).getByRole('rowheader').innerText();
  const since = page
    .getByRole('main')
    .locator('div')
    .filter({ hasText: /^Since/ });
  await expect(since.getByText(began, { exact: true }).first()).toBeVisible();

  const msp = await openAs('mspAdmin');
  await msp.goto('/msp/billing');
  const ofCedar = msp
    .getByRole('table', { name: 'Fees of organizations' })
    .getByRole('row', { name: /^Cedar Clinic / });
  await expect(ofCedar.getByRole('cell', { name: began, exact: true })).toBeVisible();
});

test('what is accepted is not open: the dashboard, the assessment and the matrix agree, whatever the filter', async ({
  openAs,
}) => {
  const page = await openAs('orgAdmin');
  await page.goto('/dashboard');
  await expect(card(page, 'Risk Score')).toContainText('8 open findings');
  await page.getByRole('link', { name: 'SRA', exact: true }).click();
  const counts = page.getByText(/^(?:\d+ of \d+ to mend|Nothing to mend)(?:, \d+ accepted)?$/);
  const total = (texts: readonly string[], pattern: RegExp) =>
    texts.reduce((sum, text) => sum + Number(pattern.exec(text)?.[1] ?? 0), 0);
  await expect.poll(async () => total(await counts.allTextContents(), /^(\d+) of/)).toBe(8);
  expect(total(await counts.allTextContents(), /, (\d+) accepted$/)).toBe(1);

  const withAccepted = page.getByRole('region').filter({ has: page.getByText(/to mend, 1 accepted$/) });
  const whole = await withAccepted.getByText(/to mend, 1 accepted$/).innerText();
  await page
    .getByRole('list', { name: 'Policies by verdict' })
    .getByRole('button', { name: /^Compliant/ })
    .click();
  await expect(page.getByText(/^\d+ of \d+ policies$/)).toBeVisible();
  await expect(page.getByText(whole, { exact: true })).toBeVisible();

  const phone = await openAs('mspAdmin', { viewport: { width: 390, height: 844 } });
  await phone.goto('/msp/assessments');
  await expect(phone.getByRole('button', { name: /^Cedar Clinic/ })).toContainText(/Clinic8 of \d+ settings to mend/);
});

test('of a matrix’s settings those count for an organization that it has a licence for', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { viewport: { width: 390, height: 844 } });
  await page.goto('/msp/assessments');
  const { settings, organizations } = await ask(page, sraEndpoints.findAssessmentMatrix);
  // It bought accounts alone: neither mail nor anything to work together with.
  const name = 'Lantern Hospice';
  const cells = (organizations.find((one) => one.name === name)?.cells ?? '').split('');
  const judged = cells.filter((letter) => 'cpnPN'.includes(letter)).length;
  expect(judged).toBeLessThan(settings.length);
  const open = cells.filter((letter) => 'pn'.includes(letter)).length;
  await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toContainText(
    `${open} of ${judged} settings to mend`,
  );
});

test('a score is the same everywhere: the matrix shows it with one decimal too, in its column', async ({ openAs }) => {
  const page = await openAs('orgAdmin');
  await page.goto('/dashboard');
  const note = card(page, 'Compliance Status').getByText(/^Compliance score \d+\.\d%$/);
  const [score = ''] = /\d+\.\d/.exec(await note.innerText()) ?? [];
  const msp = await openAs('mspAdmin');
  await msp.goto('/msp/assessments');
  await msp.getByLabel('Search organizations').fill('cedar clinic');
  const head = msp.getByRole('grid').getByRole('link', { name: `Cedar Clinic ${score}%`, exact: true });
  await expect(head).toBeVisible();
  const figure = await head.getByText(score, { exact: true }).boundingBox();
  const column = await head.boundingBox();
  expect(figure?.width).toBeLessThan(column?.width ?? 0);
});

test('who may not see revenue does not see it', async ({ openAs }) => {
  const page = await openAs('mspUser');
  await page.goto('/msp/dashboard');
  await expect(card(page, 'Total Organizations')).toBeVisible();
  await expect(page.getByText('Monthly Revenue')).toHaveCount(0);
});

test('the organizations list says who sees what, and finds by name', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/tenants');
  await expect(page.getByText('Logged in as MSP Super Admin')).toBeVisible();
  await expect(page.getByText('Your role (MSP Super Admin) has access to 56 organization(s)')).toBeVisible();
  const search = page.getByLabel('Search organizations');
  await search.fill('CEDAR cl');
  await expect(page.getByText('1 organization(s) found for "CEDAR cl"')).toBeVisible();
  await search.fill('no such name');
  await expect(page.getByRole('heading', { name: 'No Organizations Found' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click();
  await expect(search).toHaveValue('');
  const steps = await page.evaluate('history.length');
  await search.pressSequentially('cedar clinic');
  await expect(page).toHaveURL('/msp/tenants?search=cedar+clinic');
  expect(await page.evaluate('history.length'), 'typing leaves no way back of its own').toBe(steps);
  await page.getByRole('row').filter({ hasText: 'cedarclinic.example' }).click();
  await expect(page).toHaveURL(/\/org\/\d+\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Cedar Clinic' })).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('cedar clinic');
  await expect(page.getByText('1 organization(s) found for "cedar clinic"')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Tenants' }).click();
  await expect(search).toHaveValue('');

  const root = await openAs('root');
  await root.goto('/msp/tenants');
  await expect(root.getByText('You have access to all organizations (Root User)')).toBeVisible();
  const user = await openAs('mspUser');
  await user.goto('/msp/tenants');
  await expect(user.getByText('Logged in as MSP User')).toBeVisible();
  await expect(user.getByRole('button', { name: 'Invite Organization' })).toHaveCount(0);
});

test('the columns that the specification names for organizations are there on every screen, also on a phone', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/tenants');
  const clinic = page.getByRole('row').filter({ hasText: 'cedarclinic.example' });
  for (const width of [1280, 1024, 768, 640, 375]) {
    await page.setViewportSize({ width, height: 800 });
    for (const column of ['Customer Name', 'Domain', 'MSP ID', 'Created At', 'Updated At']) {
      const cell = clinic.locator(`[data-label="${column}"]`);
      await expect.soft(cell, `${column} at ${width} px`).toBeVisible();
      await expect.soft(page.getByRole('columnheader', { name: column }), `${column} at ${width} px`).toHaveCount(1);
    }
  }
  await expect(
    clinic.locator('[data-label="Score"]'),
    'where it folds under the name there is room for all',
  ).toBeVisible();
});

test('the people pages offer changes only to those who may make them', async ({ openAs }) => {
  const admin = await openAs('mspAdmin');
  await admin.goto('/msp/team');
  await expect(admin.getByText('Manage your team members and their permissions')).toBeVisible();
  await expect(admin.getByRole('button', { name: '+ Invite Members' })).toBeVisible();
  await expect(admin.getByRole('heading', { name: /^Team Members \(\d+\)$/ })).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Approve' })).toHaveCount(3);
  await expect(admin.getByRole('button', { name: 'Decline' })).toHaveCount(3);
  const auditor = await openAs('mspAuditor');
  await auditor.goto('/msp/team');
  await expect(auditor.getByRole('heading', { name: /^Team Members \(\d+\)$/ })).toBeVisible();
  await expect(auditor.getByText('Manage your team members and their permissions')).toHaveCount(0);
  await expect(auditor.getByRole('button', { name: '+ Invite Members' })).toHaveCount(0);
  await expect(auditor.getByRole('button', { name: /Edit member|Delete member|Approve/ })).toHaveCount(0);
});

test('figures that cannot be fetched say so and offer another try', async ({ openAs, troubles }) => {
  troubles.allow(/status of 500/);
  const page = await openAs('orgAdmin');
  const figures = '**/api/organization-service/organizations/*/dashboard';
  await page.route(figures, (route) => route.fulfill({ status: 500, json: { code: 'server.failed', message: '' } }));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Error Loading Figures' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Cedar Clinic' })).toBeVisible();
  await page.unroute(figures);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, 'Compliance Status')).toBeVisible();
});
