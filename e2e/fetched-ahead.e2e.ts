import type { Page, Request } from '@playwright/test';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { asksFor, expectRows, holdCodeUntilNewestIsAsked, isNewest } from './asked-ahead.ts';
import { expect, test } from './fixture.ts';
import { goThroughMenu, savingData } from './menu.ts';
import { findOrganizations } from './organizations.ts';

let ids: Awaited<ReturnType<typeof findOrganizations>>;
test.beforeAll(async ({ baseURL }) => {
  ids = await findOrganizations(baseURL ?? '');
});

/** Goes through the menu of an MSP. @returns the scripts that were fetched on the way. */
async function scriptsOnTheWay(page: Page): Promise<string[]> {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') {
      scripts.push(request.url());
    }
  });
  await goThroughMenu(page);
  return scripts;
}

/** One after another: the settings come last. A script of the page. */
const isLastThere = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/SettingsPage-'))";

test('the code of the screens that the menu leads to is there before somebody asks for them', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/dashboard');
  await expect.poll(() => page.evaluate(isLastThere), { timeout: 30_000 }).toBe(true);
  expect(await scriptsOnTheWay(page)).toEqual([]);
});

/** What the page is headed in the first frame after the next press, in `window.firstHeading`. A script of the page. */
const watchFirstFrame = `
  void (window.firstHeading = new Promise((resolve) => {
    const look = () => resolve(document.querySelector('main h1')?.textContent ?? '');
    window.addEventListener('click', () => requestAnimationFrame(look), { once: true });
  }));
`;

test('the first frame after a press in the menu shows the screen that it leads to', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/dashboard');
  await expect.poll(() => page.evaluate(isLastThere), { timeout: 30_000 }).toBe(true);
  await page.evaluate(watchFirstFrame);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
  expect(await page.evaluate('window.firstHeading')).toBe('People');
});

test('whoever asked the browser to save data fetches no code ahead', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await savingData(page);
  await page.goto('/msp/dashboard', { waitUntil: 'networkidle' });
  expect(await scriptsOnTheWay(page)).not.toEqual([]);
});

test('code is fetched ahead only once the first screen has what it asked for', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  let answer: () => void = () => undefined;
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/msp-service/msp/dashboard', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  // A slow line: the screen asks late for what it shows.
  await page.route('**/MspDashboardPage-*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  const isNext = (request: Request) => request.url().includes('/SettingsPage-');
  let isFetched = false;
  page.on('request', (request) => (isFetched ||= isNext(request)));
  await page.goto('/msp/dashboard');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  // A good while longer than fetching it all takes.
  await page.waitForTimeout(3_000);
  expect(isFetched).toBe(false);
  const isThere = page.waitForRequest(isNext);
  answer();
  await isThere;
});

const isMatrix = (url: string) => url.endsWith(sraEndpoints.findAssessmentMatrix.path);
const asksForNewest = (page: Page) => asksFor(page, isNewest);
const asksForMatrix = (page: Page) => asksFor(page, isMatrix);

const assessmentEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'SRA' });

test('an assessment is asked for as its entry is pressed, before the screen is there, and once', async ({ openAs }) => {
  const page = await openAs('orgAdmin');
  await savingData(page);
  const asked = asksForNewest(page);
  await holdCodeUntilNewestIsAsked(page);
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  await assessmentEntry(page).click();
  await expectRows(page);
  expect(asked).toHaveLength(1);
});

test('an assessment is asked for as the button of the mouse goes down, and not again as it comes up', async ({
  openAs,
}) => {
  const page = await openAs('orgAdmin');
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  const asked = asksForNewest(page);
  await assessmentEntry(page).hover();
  expect(asked).toHaveLength(0);
  await page.mouse.down();
  await expect.poll(() => asked.length).toBe(1);
  await page.mouse.up();
  await expectRows(page);
  expect(asked).toHaveLength(1);
});

test('an entry that was pressed and let go elsewhere opens nothing, and asks anew when it is pressed by a key', async ({
  openAs,
}) => {
  const page = await openAs('orgAdmin');
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  const asked = asksForNewest(page);
  await assessmentEntry(page).hover();
  await page.mouse.down();
  await page.mouse.move(900, 500);
  await page.mouse.up();
  await expect.poll(() => asked.length).toBe(1);
  await expect(page).toHaveURL(/dashboard$/);
  await assessmentEntry(page).press('Enter');
  await expectRows(page);
  expect(asked).toHaveLength(2);
});

test('who is at an assessment already and presses its entry asks for nothing', async ({ openAs }) => {
  const page = await openAs('orgAdmin');
  await page.goto(`/org/${ids.cedar}/sra`, { waitUntil: 'networkidle' });
  await expectRows(page);
  const asked = asksForNewest(page);
  await assessmentEntry(page).click();
  await page.waitForTimeout(500);
  expect(asked).toEqual([]);
});

test('the assessments of all organizations are asked for as the button of the mouse goes down, and once', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/dashboard', { waitUntil: 'networkidle' });
  const asked = asksForMatrix(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assessments' }).hover();
  await page.mouse.down();
  await expect.poll(() => asked.length).toBe(1);
  await page.mouse.up();
  await expect(page.getByRole('grid', { name: 'Settings by organization' })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('the assessments of all organizations, filtered by their address, are asked for before the screen is there', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  const asked = asksForMatrix(page);
  const isAsked = page.waitForRequest((request) => isMatrix(request.url()));
  await page.route('**/MspAssessmentsPage-*.js', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.goto('/msp/assessments?only=failing', { waitUntil: 'networkidle' });
  await expect(page.getByRole('grid', { name: 'Settings by organization' })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('whom the MSP gave no role for its organizations asks for no assessments of all of them', async ({ openAs }) => {
  const page = await openAs('orgAdmin');
  const asked = asksForMatrix(page);
  await page.goto('/msp/assessments', { waitUntil: 'networkidle' });
  await expect(page).toHaveURL('/unauthorized');
  expect(asked).toEqual([]);
});
