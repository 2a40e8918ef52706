import { expect, test } from 'vitest';
import { cellOf, filterMatrix, wholeMatrix } from './matrix-filter.ts';
import { matrixOrganization, smallMatrix as matrix } from './testing/small-matrix.ts';

const shown = (filter: Partial<typeof wholeMatrix>) => {
  const { settings, organizations } = filterMatrix(matrix, { ...wholeMatrix, ...filter });
  return [settings.map(({ title }) => title), organizations.map(({ name }) => name)];
};

test('each letter of an organization is one cell', () => {
  const oak = { cells: 'nPu' };
  expect(cellOf(oak, 0)).toEqual({ verdict: 'non-compliant', accepted: false });
  expect(cellOf(oak, 1)).toEqual({ verdict: 'partial', accepted: true });
  expect(cellOf(oak, 2)?.verdict).toBe('unreadable');
  expect(cellOf({ cells: '-' }, 0)).toBeUndefined();
  expect(cellOf(oak, 99)).toBeUndefined();
});

test('without filters the order is the server’s', () => {
  expect(shown({})).toEqual([
    ['IMAP access', 'Passkeys', 'Sharing'],
    ['Cedar', 'Oak', 'Pine', 'Birch'],
  ]);
});

test('settings are found by title, type and area; organizations by name and domain', () => {
  expect(shown({ setting: 'drive and' })[0]).toEqual(['Sharing']);
  expect(shown({ setting: 'imap gmail' })[0]).toEqual(['IMAP access']);
  expect(shown({ area: 'security' })[0]).toEqual(['Passkeys']);
  expect(shown({ organization: 'OAK.ex' })[1]).toEqual(['Oak']);
});

test('counts and order follow the organizations that are shown', () => {
  const { settings } = filterMatrix(matrix, { ...wholeMatrix, organization: 'oak' });
  expect(settings.map(({ title, nonCompliant, partial }) => [title, nonCompliant, partial])).toEqual([
    ['IMAP access', 1, 0],
    ['Passkeys', 0, 1],
    ['Sharing', 0, 0],
  ]);
});

test('what is all right everywhere can be left out', () => {
  expect(shown({ onlyFailing: true })).toEqual([
    ['IMAP access', 'Passkeys'],
    ['Cedar', 'Oak'],
  ]);
});

test('a finding that could not be read any more is still to mend; what was none before is not', () => {
  const unread = {
    ...matrix,
    organizations: [matrixOrganization(1, 'Cedar', 'Ucu'), matrixOrganization(2, 'Oak', 'ucc')],
  };
  const { settings, organizations } = filterMatrix(unread, { ...wholeMatrix, onlyFailing: true });
  expect([settings.map(({ title }) => title), organizations.map(({ name }) => name)]).toEqual([
    ['IMAP access'],
    ['Cedar'],
  ]);
});

test('a setting that fails only where it is accepted is not to mend', () => {
  expect(shown({ onlyFailing: true, organization: 'oak' })).toEqual([['IMAP access'], ['Oak']]);
});
