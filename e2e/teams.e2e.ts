import type { Page } from '@playwright/test';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { expect } from './fixture.ts';
import { people, signIn } from './people.ts';
import {
  type Admin,
  ask,
  choose,
  enter,
  expectBanner,
  freshMsp,
  freshOrganization,
  freshPage,
  logIn,
  messages,
  register,
  test,
} from './world.ts';

function tokenIn({ link }: { readonly link?: string | undefined }): string {
  return new URL(link ?? '').searchParams.get('token') ?? '';
}

/** Adds somebody to an organization without the dialog. */
async function addMember(
  page: Page,
  { page: admin, domain }: Admin,
  role: 'ORG_ADMIN' | 'ORG_AUDITOR',
): Promise<string> {
  const email = `sam@${domain}`;
  const body = { email, role, tenantIds: [] };
  const token = tokenIn(await ask(admin, invitationEndpoints.inviteMember, { body }));
  await register(page, 'organization', { firstName: 'Sam', lastName: 'Desk', email, token });
  return email;
}

test('/msp/team shows what the specification says', async ({ page }) => {
  await signIn(page, people.mspAdmin);
  await page.goto('/msp/team');
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  await expect(page.getByText('Manage your team members and their permissions')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Team Members \(\d+\)$/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Pending Requests/ })).toBeVisible();
  const team = page.getByRole('table', { name: 'Team Members' });
  await expect(team.getByRole('columnheader')).toHaveText([/Member/, /Email/, /Role/, /Joined/, /Status/, /Actions/]);
  await expect(team.getByRole('button', { name: 'Edit member' }).first()).toBeVisible();
  await expect(team.getByRole('button', { name: 'Delete member' }).first()).toBeVisible();
  await page.getByLabel('Search by name').fill('zzz nobody');
  await expect(page.getByRole('heading', { name: 'No Members Found' })).toBeVisible();
  await expect(page.getByText('No team members match your search for "zzz nobody"')).toBeVisible();
  await expect(page.getByText('0 people found for "zzz nobody"')).toHaveAttribute('aria-live', 'polite');
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(team).toBeVisible();
});

test('/msp/team keeps from others what only the super admin may do', async ({ page }) => {
  await signIn(page, people.mspUser);
  await page.goto('/msp/team');
  const team = page.getByRole('table', { name: 'Team Members' });
  await expect(team.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByText('Manage your team members and their permissions')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '+ Invite Members' })).toHaveCount(0);
  await expect(team.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
});

