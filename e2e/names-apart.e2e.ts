import { expect, test } from './fixture.ts';
import { settle } from './in-page.ts';
import { findOrganizations } from './organizations.ts';

test('in a list no two buttons have the same name, and every row is headed by what it is about', async ({
  openAs,
  baseURL,
}) => {
  const { cedar } = await findOrganizations(baseURL ?? '');
  for (const [person, path] of [
    ['mspAdmin', '/msp/team'],
    ['mspAdmin', '/msp/tenants'],
    ['mspAdmin', '/msp/billing'],
    ['orgAdmin', `/org/${cedar}/team`],
  ] as const) {
    const page = await openAs(person);
    await page.goto(path);
    await settle(page);
    const snapshot = await page.getByRole('main').ariaSnapshot();
    const names = [...snapshot.matchAll(/- button "([^"]+)"/g)].map(([, name]) => name);
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    expect.soft(twice, path).toEqual([]);
    const rows = snapshot.match(/- row /g)?.length ?? 0;
    const heads = snapshot.match(/- row .*\n\s+- (rowheader|columnheader)/g)?.length ?? 0;
    expect.soft(heads, path).toBe(rows);
  }
});
