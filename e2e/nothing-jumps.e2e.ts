import { watchShifts } from '../bench/web/in-page.ts';
import { expect, test } from './fixture.ts';
import { settle } from './in-page.ts';
import { findOrganizations } from './organizations.ts';

const sizes = [
  { name: 'a phone', viewport: { width: 390, height: 844 } },
  { name: 'a wide screen', viewport: { width: 1440, height: 900 } },
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

for (const { name, viewport } of sizes) {
  for (const path of ['tenants', 'team']) {
    test(`on ${name} nothing jumps on /msp/${path} when its list comes`, async ({ openAs }) => {
      const page = await openAs('mspAdmin', { viewport, reducedMotion: 'reduce' });
      await page.addInitScript({ content: watchShifts });
      let letCome = (): void => undefined;
      const isWaited = new Promise<void>((resolve) => (letCome = resolve));
      await page.route(/\/api\/msp-service\/msp\/(tenants|team-members)$/, async (route) => {
        await isWaited;
        await route.continue();
      });
      const below = page.waitForResponse('**/api/msp-service/msp/invitations');
      await page.goto(`/msp/${path}`);
      await below;
      // The list's own; what else is loading on the page says so in other words.
      const loading = page.getByRole('status').filter({ hasText: /^Loading (organizations|team data)\.\.\.$/ });
      await expect(loading).toBeAttached();
      letCome();
      await expect(loading).not.toBeAttached();
      await settle(page);
      expect(await page.evaluate('window.shifts')).toBeLessThan(0.01);
    });
  }
}
