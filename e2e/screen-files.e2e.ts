import { expect, test } from './fixture.ts';
import { savingData } from './menu.ts';
import { findOrganizations } from './organizations.ts';

let ids: Awaited<ReturnType<typeof findOrganizations>>;
test.beforeAll(async ({ baseURL }) => {
  ids = await findOrganizations(baseURL ?? '');
});

test('the login asks for no code of the screens behind it', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') {
      scripts.push(request.url());
    }
  });
  await page.goto('/login', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  expect(scripts.length).toBeGreaterThan(4);
  expect(scripts.filter((script) => /\/(frame|screens|parts)-/.test(script))).toEqual([]);
});

const screens = [
  ['mspAdmin', '/msp/dashboard'],
  ['mspAdmin', '/msp/tenants'],
  ['mspAdmin', '/msp/assessments'],
  ['mspAdmin', '/msp/team'],
  ['mspAdmin', '/msp/billing'],
  ['mspAdmin', '/msp/auditlogs'],
  ['orgAdmin', '/org/{id}/dashboard'],
  ['orgAdmin', '/org/{id}/sra'],
  ['orgAdmin', '/org/{id}/team'],
  ['orgAdmin', '/org/{id}/billing'],
  ['orgAdmin', '/org/{id}/audit-logs'],
  ['orgAdmin', '/org/{id}/baa'],
  ['orgAdmin', '/org/PnP/{id}'],
  ['orgAdmin', '/settings'],
] as const;

for (const [person, address] of screens) {
  test(`the document of ${address} names all the code that the screen needs`, async ({ openAs }) => {
    const page = await openAs(person);
    await savingData(page);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') {
        scripts.push(new URL(request.url()).pathname);
      }
    });
    const document = await page.goto(address.replace('{id}', String(ids.cedar)), { waitUntil: 'networkidle' });
    await expect(page.locator('main h1').first()).toBeVisible();
    const html = await document?.text();
    expect(scripts.length).toBeGreaterThan(4);
    // What opens over a page comes when that stands (e2e/controls.e2e.ts).
    const needed = scripts.filter((script) => !script.startsWith('/assets/controls-'));
    expect(needed.filter((script) => html?.includes(`"${script}"`) !== true)).toEqual([]);
    const named = Array.from(html?.matchAll(/"\/assets\/[^"]+\.js"/g) ?? [], ([script]) => script);
    expect(named.filter((script, index) => named.indexOf(script) < index)).toEqual([]);
  });
}

test('a page that is opened again asks for its document and its answers, and for no file before it shows anything', async ({
  openAs,
}) => {
  const page = await openAs('orgAdmin');
  const address = `/org/${ids.cedar}/sra`;
  await page.goto(address, { waitUntil: 'networkidle' });
  const again = await page.context().newPage();
  const browser = await page.context().newCDPSession(again);
  await browser.send('Network.enable');
  const asked: string[] = [];
  browser.on('Network.responseReceived', ({ response: { url, fromDiskCache } }) => {
    if (!fromDiskCache) {
      asked.push(new URL(url).pathname);
    }
  });
  await again.goto(address, { waitUntil: 'networkidle' });
  expect(asked).toContain(address);
  expect(asked.filter((path) => path !== address && !path.startsWith('/api/'))).toEqual([]);
});
