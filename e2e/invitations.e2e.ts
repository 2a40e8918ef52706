import { expect } from './fixture.ts';
import { linkIn, newestMailTo } from './people.ts';
import {
  choose,
  countCalls,
  fillRegistration,
  freshDomain,
  freshMsp,
  freshOrganization,
  freshPage,
  logIn,
  messages,
  test,
} from './world.ts';

test('Invite Organization checks the address as it is typed and again on submit', async ({ browser }) => {
  const { page } = await freshMsp(browser);
  await page.goto('/msp/tenants');
  await page.getByRole('button', { name: 'Invite Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Organization' });
  const email = dialog.getByLabel('Email');
  const send = dialog.getByRole('button', { name: 'Send invitation' });
  await expect(dialog.getByRole('button', { name: /^Admin/ })).toBeVisible();
  await send.click();
  await expect(dialog.getByText('Email is required', { exact: true })).toBeVisible();
  await expect(messages(page)).toContainText('Please enter email!');
  await email.fill('owner of a clinic');
  await expect(dialog.getByText('Please enter a valid email address', { exact: true })).toBeVisible();
  await email.fill(`owner@${freshDomain('clinic')}`);
  await expect(dialog.getByText('Please enter a valid email address')).toHaveCount(0);

  // The server is away for a moment: nothing is lost, and the sentence of the specification says so.
  await page.route('**/api/auth/invite/msp/organization', (route) => route.abort());
  await send.click();
  await expect(messages(page)).toContainText('Failed to send organization invitation.');
  await page.unroute('**/api/auth/invite/msp/organization');

  const calls = await countCalls(page, '/api/auth/invite/msp/organization', async () => {
    await send.dblclick();
    await expect(messages(page)).toContainText('Organization invitation sent successfully!');
  });
  expect(calls).toBe(1);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Invite Organization' }).click();
  await expect(dialog.getByLabel('Email')).toHaveValue('');
});

test('while an invitation is sent the button says so and is closed', async ({ browser }) => {
  const { page } = await freshMsp(browser);
  await page.goto('/msp/tenants');
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/invite/msp/organization', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Invite Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Organization' });
  await dialog.getByLabel('Email').fill(`owner@${freshDomain('clinic')}`);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  answer();
  await expect(messages(page)).toContainText('Organization invitation sent successfully!');
});

test('an invitation of an organization that fails says why, also when it is not for its address', async ({
  browser,
}) => {
  const { page } = await freshMsp(browser);
  await page.goto('/msp/tenants');
  await page.getByRole('button', { name: 'Invite Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Organization' });
  const address = dialog.getByLabel('Email');
  await address.fill(`owner@${freshDomain('clinic')}`);
  const send = dialog.getByRole('button', { name: 'Send invitation' });
  const tooMany = { message: 'Too many attempts. Please wait a little.', code: 'rate.limited' };
  const noRole = { message: 'You may not give this role to anybody.', code: 'invitation.role_not_allowed' };
  for (const { answer, words } of [
    { answer: { status: 403, json: noRole }, words: noRole.message },
    { answer: { status: 429, json: tooMany }, words: tooMany.message },
    { answer: undefined, words: 'The server could not be reached.' },
  ]) {
    await page.route('**/api/auth/invite/msp/organization', (route) =>
      answer === undefined ? route.abort() : route.fulfill(answer),
    );
    await send.click();
    await expect(messages(page)).toContainText('Failed to send organization invitation.');
    await expect(dialog.getByRole('alert').getByText(words)).toBeVisible();
    await expect(address).not.toHaveAttribute('aria-invalid', 'true');
    await page.unroute('**/api/auth/invite/msp/organization');
  }
  await send.click();
  await expect(messages(page)).toContainText('Organization invitation sent successfully!');
});

