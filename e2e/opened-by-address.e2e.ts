import type { Page } from '@playwright/test';
import { asksFor, expectRows, holdCodeUntilNewestIsAsked, isNewest } from './asked-ahead.ts';
import { expect, test } from './fixture.ts';
import { findOrganizations } from './organizations.ts';

let ids: Awaited<ReturnType<typeof findOrganizations>>;
test.beforeAll(async ({ baseURL }) => {
  ids = await findOrganizations(baseURL ?? '');
});

const asksForNewest = (page: Page) => asksFor(page, isNewest);

test('an assessment opened by its address is asked for before the screen is there, and once', async ({ openAs }) => {
  const page = await openAs('orgAdmin');
  const asked = asksForNewest(page);
  await holdCodeUntilNewestIsAsked(page);
  await page.goto(`/org/${ids.cedar}/sra`, { waitUntil: 'networkidle' });
  await expectRows(page);
  expect(asked).toHaveLength(1);
});

test('who is there, and then all that an assessment shows, are asked for while the program is still on its way', async ({
  openAs,
}) => {
  const page = await openAs('orgAdmin');
  const organization = `/api/organization-service/organizations/${ids.cedar}`;
  const shown = ['', '/newest-assessment', '/assessments', '/assessment-settings'].map((end) => organization + end);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const areAsked = Promise.all(
    shown.map((path) => page.waitForRequest((request) => new URL(request.url()).pathname === path)),
  );
  await page.route('**/assets/base-*.js', async (route) => {
    await areAsked;
    await route.continue();
  });
  await page.goto(`/org/${ids.cedar}/sra`, { waitUntil: 'networkidle' });
  await expectRows(page);
  expect(asked.filter((path) => shown.includes(path)).toSorted()).toEqual(shown.toSorted());
});

/** Notes in the page whether it ever says that the assessment is loading. */
const watchLoading = `
  window.saidLoading = false;
  new MutationObserver(() => {
    window.saidLoading ||= document.body?.textContent.includes('Loading the assessment...') === true;
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

test('an assessment that comes before its screen is drawn with it, and no empty one before', async ({ openAs }) => {
  const page = await openAs('orgAdmin');
  await page.addInitScript({ content: watchLoading });
  const hasCome = page.waitForResponse((response) => isNewest(response.url())).then((response) => response.finished());
  await page.route('**/SraPage-*.js', async (route) => {
    await hasCome;
    await route.continue();
  });
  await page.goto(`/org/${ids.cedar}/sra`);
  await expectRows(page);
  expect(await page.evaluate('window.saidLoading')).toBe(false);
});

/** Opens an assessment while time stands still, and keeps its answer back. @returns what lets the answer come. */
async function openWithoutItsAnswer(page: Page): Promise<() => void> {
  let answer: () => void = () => undefined;
  const mayCome = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/newest-assessment', async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.addInitScript({ content: watchLoading });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const isCodeThere = page.waitForResponse('**/SraPage-*.js').then((response) => response.finished());
  await page.goto(`/org/${ids.cedar}/sra`, { waitUntil: 'load' });
  await isCodeThere;
  // A good while longer than the program takes to draw.
  await page.waitForTimeout(2_000);
  expect(await page.evaluate("document.getElementById('root').childElementCount")).toBe(0);
  return answer;
}

test('an assessment that is about to come is waited for, and no empty one drawn before it', async ({ openAs }) => {
  const page = await openAs('orgAdmin');
  const answer = await openWithoutItsAnswer(page);
  answer();
  await expectRows(page);
  expect(await page.evaluate('window.saidLoading')).toBe(false);
});

test('an assessment that does not come within a twentieth of a second is drawn without its rows', async ({
  openAs,
}) => {
  const page = await openAs('orgAdmin');
  const answer = await openWithoutItsAnswer(page);
  await page.clock.runFor(50);
  await expect(page.getByText('Loading the assessment...')).toBeAttached();
  answer();
  await expectRows(page);
});

test('the newest assessment is not asked for where the address names another', async ({ openAs }) => {
  const page = await openAs('orgAdmin');
  await page.goto(`/org/${ids.cedar}/sra`, { waitUntil: 'networkidle' });
  const asked = asksForNewest(page);
  await page.goto(`/org/${ids.cedar}/sra?assessment=1`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1, name: 'Security Risk Assessment' })).toBeVisible();
  expect(asked).toEqual([]);
});

test('who may not enter an assessment does not ask for it by its address', async ({ openAs }) => {
  const page = await openAs('orgAuditor');
  const asked = asksForNewest(page);
  await page.goto(`/org/${ids.cedar}/sra`, { waitUntil: 'networkidle' });
  await expect(page).toHaveURL('/unauthorized');
  expect(asked).toEqual([]);
});

test('a screen opened by its address asks who is there, and for its code, beside the program and not after it', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const areAsked = Promise.all([
    page.waitForRequest('**/api/auth/me'),
    page.waitForRequest('**/assets/frame-*.js'),
    page.waitForRequest('**/assets/MspTeamPage-*.js'),
  ]);
  // The program begins only once they are on their way.
  await page.route('**/assets/index-*.js', async (route) => {
    await areAsked;
    await route.continue();
  });
  await page.goto('/msp/team');
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  expect(asked.filter((path) => path === '/api/auth/me')).toHaveLength(1);
});

test('who was there the last time is asked for by name beside the question who is there now', async ({ openAs }) => {
  const page = await openAs('mspAdmin');
  await page.goto('/msp/dashboard', { waitUntil: 'networkidle' });
  const details: string[] = [];
  const areAsked = page.waitForRequest(/\/api\/auth\/user\/\d+\/details$/);
  page.on('request', (request) => {
    if (request.url().endsWith('/details')) {
      details.push(request.url());
    }
  });
  await page.route('**/api/auth/me', async (route) => {
    await areAsked;
    await route.continue();
  });
  await page.goto('/msp/team', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  expect(details).toHaveLength(1);
});
