import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import type { BrowserContext } from '@playwright/test';
import { watchShifts } from '../bench/web/in-page.ts';
import { expect, test } from './fixture.ts';
import { greatestDifference, settle } from './in-page.ts';
import { findOrganizations } from './organizations.ts';

const wide = { width: 1440, height: 900 };
const sizes = [
  { name: 'a phone', viewport: { width: 390, height: 844 } },
  { name: 'a wide screen', viewport: wide },
];

const animationsInMain = `document.getAnimations().filter(({ effect }) => document.querySelector('main').contains(effect.target)).length`;

for (const { name, viewport } of sizes) {
  test(`on ${name} an assessment comes where its place was kept`, async ({ openAs, baseURL }) => {
    const { cedar } = await findOrganizations(baseURL ?? '');
    const page = await openAs('orgAdmin');
    await page.setViewportSize(viewport);
    await page.addInitScript({ content: watchShifts });
    let letCome = (): void => undefined;
    const isWaited = new Promise<void>((resolve) => (letCome = resolve));
    await page.route('**/newest-assessment', async (route) => {
      await isWaited;
      await route.continue();
    });
    await page.goto(`/org/${cedar}/sra`);
    await expect(page.getByRole('heading', { level: 1, name: 'Security Risk Assessment' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /tier 2/ })).toBeEnabled();
    letCome();
    await expect(page.getByRole('link', { name: 'PDF report' })).toBeVisible();
    await expect(page.getByText('Computed from')).toBeVisible();
    // What was waited for stands at once: to move it in costs frames that the rest of it then waits for.
    expect(await page.evaluate(animationsInMain)).toBe(0);
    expect(await page.evaluate('window.shifts')).toBeLessThan(0.02);
  });
}

/** The browser finds nothing idle until it is told to. */
const holdIdle = `
  window.waitingForIdle = [];
  window.requestIdleCallback = (run) => window.waitingForIdle.push(run);
`;
const beIdle = 'window.waitingForIdle.splice(0).forEach((run) => run())';

for (const { name, viewport } of sizes) {
  test(`on ${name} the first rows answer before the rest of an assessment is drawn, which then comes without a move`, async ({
    openAs,
    baseURL,
  }) => {
    const { cedar } = await findOrganizations(baseURL ?? '');
    const page = await openAs('orgAdmin', { viewport });
    await page.addInitScript({ content: `${watchShifts}${holdIdle}` });
    await page.goto(`/org/${cedar}/sra`);
    const rows = page.locator('main h3 button[aria-expanded]');
    await rows.first().click();
    await expect(page.getByRole('button', { name: 'View JSON' })).toBeVisible();
    await rows.first().click();
    const lists = page.getByRole('button', { name: /(Verdict|Organization Unit)$/ });
    await expect(lists).toHaveCount(0);
    const before = await rows.count();
    const looks = () => page.getByLabel('Search policies').locator('xpath=../..').screenshot();
    const look = await looks();

    await page.evaluate(beIdle);
    await expect(lists).not.toHaveCount(0);
    expect(await greatestDifference(page, look, await looks())).toBeLessThanOrEqual(1);
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
    expect(await page.evaluate('window.shifts')).toBeLessThan(0.02);
  });
}

test('an assessment is drawn whole by a browser that does not tell when it is idle', async ({ openAs, baseURL }) => {
  const { cedar } = await findOrganizations(baseURL ?? '');
  const page = await openAs('orgAdmin');
  await page.addInitScript({ content: 'delete window.requestIdleCallback; delete window.cancelIdleCallback;' });
  await page.goto(`/org/${cedar}/sra`);
  await expect(page.getByRole('button', { name: /Verdict$/ })).toBeVisible();
  expect(await page.evaluate(`'requestIdleCallback' in window`)).toBe(false);
  const told = await page.getByText(/^\d+ policies$/).textContent();
  await expect(page.locator('main h3 button[aria-expanded]')).toHaveCount(Number.parseInt(told ?? '', 10));
});

const opened = [
  { person: 'mspAdmin', path: '/msp/dashboard' },
  { person: 'mspAdmin', path: '/msp/tenants' },
  { person: 'mspAdmin', path: '/msp/team' },
  { person: 'mspAdmin', path: '/msp/auditlogs' },
  { person: 'mspAdmin', path: '/msp/assessments' },
  { person: 'mspAdmin', path: '/org/{id}/dashboard' },
  { person: 'mspAdmin', path: '/org/{id}/team' },
  { person: 'mspAdmin', path: '/org/{id}/sra' },
  { person: 'orgAdmin', path: '/org/{id}/dashboard' },
  { person: 'orgAdmin', path: '/org/{id}/team' },
  { person: 'orgAdmin', path: '/org/{id}/sra' },
  { person: 'orgAdmin', path: '/org/{id}/sra?view=history' },
  { person: 'orgAdmin', path: '/org/{id}/sra?view=exceptions' },
  { person: 'orgAdmin', path: '/org/{id}/billing' },
  { person: 'orgAdmin', path: '/settings' },
  // Short lists: what is below them is in sight.
  { person: 'foreignMspAdmin', path: '/msp/tenants' },
  { person: 'foreignMspAdmin', path: '/msp/team' },
  { person: 'independentAdmin', path: '/org/{id}/team' },
] as const;

