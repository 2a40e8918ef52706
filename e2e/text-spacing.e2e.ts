import { mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { expect, test } from './fixture.ts';
import { overhang, settle } from './in-page.ts';
import { findOrganizations } from './organizations.ts';
import type { PersonName } from './people.ts';

/** The spacing that every text has to bear (WCAG 1.4.12), as somebody's own style sheet sets it. */
const spaced = `
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }');
  document.adoptedStyleSheets = [sheet];
`;

const lists: ReadonlyArray<{ readonly path: string; readonly person: PersonName }> = [
  { path: '/msp/tenants', person: 'mspAdmin' },
  { path: '/msp/team', person: 'mspAdmin' },
  { path: '/msp/auditlogs', person: 'mspAdmin' },
  { path: '/msp/billing', person: 'mspAdmin' },
  { path: '/org/{id}/team', person: 'orgAdmin' },
  { path: '/org/{id}/sra?view=history', person: 'orgAdmin' },
  { path: '/org/{id}/sra?view=exceptions', person: 'orgAdmin' },
];

for (const { path, person } of lists) {
  test(`with more space between letters, words and lines ${path} still fits its window`, async ({
    openAs,
    baseURL,
  }) => {
    const { cedar } = await findOrganizations(baseURL ?? '');
    const page = await openAs(person, { reducedMotion: 'reduce' });
    await page.goto(path.replace('{id}', String(cedar)));
    await settle(page);
    await page.evaluate(spaced);
    for (const width of [1440, 1280, 1024, 768, 640, 375, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.soft.poll(() => overhang(page), `wider than ${width} px`).toBeLessThanOrEqual(0);
    }
  });
}

test('a figure of seven digits stays inside its card on the narrowest phone, and so does its hint', async ({
  openAs,
}) => {
  const page = await openAs('mspAdmin', { reducedMotion: 'reduce', viewport: { width: 320, height: 800 } });
  await page.route('**/audit-logs/summary*', async (route) => {
    const reply = await route.fetch();
    const json = mspAuditLog.summarize.reply.parse(await reply.json());
    await route.fulfill({ json: { ...json, activeTasks: { ...json.activeTasks, open: 4_321, total: 5_678 } } });
  });
  await page.goto('/msp/auditlogs');
  await expect(page.getByText('4,321/5,678')).toBeVisible();
  await settle(page);
  await page.evaluate(spaced);
  expect(await overhang(page)).toBeLessThanOrEqual(0);
});
