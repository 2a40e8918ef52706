import { expect, test } from './fixture.ts';
import { linkIn, newestMailTo, people, signIn } from './people.ts';

/** The main job of the product: an MSP brings in a clinic, and the clinic sees its first assessment. */
test('an MSP admin invites a clinic, which registers, connects its Workspace and sees its score', async ({
  page,
  browser,
  troubles,
}) => {
  await signIn(page, people.mspAdmin);
  await page.goto('/msp/tenants');
  await page.getByRole('button', { name: 'Invite Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Organization' });
  await dialog.getByLabel('Email').fill('owner@newclinic.example');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Organization invitation sent successfully!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy invitation link' })).toBeVisible();
  await expect(dialog.getByText('owner@newclinic.example')).toBeVisible();

  const link = linkIn(await newestMailTo('owner@newclinic.example'));
  const owner = await (await browser.newContext()).newPage();
  await owner.goto(link);
  await expect(owner.getByLabel('Email')).toHaveValue('owner@newclinic.example');
  await expect(owner.getByLabel('Email')).toHaveAttribute('readonly', '');
  expect(owner.url()).not.toContain('token');
  await owner.getByLabel('First name').fill('Robin');
  await owner.getByLabel('Last name').fill('Owner');
  await owner.getByLabel('Password', { exact: true }).fill('four quiet herons fishing');
  await owner.getByRole('checkbox').check();
  await owner.getByRole('button', { name: 'Create account' }).click();
  await expect(owner).toHaveURL(/\/login$/);

  await owner.getByLabel('Email').fill('owner@newclinic.example');
  await owner.getByLabel('Password', { exact: true }).fill('four quiet herons fishing');
  await owner.getByRole('button', { name: 'Log in' }).click();
  await expect(owner).toHaveURL(/\/org\/\d+\/dashboard$/);
  await expect(owner.getByText('newclinic.example').first()).toBeVisible();

  // Where nothing was assessed yet the dashboard says what to do next, and leads there.
  await expect(owner.getByText('Run the first assessment')).toBeVisible();
  await owner.getByRole('link', { name: 'Compliance Status' }).click();
  await expect(owner.getByRole('heading', { name: 'Security Risk Assessment', level: 1 })).toBeVisible();
  const opened = owner.waitForEvent('popup');
  await owner.getByRole('button', { name: 'Signin With Google' }).click();
  const popup = await opened;
  await popup.getByText('admin@newclinic.example').first().click();
  await popup.getByRole('button', { name: /allow/i }).click();
  await expect(owner.getByRole('heading', { name: 'Compliance Summary' })).toBeVisible({ timeout: 30_000 });
  await expect(owner.getByText(/^\d{1,3}\.\d%$/).first()).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Signin With Google' })).toHaveCount(0);

  // The invited link worked once.
  troubles.allow(/status of 404 .*\/api\/auth\/invite\/invitations\//);
  const second = await (await browser.newContext()).newPage();
  await second.goto(link);
  await expect(second).toHaveURL(/\/error$/);
  await expect(second.getByText('Invalid or expired invitation')).toBeVisible();

  // Whoever looks after several organizations sees beside the menu which one a page is about.
  const [, id] = /\/org\/(\d+)\//.exec(owner.url()) ?? [];
  await page.goto(`/org/${id}/team`);
  await expect(page.getByRole('complementary').getByText('Newclinic', { exact: true })).toBeVisible();
  await expect(owner.getByRole('complementary').getByText('Newclinic', { exact: true })).toHaveCount(0);

  await page.goto('/msp/auditlogs');
  await expect(page.getByText(/owner@newclinic\.example/).first()).toBeVisible();
});