test('/org/{id}/team: columns, a role is changed, a person is removed and comes back', async ({ browser }) => {
  const clinic = await freshOrganization(browser);
  const { page, id } = clinic;
  const member = await freshPage(browser);
  const email = await addMember(member, clinic, 'ORG_AUDITOR');
  await enter(member, email);
  await member.goto(`/org/${id}/audit-logs`);
  await expect(member.getByRole('heading', { name: 'Audit Logs', level: 1 })).toBeVisible();

  await page.goto(`/org/${id}/team`);
  const table = page.getByRole('table', { name: 'People' });
  await expect(table.getByRole('columnheader')).toHaveText([/Name/, /Email/, /Role/, /Date/, /Status/, /Actions/]);
  const row = table.getByRole('row', { name: /Sam Desk/ });
  await expect(row).toContainText('Auditor');
  await page.getByLabel('Search by name').fill('sam');
  await expect(page.getByText('1 person found for "sam"')).toHaveAttribute('aria-live', 'polite');
  await page.getByLabel('Search by name').fill('');
  await row.getByRole('button', { name: 'Edit person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Person' });
  await expect(dialog.getByLabel('Email')).toHaveValue(email);
  await choose(page, /Role/, 'Vendor');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(messages(page)).toContainText('Sam Desk is Vendor now.');
  await expect(row).toContainText('Vendor');

  // The demotion counts from the next request on.
  await member.reload();
  await expect(member).toHaveURL(/\/unauthorized$/);
  await expect(member.getByRole('heading', { name: 'Access Denied' })).toBeVisible();

  await row.getByRole('button', { name: 'Delete person' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove Sam Desk?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toContainText('Active');
  await row.getByRole('button', { name: 'Delete person' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(messages(page)).toContainText('Sam Desk was removed.');
  await expect(row).toContainText('Inactive');

  await member.goto('/settings');
  await expect(member).toHaveURL(/\/login$/);
  await logIn(member, email);
  await expectBanner(member, 'This account has been deactivated. Ask your administrator.');

  await row.getByRole('button', { name: 'Reactivate person' }).click();
  await expect(messages(page)).toContainText('Sam Desk can sign in again.');
  await logIn(member, email);
  await expect(member).not.toHaveURL(/\/login/);
});

test('the last administrator stays, and nobody changes themselves', async ({ browser }) => {
  const msp = await freshMsp(browser);
  const clinic = await freshOrganization(browser, msp);
  await clinic.page.goto(`/org/${clinic.id}/team`);
  await expect(clinic.page.getByTitle('You cannot change or remove yourself.')).toBeVisible();

  const { page } = msp;
  await page.goto(`/org/${clinic.id}/team`);
  const row = page.getByRole('row', { name: /Morgan Field/ });
  await expect(page.getByRole('button', { name: 'Add People' })).toHaveCount(0);
  await row.getByRole('button', { name: 'Delete person' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const refusal = 'This is the last active administrator. Make somebody else an administrator first.';
  await expect(messages(page)).toContainText(refusal);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: 'Edit person' }).click();
  await choose(page, /Role/, 'Employee');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog').getByText(refusal)).toBeVisible();

  // With a second one, the first may go.
  await addMember(await freshPage(browser), clinic, 'ORG_ADMIN');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(messages(page)).toContainText('Morgan Field is Employee now.');
});

test('two administrators remove the same person: one does it, the other is told', async ({ browser }) => {
  const msp = await freshMsp(browser);
  const clinic = await freshOrganization(browser, msp);
  await addMember(await freshPage(browser), clinic, 'ORG_AUDITOR');
  const pages = [msp.page, clinic.page];
  for (const page of pages) {
    await page.goto(`/org/${clinic.id}/team`);
    await page
      .getByRole('row', { name: /Sam Desk/ })
      .getByRole('button', { name: 'Delete person' })
      .click();
  }
  await clinic.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(messages(clinic.page)).toContainText('Sam Desk was removed.');
  await msp.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(messages(msp.page)).toContainText('This person has already been deactivated.');
});

test('requests to join an MSP wait, are approved and declined', async ({ browser }) => {
  const { page, domain } = await freshMsp(browser);
  const [kim, lou] = [await freshPage(browser), await freshPage(browser)];
  await register(kim, 'msp', { firstName: 'Kim', lastName: 'Auden', email: `kim@${domain}` });
  await register(lou, 'msp', { firstName: 'Lou', lastName: 'Berger', email: `lou@${domain}` });
  await kim.goto('/login');
  await logIn(kim, `kim@${domain}`);
  await expect(kim.getByRole('alert')).toContainText('is waiting for approval.');

  await page.goto('/msp/team');
  const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(rowOf('Kim Auden')).toContainText(`kim@${domain}`);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/pending-requests/*/approve', async (route) => {
    await held;
    await route.continue();
  });
  await rowOf('Kim Auden').getByRole('button', { name: 'Approve' }).click();
  await expect(rowOf('Kim Auden').getByRole('button').first()).toBeDisabled();
  await expect(rowOf('Kim Auden').getByRole('button').last()).toBeDisabled();
  // Each row is on its own.
  await expect(rowOf('Lou Berger').getByRole('button', { name: 'Approve' })).toBeEnabled();
  answer();
  await expect(page.getByRole('table', { name: 'Team Members' }).getByRole('row', { name: /Kim Auden/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Team Members (2)' })).toBeVisible();

  await page.route('**/pending-requests/*/decline', (route) => route.abort());
  await rowOf('Lou Berger').getByRole('button', { name: 'Decline' }).click();
  await expect(messages(page)).toContainText('Failed to decline request.');
  await page.unroute('**/pending-requests/*/decline');
  await rowOf('Lou Berger').getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('heading', { name: 'No Pending Requests' })).toBeVisible();
  await expect(page.getByText('There are no pending requests at this time.')).toBeVisible();

  await logIn(kim, `kim@${domain}`);
  await expect(kim).toHaveURL(/\/msp\/dashboard$/);
  await lou.goto('/login');
  await logIn(lou, `lou@${domain}`);
  await expect(lou.getByRole('alert')).toContainText('was declined. Ask an administrator there to let you in.');
  await expect(lou).toHaveURL(/\/login$/);

  // A decision can be taken back.
  await expect(page.getByRole('heading', { name: 'Declined Requests (1)' })).toBeVisible();
  await expect(rowOf('Lou Berger')).toContainText('by Dana Reyes');
  await rowOf('Lou Berger').getByRole('button', { name: 'Approve after all' }).dblclick();
  await expect(messages(page)).toContainText(
    'Lou Berger was let in. Their role is MSP User; organizations are still to be assigned.',
  );
  await expect(page.getByRole('heading', { name: 'Team Members (3)' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Declined Requests/ })).toHaveCount(0);
  await logIn(lou, `lou@${domain}`);
  await expect(lou).toHaveURL(/\/msp\/dashboard$/);
});

test('the organizations that somebody has stand on top of the choice, and nothing moves while it is changed', async ({
  browser,
}) => {
  const msp = await freshMsp(browser);
  const { page, domain } = msp;
  await freshOrganization(browser, msp);
  await freshOrganization(browser, msp);
  const { tenants } = await ask(page, organizationEndpoints.listTenants);
  const id = tenants.at(-1)?.id ?? 0;
  const email = `kim@${domain}`;
  const token = tokenIn(await ask(page, invitationEndpoints.inviteMspMember, { body: { email, tenantIds: [id] } }));
  await register(await freshPage(browser), 'msp', { firstName: 'Kim', lastName: 'Auden', email, token });

  await page.goto('/msp/team');
  const row = page.getByRole('row', { name: /Kim Auden/ });
  await row.getByRole('button', { name: 'Edit member' }).click();
  const first = page.getByRole('dialog', { name: 'Edit member' }).getByRole('option').first();
  await expect(first).toContainText(`ID ${id}`);
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await first.click();
  await expect(first).toHaveAttribute('aria-selected', 'false');
  await expect(first).toContainText(`ID ${id}`);
});

test('an analyst keeps the role that Edit Person does not offer to others', async ({ browser }) => {
  const msp = await freshMsp(browser);
  const { page, domain, id } = await freshOrganization(browser, msp);
  const email = `noor@${domain}`;
  const input = { query: { orgId: String(id) }, body: { email, role: 'SECURITY_ANALYST', tenantIds: [] } };
  const token = tokenIn(await ask(msp.page, invitationEndpoints.inviteMember, input));
  await register(await freshPage(browser), 'organization', { firstName: 'Noor', lastName: 'Vasquez', email, token });

  await page.goto(`/org/${id}/team`);
  const row = page.getByRole('table', { name: 'People' }).getByRole('row', { name: /Noor Vasquez/ });
  await row.getByRole('button', { name: 'Edit person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Person' });
  await expect(dialog.getByRole('button', { name: /^Security Analyst/ })).toBeVisible();
  await expect(dialog.getByText('Security Analyst cannot be chosen here again after a change.')).toBeVisible();
  await choose(page, /Role/, 'Vendor');
  await choose(page, /Role/, 'Security Analyst');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('Security Analyst');
});

test('a colleague gets another role and other organizations', async ({ browser }) => {
  const msp = await freshMsp(browser);
  const { page, domain } = msp;
  const clinic = await freshOrganization(browser, msp);
  const kim = await freshPage(browser);
  const body = { email: `kim@${domain}`, role: 'MSP_USER' as const, tenantIds: [clinic.id] };
  const token = tokenIn(await ask(page, invitationEndpoints.inviteMspMember, { body }));
  await register(kim, 'msp', { firstName: 'Kim', lastName: 'Auden', email: `kim@${domain}`, token });
  await enter(kim, `kim@${domain}`);
  await kim.goto('/msp/tenants');
  await expect(kim.getByText('Your role (MSP User) has access to 1 organization(s)')).toBeVisible();

  await page.goto('/msp/team');
  const row = page.getByRole('row', { name: /Kim Auden/ });
  await row.getByRole('button', { name: 'Edit member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit member' });
  await dialog.getByRole('option', { name: new RegExp(clinic.domain) }).click();
  await choose(page, /Role/, 'Msp Auditor');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(messages(page)).toContainText('The changes to Kim Auden were saved.');
  await expect(row).toContainText('MSP Auditor');
  await kim.reload();
  await expect(kim.getByText('No organizations are available for your role')).toBeVisible();
  await kim.goto(`/org/${clinic.id}/dashboard`);
  await expect(kim).toHaveURL(/\/unauthorized$/);
});

test('the people of a deactivated organization are counted, and nothing says that they can sign in', async ({
  browser,
}) => {
  const msp = await freshMsp(browser);
  const clinic = await freshOrganization(browser, msp);
  await ask(msp.page, organizationEndpoints.deactivateOrganization, { params: { id: String(clinic.id) } });
  await msp.page.goto(`/org/${clinic.id}/dashboard`);
  const card = msp.page
    .locator('div:has(> [role="tooltip"])')
    .filter({ has: msp.page.getByText('Team Members', { exact: true }) });
  await expect(card).toContainText('Team Members1Active member');
  await expect(card).not.toContainText('Active members');
  await expect(card).not.toContainText('can sign in');
});

test('between a phone and a desk no name of a member is broken within a word', async ({ page }) => {
  await signIn(page, people.orgAdmin);
  await page.setViewportSize({ width: 700, height: 1_000 });
  await page.getByRole('link', { name: 'Team Members' }).click();
  const table = page.getByRole('table', { name: 'People' });
  const name = table.getByText('Avery Castellan', { exact: true });
  // Two words of 20 pixels each at the most.
  expect((await name.boundingBox())?.height).toBeLessThan(45);
  await page.setViewportSize({ width: 640, height: 1_000 });
  expect((await name.boundingBox())?.height).toBeLessThan(45);
  // The page without its margins of 24 pixels.
  expect((await table.boundingBox())?.width).toBeLessThanOrEqual(592);
});

test('a root user is called so where people are listed, and leaves domains their room where organizations are', async ({
  openAs,
}) => {
  const page = await openAs('root');
  await page.goto('/msp/team');
  const row = page.getByRole('table', { name: 'Team Members' }).getByRole('row', { name: /root@sentrywell\.example/ });
  await expect(row.getByRole('cell', { name: 'Root User', exact: true })).toBeVisible();
  await expect(page.getByText('No Role')).toHaveCount(0);

  await page.goto('/msp/tenants');
  await expect(page.getByRole('row', { name: /Birch Dental/ })).toContainText('Independent');
  const width = async (header: string) =>
    (await page.getByRole('columnheader', { name: header }).boundingBox())?.width ?? 0;
  expect(await width('MSP ID')).toBeLessThan(110);
  expect(await width('Domain')).toBeGreaterThan(125);
});
