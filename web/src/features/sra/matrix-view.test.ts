import { filterMatrix, wholeMatrix } from '@sentrywell/contract/matrix-filter.ts';
import { matrixOrganization, smallMatrix as matrix } from '@sentrywell/contract/testing/small-matrix.ts';
import { expect, test } from 'vitest';
import { areasOf, countCounted, linkOf, openSettings, rulesApart, spotAfter, tabStop } from './matrix-view.ts';

test('an organization’s open settings leave out what is accepted', () => {
  const { settings, organizations } = filterMatrix(matrix, wholeMatrix);
  const of = (index: number) =>
    openSettings(organizations[index] ?? matrixOrganization(0, '', ''), settings).map((one) => one.setting.title);
  expect(of(0)).toEqual(['IMAP access', 'Passkeys']);
  expect(of(1)).toEqual(['IMAP access']);
  expect(of(3)).toEqual([]);
});

test('of the settings shown, those count for an organization that were judged, accepted ones too', () => {
  const { settings, organizations } = filterMatrix(matrix, wholeMatrix);
  expect(organizations.map((one) => [one.name, countCounted(one, settings)])).toEqual([
    ['Cedar', 3],
    ['Oak', 2],
    ['Pine', 2],
    ['Birch', 0],
  ]);
  expect(organizations.map((one) => countCounted(one, settings.slice(0, 1)))).toEqual([1, 1, 1, 0]);
  const unread = matrixOrganization(5, 'Elm', 'Unu');
  expect([openSettings(unread, settings).length, countCounted(unread, settings)]).toEqual([2, 2]);
});

test('organizations are told apart by the rules that judged them, where two are known to differ', () => {
  const judged = (id: number, name: string, rules: string | null, includesTier2 = false) => ({
    ...matrixOrganization(id, name, 'ccc'),
    judgedBy: { catalogueVersion: '2026.11', rules, includesTier2 },
  });
  const never = { ...matrixOrganization(9, 'Birch', '---'), judgedBy: null };
  const saidNothing = matrixOrganization(8, 'Elm', 'ccc');
  const [cedar, pine] = [judged(1, 'Cedar', 'aaaa1111'), judged(2, 'Pine', 'aaaa1111')];
  const shown = (...organizations: Parameters<typeof rulesApart>[0]) =>
    rulesApart(organizations).map(({ rules, names }) => [rules, names]);
  expect(shown(cedar, pine, never, saidNothing, judged(3, 'Oak', null))).toEqual([]);
  expect(shown(judged(4, 'Ash', 'bbbb2222'), cedar, never, pine, judged(5, 'Yew', 'aaaa1111', true))).toEqual([
    ['2026.11 (rules aaaa1111)', ['Cedar', 'Pine']],
    ['2026.11 (rules bbbb2222)', ['Ash']],
    ['2026.11 (rules aaaa1111), with tier 2', ['Yew']],
  ]);
});

test('areas stand once each; a cell leads to the setting in the organization’s assessment', () => {
  expect(areasOf(matrix)).toEqual(['drive_and_docs', 'gmail', 'security']);
  expect(linkOf({ id: 7 }, { type: 'settings/a&b' })).toBe('/org/7/sra?setting=settings%2Fa%26b');
});

test('Tab enters the grid at the spot, or at the first row or column that is drawn', () => {
  const drawn = [4, 5, 6];
  expect(tabStop({ row: 6, column: 5 }, drawn, drawn)).toEqual({ row: 6, column: 5 });
  expect(tabStop({ row: 9, column: 5 }, drawn, drawn)).toEqual({ row: 5, column: 5 });
  expect(tabStop({ row: 0, column: 9 }, drawn, drawn)).toEqual({ row: 0, column: 4 });
  expect(tabStop({ row: 3, column: 3 }, [], [])).toEqual({ row: 0, column: 0 });
});

test('keys move within the grid and stop at its edges', () => {
  const bounds = { rows: 10, columns: 5, page: 4 };
  const from = { row: 2, column: 1 };
  expect(spotAfter('ArrowRight', from, bounds)).toEqual({ row: 2, column: 2 });
  expect(spotAfter('PageUp', from, bounds)).toEqual({ row: 0, column: 1 });
  expect(spotAfter('End', from, bounds)).toEqual({ row: 2, column: 4 });
  expect(spotAfter('ArrowLeft', { row: 0, column: 0 }, bounds)).toEqual({ row: 0, column: 0 });
  expect(spotAfter('PageDown', { row: 9, column: 0 }, bounds)).toEqual({ row: 9, column: 0 });
  expect(spotAfter('Enter', from, bounds)).toBeUndefined();
  expect(spotAfter('constructor', from, bounds)).toBeUndefined();
});
