import type { Page, Route } from '@playwright/test';
import { z } from 'zod';
import { expect, test } from './fixture.ts';
import { overhang, settle } from './in-page.ts';
import { findOrganizations } from './organizations.ts';

const label = 'a'.repeat(63);
/** As long as the server takes them, and without a place to break. */
const odd = {
  name: 'W'.repeat(100),
  domainName: `${label}.${label}.${label}.example`,
  email: `${label}@${label}.${label}.example`,
  invitedBy: 'W'.repeat(100),
};

const row = z.record(z.string(), z.unknown());

/** Gives the first of a list names that nobody should have. */
async function makeOdd(page: Page, path: string, list: string): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const answer = z.record(z.string(), z.unknown()).parse(await response.json());
    const [first, ...others] = z.array(row).parse(answer[list]);
    await route.fulfill({ response, json: { ...answer, [list]: [{ ...first, ...odd }, ...others] } });
  });
}

/** By how many pixels the widest table leaves the card that it stands in. Scripts for the page are texts: these types know no DOM. */
async function tableOverhang(page: Page): Promise<number> {
  return Number(
    await page.evaluate(
      `Math.max(0, ...[...document.querySelectorAll('table[role="table"]')].map((table) => table.offsetWidth - table.parentElement.clientWidth))`,
    ),
  );
}

async function expectItFits(page: Page): Promise<void> {
  for (const width of [1440, 1280, 1024, 768, 640, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.soft.poll(() => overhang(page), `wider than ${width} px`).toBeLessThanOrEqual(0);
    await expect.soft.poll(() => tableOverhang(page), `a table wider than its card at ${width} px`).toBe(0);
  }
}

const invitation = {
  id: 1,
  role: 'MSP_USER',
  roleName: 'MSP User',
  kind: 'organization',
  createdAt: '2026-11-01T00:00:00.000Z',
  sentAt: '2026-11-01T00:00:00.000Z',
  expiresAt: '2027-11-01T00:00:00.000Z',
  expired: false,
  mail: 'sent',
};

for (const { path, calls, list } of [
  { path: '/msp/tenants', calls: '**/api/msp-service/msp/tenants', list: 'tenants' },
  { path: '/msp/billing', calls: '**/api/msp-service/msp/billing', list: 'organizations' },
  { path: '/msp/team', calls: '**/api/msp-service/msp/team-members', list: 'team' },
  { path: '/msp/assessments', calls: '**/api/msp-service/msp/assessments', list: 'organizations' },
]) {
  test(`${path} fits every window whatever names its rows have`, async ({ openAs }) => {
    const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
    await makeOdd(page, calls, list);
    await page.goto(path);
    await settle(page);
    await expectItFits(page);
  });
}

test('open invitations fit every window whatever their addresses are', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.route('**/api/msp-service/msp/invitations', (route) =>
    route.fulfill({ json: { invitations: [{ ...invitation, ...odd }] } }),
  );
  await page.goto('/msp/tenants');
  await settle(page);
  await expectItFits(page);
});

test('the dashboard of an organization fits every window whatever its name and domain are', async ({
  openAs,
  baseURL,
}) => {
  const { cedar } = await findOrganizations(baseURL ?? '');
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.route(`**/api/organization-service/organizations/${cedar}`, async (route) => {
    const response = await route.fetch();
    const { organization } = z.object({ organization: row }).parse(await response.json());
    await route.fulfill({ response, json: { organization: { ...organization, ...odd } } });
  });
  await page.goto(`/org/${cedar}/dashboard`);
  await settle(page);
  await expectItFits(page);
});

test('the domains of a usual list break at their dots in a small window, and the list stays in its card', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce', viewport: { width: 1024, height: 800 } });
  await page.goto('/msp/tenants');
  await settle(page);
  await expectItFits(page);
  await page.setViewportSize({ width: 1024, height: 800 });
  // Two lines: the name before the dot, and what follows it.
  const row = page.getByRole('row').filter({ hasText: 'aldercreekdental' });
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(60);
});

test('the list of a root user, which names independent organizations, stays in its card as well', async ({
  openAs,
}) => {
  const page = await openAs('root', { reducedMotion: 'reduce' });
  await page.goto('/msp/tenants');
  await settle(page);
  await expectItFits(page);
});

test('a word that nothing is called still lets the list of organizations fit the window', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.goto(`/msp/tenants?search=${'W'.repeat(200)}`);
  await settle(page);
  await expectItFits(page);
});

