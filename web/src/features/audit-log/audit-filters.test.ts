import { mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { expect, test } from 'vitest';
import { filtersOf, isReversed, printedNote, queryOf, showing, viewOf } from './audit-filters.ts';

const plain = { search: '', from: '', to: '', category: undefined, cursor: '', page: 1, entry: '' };

test('the address and the view say the same', () => {
  const view = {
    ...plain,
    search: 'signed in',
    from: '2026-03-01',
    to: '2026-03-02',
    category: 'Policy' as const,
    cursor: 'before.17.3',
    page: 3,
  };
  expect(viewOf(queryOf(view))).toEqual(view);
  expect(queryOf(plain).toString()).toBe('');
});

test('junk in the address is left out', () => {
  const query = new URLSearchParams({
    from: 'yesterday',
    category: 'Nonsense',
    cursor: "';--",
    page: '-4',
    entry: '0',
  });
  expect(viewOf(query)).toEqual(plain);
});

test('both end days are included, in the viewer’s time zone', () => {
  const { from = '', to = '' } = filtersOf({ ...plain, from: '2026-03-01', to: '2026-03-01' });
  expect(new Date(from).getHours()).toBe(0);
  expect(new Date(to).getTime() - new Date(from).getTime()).toBe(24 * 60 * 60 * 1000);
});

test('days that the server does not take are brought to the first and the last instant that it takes', () => {
  const taken = mspAuditLog.list.query;
  for (const at of ['0000-01-01', '0001-01-01', '0202-03-01', '9999-12-31']) {
    expect(taken.safeParse(filtersOf({ ...plain, from: at, to: at })).success).toBe(true);
  }
  expect(filtersOf({ ...plain, from: '0202-03-01', to: '9999-12-31' })).toEqual({
    from: '1970-01-01T00:00:00.000Z',
    to: '3000-01-01T00:00:00.000Z',
  });
});

test('days are the wrong way round when the first is after the last', () => {
  expect(isReversed({ ...plain, from: '2026-11-20', to: '2026-11-01' })).toBe(true);
  expect(isReversed({ ...plain, from: '2026-11-01', to: '2026-11-01' })).toBe(false);
  expect(isReversed({ ...plain, from: '2026-11-20' })).toBe(false);
  expect(isReversed({ ...plain, to: '2026-11-01' })).toBe(false);
});

test.each([
  [1, 50, { count: 1234, exact: true }, 'Showing 1 to 50 of 1,234 entries'],
  [25, 34, { count: 1234, exact: true }, 'Showing 1,201 to 1,234 of 1,234 entries'],
  [2, 50, { count: 10000, exact: false }, 'Showing 51 to 100 of 10,000+ entries'],
  [1, 0, { count: 0, exact: true }, 'Showing 0 to 0 of 0 entries'],
])('page %i with %i entries', (page, entries, total, words) => {
  expect(showing(page, entries, total)).toBe(words);
});

test.each([
  [undefined, {}, 'The MSP and its organizations. All entries.'],
  ['7', { from: '2026-03-01' }, 'Organization ID 7. Only entries from 2026-03-01 on.'],
  ['7', { to: '2026-03-02' }, 'Organization ID 7. Only entries up to 2026-03-02.'],
  [
    '7',
    { from: '2026-03-01', to: '2026-03-02', category: 'Policy', search: ' signed in ' },
    'Organization ID 7. Only entries from 2026-03-01 to 2026-03-02, of the category Policy, with the words “signed in”.',
  ],
] as const)('a printed sheet says whose log it is and what it leaves out: %s, %o', (id, filters, words) => {
  expect(printedNote(id, { ...plain, ...filters })).toBe(words);
});
