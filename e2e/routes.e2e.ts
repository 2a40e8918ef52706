import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { findOrganizations } from './organizations.ts';
import { demoPassword } from '../tools/demo-accounts.mjs';
import { people, signIn } from './people.ts';
import { everybody, guardedRows, guestRows, menus, publicRows, type Row } from './route-table.ts';

let ids: Awaited<ReturnType<typeof findOrganizations>>;
test.beforeAll(async ({ baseURL }) => {
  ids = await findOrganizations(baseURL ?? '');
});

const inCedar = (path: string) => path.replace('{id}', String(ids.cedar));

async function expectWords(page: Page, { heading, words }: Pick<Row, 'heading' | 'words'>): Promise<void> {
  await expect.soft(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  for (const word of words) {
    await expect.soft(page.getByText(word).or(page.getByLabel(word)).filter({ visible: true }).first()).toBeVisible();
  }
}

for (const person of everybody) {
  test(`${person} enters what the route table allows, and nothing else`, async ({ openAs, troubles }) => {
    test.setTimeout(180_000);
    if (person === 'root') {
      // A root user belongs to no MSP, which alone has billing; the page says so.
      troubles.allow(/status of 404 .*\/msp\/billing/);
    }
    const page = await openAs(person);
    for (const row of guardedRows) {
      await test.step(row.path, async () => {
        await page.goto(inCedar(row.path));
        if (row.allowed.includes(person)) {
          await expect.soft(page).toHaveURL(inCedar(row.leadsTo ?? row.path));
          await expectWords(page, row);
        } else {
          await expect.soft(page, `${person} on ${row.path}`).toHaveURL('/unauthorized');
          await expect.soft(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
        }
      });
    }
  });

  test(`${person} has the menu of the role`, async ({ openAs }) => {
    const page = await openAs(person);
    await page.goto('/settings');
    const main = page.getByRole('navigation', { name: 'Main' });
    // An entry is a link, or where the route table refuses it a locked button.
    const entries = main.getByRole('link').or(main.getByRole('button'));
    await expect(entries.filter({ hasText: 'Dashboard' })).toBeVisible();
    expect((await entries.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual(menus[person]);
    await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  });
}

const scopedRows = guardedRows.filter(({ path, leadsTo }) => path.includes('{id}') && leadsTo === undefined);

for (const person of ['orgAdmin', 'orgAuditor', 'securityAnalyst', 'employee', 'mspUser', 'mspAuditor'] as const) {
  test(`${person} has no way into an organization outside the scope`, async ({ openAs }) => {
    const page = await openAs(person);
    for (const row of scopedRows) {
      const foreign = person === 'mspUser' ? [ids.birch, ids.unassigned] : [ids.birch];
      for (const id of foreign) {
        await page.goto(row.path.replace('{id}', String(id)));
        await expect.soft(page, row.path).toHaveURL('/unauthorized');
      }
    }
  });
}

test('an MSP admin learns nothing about an organization of nobody or of another MSP', async ({ openAs, troubles }) => {
  troubles.allow(/status of 404 .*\/api\//);
  const page = await openAs('foreignMspAdmin');
  for (const id of [ids.cedar, ids.birch, 999_999_999]) {
    for (const screen of ['dashboard', 'team', 'audit-logs', 'sra']) {
      await page.goto(`/org/${id}/${screen}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Organization Not Found' })).toBeVisible();
      await expect(
        page.getByText("The requested organization could not be found or you don't have access to it."),
      ).toBeVisible();
      await expect(page.getByText(/Cedar|Birch/)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    }
  }
});

for (const row of guardedRows) {
  test(`a visitor of ${row.path} logs in first and comes back`, async ({ page }) => {
    const [person = 'root'] = row.allowed.filter((name) => name !== 'root').toReversed();
    await page.goto(inCedar(row.path));
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Please log in to view this page')).toBeVisible();
    await page.getByLabel('Email').fill(people[person]);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(inCedar(row.leadsTo ?? row.path));
    await expect(page.getByRole('heading', { level: 1, name: row.heading })).toBeVisible();
  });
}

test('anybody may open the public pages', async ({ page, openAs }) => {
  for (const visitor of [page, await openAs('employee')]) {
    for (const row of publicRows) {
      await test.step(row.path, async () => {
        await visitor.goto(row.path);
        await expectWords(visitor, row);
        await expect.soft(visitor).toHaveURL(row.path);
      });
    }
  }
});

test('visitors may register and log in; whoever is signed in goes on', async ({ page }) => {
  for (const row of guestRows) {
    await page.goto(row.path);
    await expectWords(page, row);
  }
  await signIn(page, people.orgAdmin);
  for (const path of ['/login', '/register/org', '/register/msp', '/dashboard']) {
    await page.goto(path);
    await expect.soft(page, path).toHaveURL(inCedar('/org/{id}/dashboard'));
  }
});

test('links of the landing page lead where the specification says', async ({ page }) => {
  await page.goto('/');
  for (const [name, target] of [
    ['Sign Up', '/register/org'],
    ['Login', '/login'],
    ['Get Started', '/register/org'],
    ['Contact Sales', '/contact'],
  ] as const) {
    await page.getByRole('link', { name }).first().click();
    await expect(page).toHaveURL(target);
    await page.goBack();
  }
  for (const section of ['Features', 'Frameworks', 'Pricing', 'About']) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click();
    await expect(page.locator(`#${section.toLowerCase()}`)).toBeInViewport();
  }
  await page.goto('/register/org');
  await page.getByText('Register as an MSP').click();
  await expect(page).toHaveURL('/register/msp');
});

test('access denied leads back to the page before', async ({ openAs }) => {
  const page = await openAs('orgAuditor');
  await page.goto(inCedar('/org/{id}/dashboard'));
  await page.goto('/msp/dashboard');
  await expect(page).toHaveURL('/unauthorized');
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(inCedar('/org/{id}/dashboard'));
});

test('access denied right after logging in leads to the start page, not out of the product', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, people.employee);
  await expect(page).toHaveURL('/unauthorized');
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/');
  await page.context().close();
});

test('an entry that the route table refuses is locked and says why', async ({ openAs }) => {
  const page = await openAs('mspAuditor');
  await page.goto(inCedar('/org/{id}/dashboard'));
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'SRA' });
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
  await expect(entry).toHaveAccessibleDescription(/security analyst may open assessments/);

  const employee = await openAs('employee');
  await employee.goto('/settings');
  const dashboard = employee.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Dashboard' });
  await dashboard.click({ force: true });
  await expect(employee.getByRole('region', { name: 'Messages' })).toContainText('may open the dashboard.');
  await expect(employee).toHaveURL('/settings');
});

test('a page whose file cannot be fetched says so, on the first load too, and offers to load again', async ({
  openAs,
  troubles,
}) => {
  troubles.allow(/MspDashboardPage|Failed to fetch dynamically imported module|HydrateFallback/);
  const page = await openAs('mspAdmin');
  await page.route('**/assets/MspDashboardPage-*.js', (route) => route.abort());
  await page.goto('/msp/dashboard');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await page.unroute('**/assets/MspDashboardPage-*.js');
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page.getByRole('heading', { name: 'MSP Dashboard' })).toBeVisible();
});
