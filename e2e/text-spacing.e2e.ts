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