/** By how many pixels the hint of the header's search is longer than its box. */
const hintOverhang = `(() => {
  const box = document.querySelector('header input');
  const { font, paddingLeft, paddingRight } = getComputedStyle(box);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = font;
  return pen.measureText(box.placeholder).width - (box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
})()`;

test('the hint in the header’s search is not cut in any window', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.goto('/msp/dashboard');
  await settle(page);
  for (const width of [1280, 640, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate(hintOverhang), `at ${width} px`).toBeLessThanOrEqual(0);
  }
});

test('the number of organizations in a legend stays on its line when there are thousands', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce', viewport: { width: 390, height: 800 } });
  await page.route('**/api/msp-service/msp/dashboard', async (route) => {
    const response = await route.fetch();
    const answer = row.parse(await response.json());
    const organizationsByStatus = { active: 1000, pending: 12_500, inactive: 0 };
    await route.fulfill({ response, json: { ...answer, organizationsByStatus } });
  });
  await page.goto('/msp/dashboard');
  const line = page.locator('figure li').filter({ hasText: 'Pending' });
  await expect(line).toContainText('12,500');
  expect((await line.boundingBox())?.height).toBeLessThan(30);
});

/**
 * What of the texts that are cut is cut at its beginning, by where its first letter stands. A name that is written from right to
 * left begins at the right.
 */
const cutAtTheirBeginning = `[...document.querySelectorAll('*')].filter((element) => {
  const text = element.firstChild;
  if (text === null || text.nodeType !== Node.TEXT_NODE || getComputedStyle(element).textOverflow !== 'ellipsis') return false;
  const letter = document.createRange();
  letter.setStart(text, 0);
  letter.setEnd(text, 1);
  const [at, box] = [letter.getBoundingClientRect(), element.getBoundingClientRect()];
  const isInside = at.left > box.left - 2 && at.right < box.right + 2 && at.top > box.top - 2 && at.bottom < box.bottom + 2;
  // What is only read out is a pixel wide.
  return box.width > 1 && !isInside;
}).map((element) => element.textContent)`;

test('a name that is written from right to left is never cut at its beginning', async ({ openAs }) => {
  const name = 'عيادة الأرز لطب الأسنان وجراحة الفم والوجه والفكين في شمال المدينة وضواحيها';
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.route(/\/api\/auth\/user\/\d+\/details$/, async (route) => {
    const response = await route.fetch();
    const { user } = z.object({ user: row }).parse(await response.json());
    await route.fulfill({ response, json: { user: { ...user, name } } });
  });
  await page.route('**/api/auth/search?*', (route) =>
    route.fulfill({
      json: {
        organizations: [{ id: 1, name, domainName: 'cedarclinic.example', to: '/org/1/dashboard' }],
        people: [],
        pages: [],
        auditEntries: [
          { seq: 1, log: name, user: name, category: 'Policy', occurredAt: invitation.createdAt, to: '/msp/auditlogs' },
        ],
      },
    }),
  );
  const organizations = async (route: Route, list: string) => {
    const response = await route.fetch();
    const answer = row.parse(await response.json());
    const rows = z.array(row).parse(answer[list]);
    await route.fulfill({ response, json: { ...answer, [list]: rows.map((one) => ({ ...one, name })) } });
  };
  await page.route('**/api/msp-service/msp/assessments', (route) => organizations(route, 'organizations'));
  await page.route('**/api/msp-service/msp/tenants', (route) => organizations(route, 'tenants'));

  await page.goto('/msp/assessments');
  await settle(page);
  await expect(page.getByRole('grid').getByText(name).first()).toBeVisible();
  expect.soft(await page.evaluate(cutAtTheirBeginning), 'in the matrix and the header').toEqual([]);
  await page.setViewportSize({ width: 500, height: 800 });
  await page.getByRole('combobox', { name: 'Search' }).fill('cedar');
  await expect(page.getByRole('option')).toHaveCount(2);
  expect.soft(await page.evaluate(cutAtTheirBeginning), 'in what the search finds').toEqual([]);
  await page.goto('/msp/team');
  await page.getByRole('button', { name: 'Invite Members' }).click();
  await expect(page.getByRole('option').first()).toContainText(name);
  expect.soft(await page.evaluate(cutAtTheirBeginning), 'among the organizations to choose from').toEqual([]);
});