test('Invite User holds every rule of the specification', async ({ browser }) => {
  const msp = await freshMsp(browser);
  const { page, domain } = msp;
  const clinic = await freshOrganization(browser, msp);
  await page.goto('/msp/team');
  await page.getByRole('button', { name: '+ Invite Members' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  const email = dialog.getByLabel('Email');
  const invite = dialog.getByRole('button', { name: 'Invite', exact: true });
  await expect(dialog.getByText(`Inviting users from your domain: @${domain}`)).toBeVisible();
  await expect(email).toHaveAttribute('placeholder', `user@${domain}`);
  await expect(invite).toBeDisabled();

  const complaints = [
    ['kim at home', 'Please enter a valid email address'],
    ['kim@elsewhere.example', `Email must be from your organization's domain (@${domain})`],
    [`ADMIN@${domain.toUpperCase()}`, 'You cannot invite yourself'],
  ] as const;
  for (const [typed, complaint] of complaints) {
    await email.fill(typed);
    await expect(dialog.getByText(complaint, { exact: true })).toBeVisible();
    await expect(dialog.getByText('Valid email domain')).toHaveCount(0);
    await expect(invite).toBeDisabled();
  }
  await email.fill('');
  await expect(dialog.getByText('You cannot invite yourself')).toHaveCount(0);
  await email.fill(`Kim@${domain.toUpperCase()}`);
  await expect(dialog.getByText('Valid email domain')).toBeVisible();
  await expect(invite).toBeDisabled();

  const tenant = dialog.getByRole('option', { name: new RegExp(clinic.domain) });
  await expect(tenant).toContainText(`ID ${clinic.id}`);
  await expect(dialog.getByText(/Hold Ctrl or Cmd/)).toBeVisible();
  await tenant.click();
  await expect(invite).toBeEnabled();
  await dialog.getByRole('button', { name: /Role/ }).click();
  await expect(page.getByRole('listbox', { name: 'Role' }).getByRole('option')).toHaveText([
    'Select MSP role',
    'Msp Super Admin',
    'Msp User',
    'Msp Auditor',
  ]);
  await page.getByRole('option', { name: 'Select MSP role' }).click();
  await expect(invite).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a colleague is invited with an organization, registers from the mail and sees only that one', async ({
  browser,
}) => {
  const msp = await freshMsp(browser);
  const { page, domain } = msp;
  const clinic = await freshOrganization(browser, msp);
  await freshOrganization(browser, msp);
  await page.goto('/msp/team');
  await page.getByRole('button', { name: '+ Invite Members' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByLabel('Email').fill(`kim@${domain}`);
  await choose(page, /Role/, 'Msp Auditor');
  await dialog.getByRole('option', { name: new RegExp(clinic.domain) }).click();
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(messages(page)).toContainText('Invitation sent!');
  await expect(dialog.getByRole('button', { name: 'Copy invitation link' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('table', { name: /invitations/i }).getByRole('row')).toContainText([
    'Email',
    `kim@${domain}`,
  ]);

  const colleague = await freshPage(browser);
  await colleague.goto(linkIn(await newestMailTo(`kim@${domain}`)));
  await expect(colleague).toHaveURL(/\/register\/msp$/);
  await expect(colleague.getByRole('heading', { name: /^Join /, level: 1 })).toBeVisible();
  await expect(colleague.getByText('Are you an Org?')).toHaveCount(0);
  await expect(colleague.getByLabel('Email')).toHaveValue(`kim@${domain}`);
  await expect(colleague.getByLabel('Email')).not.toBeEditable();
  await fillRegistration(colleague, ['Kim', 'Auden']);
  await colleague.getByRole('button', { name: 'Create account' }).click();
  await expect(colleague).toHaveURL(/\/login$/);
  await logIn(colleague, `kim@${domain}`);
  await expect(colleague).toHaveURL(/\/msp\/dashboard$/);
  await colleague.getByRole('link', { name: 'Tenants' }).click();
  await expect(colleague.getByText('Your role (MSP Auditor) has access to 1 organization(s)')).toBeVisible();
  await expect(colleague.getByRole('row', { name: new RegExp(clinic.domain) })).toBeVisible();
  await expect(colleague.getByRole('button', { name: 'Invite Organization' })).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('table', { name: 'Team Members' }).getByRole('row', { name: /Kim Auden/ })).toBeVisible();
  await expect(page.getByText('No Open Invitations')).toBeVisible();
});

test('a member of an organization is invited, registers from the mail and signs in', async ({ browser }) => {
  const { page, domain, id } = await freshOrganization(browser);
  await page.goto(`/org/${id}/team`);
  await page.getByRole('button', { name: 'Add People' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Person' });
  const send = dialog.getByRole('button', { name: 'Send invitation' });
  await send.click();
  await expect(dialog.getByText('Email and Role are required.')).toBeVisible();
  await dialog.getByLabel('Email').fill('sam at home');
  await send.click();
  await expect(dialog.getByText('Email and Role are required.')).toBeVisible();
  await expect(dialog.getByText("Please enter a valid email address containing '@' and '.'.")).toBeVisible();
  await dialog.getByRole('button', { name: /Role/ }).click();
  await expect(page.getByRole('listbox', { name: 'Role' }).getByRole('option')).toHaveText([
    'Admin',
    'Auditor',
    'Employee',
    'Vendor',
  ]);
  await page.getByRole('option', { name: 'Employee' }).click();
  await send.click();
  await expect(dialog.getByText("Please enter a valid email address containing '@' and '.'.")).toBeVisible();

  await dialog.getByLabel('Email').fill(`sam@${domain}`);
  await page.route('**/api/auth/invite/org/member?*', (route) => route.abort());
  await send.click();
  await expect(messages(page)).toContainText('Error sending invite.');
  await page.unroute('**/api/auth/invite/org/member?*');
  const calls = await countCalls(page, '/api/auth/invite/org/member', async () => {
    await send.dblclick();
    await expect(messages(page)).toContainText('Invitation sent!');
  });
  expect(calls).toBe(1);
  await dialog.getByRole('button', { name: 'Done' }).click();

  // Somebody who has an account is refused, in the words of the specification.
  await page.getByRole('button', { name: 'Add People' }).click();
  await dialog.getByLabel('Email').fill(`admin@${domain}`);
  await choose(page, /Role/, 'Auditor');
  await send.click();
  await expect(messages(page)).toContainText('Failed to send invite.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const member = await freshPage(browser);
  await member.goto(linkIn(await newestMailTo(`sam@${domain}`)));
  await expect(member).toHaveURL(/\/register\/org$/);
  await fillRegistration(member, ['Sam', 'Desk']);
  await member.getByRole('button', { name: 'Create account' }).click();
  await expect(member).toHaveURL(/\/login$/);
  await logIn(member, `sam@${domain}`);
  await expect(member).not.toHaveURL(/\/login/);
  await page.reload();
  const row = page.getByRole('table', { name: 'People' }).getByRole('row', { name: /Sam Desk/ });
  await expect(row).toContainText('Employee');
  await expect(row).toContainText('Active');
});

test('an open invitation is sent again with a new link, or withdrawn', async ({ browser }) => {
  const { page } = await freshMsp(browser);
  const address = `owner@${freshDomain('clinic')}`;
  await page.goto('/msp/tenants');
  await page.getByRole('button', { name: 'Invite Organization' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(address);
  await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
  const link = page.getByRole('dialog').getByLabel('Invitation link');
  const first = await link.inputValue();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Kept in the outbox')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  const second = await link.inputValue();
  expect(second).not.toBe(first);
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

  const guest = await freshPage(browser);
  await guest.goto(first);
  await expect(guest.getByText('Invalid or expired invitation')).toBeVisible();
  await guest.goto(second);
  await expect(guest.getByLabel('Email')).toHaveValue(address);
  await expect(guest.getByRole('heading', { name: 'Register your organization', level: 1 })).toBeVisible();
  await expect(guest.getByText(/^You have been invited by .+ to register your organization\.$/)).toBeVisible();
  await expect(guest.getByText('Are you a MSP?')).toHaveCount(0);

  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(messages(page)).toContainText(`The invitation of ${address} was withdrawn.`);
  // Whoever has the form open already learns it when they send it.
  await fillRegistration(guest, ['Robin', 'Owner']);
  await guest.getByRole('button', { name: 'Create account' }).click();
  await expect(guest).toHaveURL(/\/error$/);
  await expect(guest.getByText('Invalid or expired invitation')).toBeVisible();
});

test('whoever opens an invitation of somebody else is asked before they are logged out; one that was accepted leads home', async ({
  browser,
}) => {
  const clinic = await freshOrganization(browser);
  const email = `sam@${clinic.domain}`;
  await clinic.page.goto(`/org/${clinic.id}/team`);
  await clinic.page.getByRole('button', { name: 'Add People' }).click();
  const dialog = clinic.page.getByRole('dialog', { name: 'Add Person' });
  await dialog.getByLabel('Email').fill(email);
  await choose(clinic.page, /Role/, 'Auditor');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const link = await dialog.getByLabel('Invitation link').inputValue();

  // The same computer, where the administrator is logged in.
  const { page } = clinic;
  await page.goto(link);
  await expect(page).toHaveURL(/\/register\/org$/);
  await expect(page.getByRole('heading', { name: 'Your invitation', level: 1 })).toBeVisible();
  await expect(page.getByText('You are logged in as Morgan Field')).toContainText(email);
  await expect(page.getByLabel('First name')).toHaveCount(0);
  await page.getByRole('link', { name: 'Stay logged in' }).click();
  await expect(page).toHaveURL(`/org/${clinic.id}/dashboard`);

  await page.goto(link);
  await page.route('**/api/auth/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Log out and go on' }).click();
  await expect(page.getByText('Logout failed')).toBeVisible();
  await page.unroute('**/api/auth/logout');
  await page.getByRole('button', { name: 'Log out and go on' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  // The same page goes on, at the heading of what came in place of the question.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await fillRegistration(page, ['Sam', 'Desk']);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, email);
  await expect(page).toHaveURL(`/org/${clinic.id}/dashboard`);

  await page.goto(link);
  await expect(page).toHaveURL(`/org/${clinic.id}/dashboard`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(link);
  await expect(page.getByText('Invalid or expired invitation')).toBeVisible();
});
