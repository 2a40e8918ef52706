import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { expect } from './fixture.ts';
import { ask, freshMsp, freshOrganization, test } from './world.ts';

test('what it means that an organization is not active stands on its page, where no mouse is needed to read it', async ({
  browser,
}) => {
  const msp = await freshMsp(browser);
  const clinic = await freshOrganization(browser, msp);
  const words = msp.page.locator('main header').getByText('Deactivated: its people cannot sign in, its records stay.');
  await msp.page.goto(`/org/${clinic.id}/dashboard`);
  await expect(msp.page.locator('main header')).toContainText(clinic.domain);
  await expect(words).toHaveCount(0);
  await ask(msp.page, organizationEndpoints.deactivateOrganization, { params: { id: String(clinic.id) } });
  await msp.page.reload();
  await expect(words).toBeVisible();
});
