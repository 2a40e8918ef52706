import type { Locator } from '@playwright/test';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { expect } from './fixture.ts';
import { linkIn, newestMailTo } from './people.ts';
import { ask, choose, fillRegistration, freshOrganization, freshPage, test } from './world.ts';

test('what fails in Add Person and Edit Person stands under the field that it is about, or above the form', async ({
  browser,
}) => {
  const clinic = await freshOrganization(browser);
  const { page, id } = clinic;
  await ask(page, invitationEndpoints.inviteMember, {
    body: { email: `sam@${clinic.domain}`, role: 'ORG_USER_EMPLOYEE', tenantIds: [] },
  });
  const member = await freshPage(browser);
  await member.goto(linkIn(await newestMailTo(`sam@${clinic.domain}`)));
  await fillRegistration(member, ['Sam', 'Desk']);
  await member.getByRole('button', { name: 'Create account' }).click();
  await expect(member).toHaveURL(/\/login$/);

  await page.goto(`/org/${id}/team`);
  const role = page.getByRole('dialog').getByRole('button', { name: /Role/ });
  const address = page.getByRole('dialog').getByLabel('Email');
  const alert = page.getByRole('dialog').getByRole('alert');
  const failed = { status: 503, json: { message: 'Please try again in a moment.', code: 'server.busy' } };
  async function expectAt(place: Locator, words: string): Promise<void> {
    if (place === alert) {
      await expect(alert).toHaveText(words);
    } else {
      await expect(place).toHaveAccessibleDescription(new RegExp(`^${RegExp.escape(words)}`));
      await expect(alert).toHaveCount(0);
    }
    const invalid = page.getByRole('dialog').locator('[aria-invalid=true], [data-invalid]');
    await expect(invalid).toHaveCount(place === alert ? 0 : 1);
  }

  await page.getByRole('button', { name: 'Add People' }).click();
  await address.fill(`kim@${clinic.domain}`);
  await choose(page, /Role/, 'Auditor');
  const noRole = { message: 'You may not give this role to anybody.', code: 'invitation.role_not_allowed' };
  const taken = { message: 'This e-mail address already has an account.', code: 'invitation.account_exists' };
  for (const { answer, place } of [
    { answer: failed, place: alert },
    { answer: { status: 403, json: noRole }, place: role },
    { answer: { status: 409, json: taken }, place: address },
  ]) {
    await page.route('**/api/auth/invite/org/member?*', (route) => route.fulfill(answer));
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await expectAt(place, answer.json.message);
    await page.unroute('**/api/auth/invite/org/member?*');
  }
  await page.getByRole('button', { name: 'Cancel' }).click();

  const calls = '**/org/team-members/*';
  await page.getByRole('button', { name: 'Edit person Sam Desk' }).click();
  await choose(page, /Role/, 'Auditor');
  const last = { message: 'This is the last active administrator.', code: 'person.last_admin' };
  for (const { answer, place } of [
    { answer: failed, place: alert },
    { answer: { status: 409, json: last }, place: role },
  ]) {
    await page.route(`${calls}?*`, (route) => route.fulfill(answer));
    await page.getByRole('button', { name: 'Save' }).click();
    await expectAt(place, answer.json.message);
    await page.unroute(`${calls}?*`);
  }
});