test('the matrix of assessments names every setting in full', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.goto('/msp/assessments');
  await settle(page);
  const seen = new Map<string, boolean>();
  for (let top = 0; top <= 2700; top += 300) {
    await page.getByRole('grid').evaluate((grid, to) => grid.parentElement?.scrollTo(0, to), top);
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    const names = await page
      .getByRole('rowheader')
      .locator('> span:first-child')
      .evaluateAll((spans) => spans.map((span) => [span.textContent, span.scrollWidth > span.clientWidth] as const));
    for (const [name, isCut] of names) {
      seen.set(name, isCut);
    }
  }
  await expect(page.getByText(new RegExp(`^${seen.size} settings ×`))).toBeVisible();
  expect([...seen].flatMap(([name, isCut]) => (isCut ? [name] : []))).toEqual([]);
});

test('a name that is written from right to left is so at the top of its page as well', async ({ openAs, baseURL }) => {
  const { cedar } = await findOrganizations(baseURL ?? '');
  const name = 'عيادة الأرز (فرع 2)';
  const page = await openAs('orgAdmin');
  await page.route(`**/api/organization-service/organizations/${cedar}`, async (route) => {
    const response = await route.fetch();
    const { organization } = z.object({ organization: row }).parse(await response.json());
    await route.fulfill({ response, json: { organization: { ...organization, name } } });
  });
  await page.goto(`/org/${cedar}/dashboard`);
  await expect(page.getByRole('heading', { name, level: 1 })).toHaveCSS('direction', 'rtl');
});

/** As much room between letters, words and lines as somebody may need (WCAG 2.2, 1.4.12). */
const spacious = `const sheet = new CSSStyleSheet();
sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }');
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];`;

test('with more room between letters the landing page still fits every window', async ({ page }) => {
  await page.goto('/');
  await settle(page);
  await page.evaluate(spacious);
  for (const width of [1280, 1024, 768, 375, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.soft.poll(() => overhang(page), `wider than ${width} px`).toBeLessThanOrEqual(0);
  }
});

test('a setting that fails in thousands of organizations says so with a separator', async ({ openAs }) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
  await page.route('**/api/msp-service/msp/assessments', async (route) => {
    const response = await route.fetch();
    const answer = row.parse(await response.json());
    const settings = z.array(row).parse(answer['settings']);
    const [first] = z.array(row).parse(answer['organizations']);
    const organizations = Array.from({ length: 1200 }, (_, id) => ({
      ...first,
      id,
      cells: 'n'.repeat(settings.length),
    }));
    await route.fulfill({ response, json: { ...answer, organizations } });
  });
  await page.goto('/msp/assessments');
  await expect(page.getByRole('rowheader').first()).toContainText('1,200 non-compliant, 0 partial');
});

for (const { path, calls, list, label } of [
  { path: '/msp/tenants', calls: '**/api/msp-service/msp/tenants', list: 'tenants', label: 'Search organizations' },
  { path: '/msp/team', calls: '**/api/msp-service/msp/team-members', list: 'team', label: 'Search by name' },
]) {
  test(`${path} finds a name however its accents are composed, and in a browser in Turkish`, async ({ openAs }) => {
    const page = await openAs('mspAdmin', { reducedMotion: 'reduce' });
    // What `toLocaleLowerCase()` answers in a browser in Turkish: the locale of a test changes dates and numbers, but not this.
    await page.addInitScript(`{
      const plain = String.prototype.toLocaleLowerCase;
      String.prototype.toLocaleLowerCase = function (locales = 'tr') { return plain.call(this, locales); };
    }`);
    await page.route(calls, async (route) => {
      const response = await route.fetch();
      const answer = z.record(z.string(), z.unknown()).parse(await response.json());
      const [first, ...others] = z.array(row).parse(answer[list]);
      const name = 'José Quixwood-IRVING'.normalize('NFC');
      await route.fulfill({ response, json: { ...answer, [list]: [{ ...first, name }, ...others] } });
    });
    await page.goto(path);
    const search = page.getByLabel(label);
    for (const term of ['quixwood-irving', 'JOSÉ QUIX'.normalize('NFC'), 'josé quix'.normalize('NFD')]) {
      await search.fill(term);
      await expect(page.getByText(/^1 (organization\(s\)|person) found for/), term).toBeVisible();
    }
  });
}