/** How much moves on a page where this answer comes when all others are there. */
async function shiftsWhenLast(context: BrowserContext, address: string, last: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript({ content: watchShifts });
  await page.route(
    ({ pathname }) => pathname === last,
    async (route) => {
      const answer = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.fulfill({ response: answer });
    },
  );
  await page.goto(address);
  await settle(page);
  return Number(await page.evaluate('window.shifts'));
}

for (const { name, viewport } of sizes) {
  for (const { person, path } of opened) {
    test(`on ${name} nothing jumps on ${path} of ${person}, whichever answer comes last`, async ({
      openAs,
      baseURL,
    }) => {
      const { cedar, birch } = await findOrganizations(baseURL ?? '');
      const address = path.replace('{id}', String(person === 'independentAdmin' ? birch : cedar));
      const first = await openAs(person, { viewport, reducedMotion: 'reduce' });
      const asked = new Set<string>();
      first.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/')) {
          asked.add(pathname);
        }
      });
      await first.goto(address);
      await settle(first);
      const shifts = [...asked].map(
        async (last) => [last, await shiftsWhenLast(first.context(), address, last)] as const,
      );
      const moved = (await Promise.all(shifts)).filter(([, shift]) => shift >= 0.001);
      expect(Object.fromEntries(moved)).toEqual({});
    });
  }
}

/** What of a cell's text stands outside of the cell. */
const spills = `[...document.querySelectorAll('main tbody :is(td, th)')]
  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
  .map((cell) => cell.textContent)`;

/** Short and long names in turns of forty, with all that makes a column wider. */
const mixed = Array.from({ length: 160 }, (_, index) => {
  const turn = Math.floor(index / 40);
  const name = `${['Oak', 'Cedar Family Clinic', 'Riverside Orthopaedics and Sports Medicine Associates', 'Elm'][turn]} ${index}`;
  return {
    id: 90_000 + index,
    name,
    domainName: `${name.toLowerCase().replaceAll(' ', '-')}.example`,
    mspId: turn === 1 ? null : 2,
    status: (['active', 'inactive', 'pending', 'active'] as const)[turn],
    score: turn === 2 ? 100 : null,
  };
});

const columnWidths = `[...document.querySelectorAll('main thead th')].map((head) => head.getBoundingClientRect().width)`;

for (const viewport of [wide, { width: 1024, height: 768 }]) {
  test(`columns stay as wide as they are while a long list scrolls and is searched, ${viewport.width} px`, async ({
    openAs,
  }) => {
    const page = await openAs('mspAdmin', { viewport });
    await page.route('**/api/msp-service/msp/tenants', async (route) => {
      const answer = await route.fetch();
      const { tenants } = organizationEndpoints.listTenants.reply.parse(await answer.json());
      await route.fulfill({ response: answer, json: { tenants: mixed.map((one) => ({ ...tenants[0], ...one })) } });
    });
    await page.goto('/msp/tenants');
    await expect(page.getByText('Oak 0', { exact: true })).toBeVisible();
    await settle(page);
    const atFirst = await page.evaluate(columnWidths);
    for (const name of [
      'Cedar Family Clinic 60',
      'Riverside Orthopaedics and Sports Medicine Associates 100',
      'Elm 140',
    ]) {
      const row = page.getByText(name, { exact: true });
      await expect(async () => {
        await page.mouse.wheel(0, 300);
        await expect(row).toBeInViewport({ timeout: 100 });
      }).toPass();
      await settle(page);
      expect(await page.evaluate(columnWidths)).toEqual(atFirst);
      expect(await page.evaluate(spills)).toEqual([]);
    }
    await page.getByRole('searchbox', { name: 'Search organizations' }).fill('oak 1');
    await expect(page.getByText(/^11 organization\(s\) found/)).toBeVisible();
    expect(await page.evaluate(columnWidths)).toEqual(atFirst);
    // There is less room now: they are found anew.
    await page.getByRole('searchbox', { name: 'Search organizations' }).fill('');
    await page.setViewportSize({ ...viewport, width: viewport.width - 120 });
    await expect.poll(() => page.evaluate(columnWidths)).not.toEqual(atFirst);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });
}
