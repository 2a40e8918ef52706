import { expect } from './fixture.ts';
import { findOrganizations } from './organizations.ts';
import { test } from './world.ts';

test('tabs of an assessment that are pressed at once on a slow machine: the last one is shown', async ({
  openAs,
  baseURL,
}) => {
  const page = await openAs('orgAdmin');
  const { cedar } = await findOrganizations(baseURL ?? '');
  await page.goto(`/org/${cedar}/sra`);
  await expect(page.getByRole('tab', { name: /^History \(/ })).toBeVisible();
  const browserSession = await page.context().newCDPSession(page);
  await browserSession.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  // Each in a task of its own, as presses are, and faster than such a machine draws a tab.
  await page.evaluate(async () => {
    for (const label of ['History', 'Policies']) {
      const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
      tabs.find((tab) => tab.textContent?.startsWith(label))?.click();
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  await browserSession.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(page).toHaveURL(new RegExp(`/org/${cedar}/sra$`));
  await expect(page.getByRole('tab', { name: 'Policies' })).toHaveAttribute('aria-selected', 'true');
});
