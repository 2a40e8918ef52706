import { expect } from './fixture.ts';
import { findOrganizations } from './organizations.ts';
import { test } from './world.ts';

for (const [path, label] of [
  ['/msp/tenants', 'Search organizations'],
  ['/msp/team', 'Search by name'],
] as const) {
  test(`${path} says no count beside a word for which it was not found`, async ({ openAs }) => {
    const page = await openAs('mspAdmin');
    await page.goto(path);
    const search = page.getByLabel(label);
    await expect(page.getByRole('table').getByRole('row').nth(2)).toBeVisible();
    await page.evaluate(
      `globalThis.said = [];
       new MutationObserver(() => {
         const text = [...document.querySelectorAll('[aria-live]')].map((place) => place.textContent).find((words) => words.includes(' found for '));
         if (text !== undefined && text !== said.at(-1)) said.push(text);
       }).observe(document.body, { subtree: true, childList: true, characterData: true })`,
    );
    await search.pressSequentially('zzz nobody');
    await expect(page.getByText(/^0 .+ found for "zzz nobody"$/)).toBeVisible();
    const said = await page.evaluate<string[]>('said');
    expect(said.filter((text) => /"zz/.test(text) && !text.startsWith('0 '))).toEqual([]);
  });
}

for (const [path, label] of [
  ['/msp/tenants', 'Search organizations'],
  ['/msp/team', 'Search by name'],
  ['/org/{id}/team', 'Search by name'],
] as const) {
  test(`what a search found in ${path} does not move the list: a press on a header that it came under was lost`, async ({
    openAs,
    baseURL,
  }) => {
    const { cedar } = await findOrganizations(baseURL ?? '');
    const page = await openAs('mspAdmin');
    await page.goto(path.replace('{id}', String(cedar)));
    const table = page.getByRole('table').first();
    await expect(table).toHaveAttribute('aria-busy', 'false');
    const topOf = async () => (await table.boundingBox())?.y;
    const before = await topOf();
    await page.getByLabel(label).fill('a');
    await expect(page.getByText('found for "a"')).toBeVisible();
    expect(await topOf()).toBe(before);
  });
}
