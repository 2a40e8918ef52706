import { placeName } from '@sentrywell/contract/setting-words.ts';
import type { AssessmentException, ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { expect, test } from 'vitest';
import {
  beginningOf,
  everything,
  filterRows,
  firstToMend,
  placeOf,
  placesOf,
  rowsOf,
  sectionsOf,
} from './policy-rows.ts';

function policy(change: Partial<ShownPolicy>): ShownPolicy {
  const type = change.setting?.type ?? 'settings/gmail.imap_access';
  return {
    name: 'policies/abc',
    customer: 'customers/C01',
    policyQuery: { orgUnit: 'orgUnits/root' },
    setting: { type, value: { enableImapAccess: true } },
    bestPractice: { enableImapAccess: false },
    remedy: 'Open Gmail, Save',
    verdict: 'non-compliant',
    area: 'gmail',
    title: 'IMAP access',
    tier: 1,
    scuba: ['GWS.GMAIL.9.1'],
    cis: [],
    hipaa: ['164.312(d)'],
    raw: {},
    target: 'orgUnits/root',
    stillOpen: false,
    exception: null,
    idleException: null,
    expired: null,
    ...change,
  };
}

const exception: AssessmentException = {
  id: 1,
  settingType: 'settings/gmail.imap_access',
  target: 'orgUnits/root',
  title: 'IMAP access',
  reason: 'r',
  compensatingMeasure: 'm',
  acceptedBy: 'Dana Reyes',
  createdAt: '2026-11-21T00:00:00.000Z',
  expiresAt: '2026-12-21T00:00:00.000Z',
  endedAt: null,
  endedBy: null,
  absentSince: null,
  returnedAt: null,
  state: 'in-force',
};

test('sections stand by area, the one with most non-compliant policies first, each with its failing rows first', () => {
  const all = rowsOf([
    policy({ area: 'calendar', verdict: 'compliant', title: 'A' }),
    policy({ area: 'drive_and_docs', verdict: 'partial', title: 'B' }),
    policy({ area: 'gmail', verdict: 'compliant', title: 'C' }),
    policy({ area: 'gmail', verdict: 'not-assessed', title: 'D' }),
    policy({ area: 'gmail', verdict: 'non-compliant', title: 'E', exception }),
    policy({ area: 'gmail', verdict: 'non-compliant', title: 'F' }),
    policy({ area: 'gmail', verdict: 'unreadable', title: 'G' }),
  ]);
  const sections = sectionsOf(all, all);
  expect(sections.map(({ title, failing, accepted }) => [title, failing, accepted])).toEqual([
    ['GMAIL', 1, 1],
    ['DRIVE AND DOCS', 1, 0],
    ['CALENDAR', 0, 0],
  ]);
  expect(sections[0]?.rows.map((row) => row.policy.title)).toEqual(['F', 'E', 'G', 'C', 'D']);
  // What is drawn first is their beginning; the counts stay those of all rows.
  const beginning = beginningOf(sections, 6);
  expect(beginning.map(({ rows, total, failing }) => [rows.length, total, failing])).toEqual([
    [5, 5, 1],
    [1, 1, 1],
  ]);
  expect(beginningOf(sections, 2).map(({ rows, total }) => [rows.length, total])).toEqual([[2, 5]]);
  expect(beginningOf(sections, 99)).toEqual(sections);
});

test('a section counts its whole area, whatever the filter leaves of it', () => {
  const all = rowsOf([
    policy({ verdict: 'compliant' }),
    policy({ verdict: 'non-compliant' }),
    policy({ verdict: 'partial', exception }),
    policy({ area: 'calendar', verdict: 'non-compliant' }),
  ]);
  const compliant = sectionsOf(filterRows(all, { ...everything, verdict: 'compliant' }), all);
  expect(
    compliant.map(({ area, rows, total, failing, accepted }) => [area, rows.length, total, failing, accepted]),
  ).toEqual([['gmail', 1, 3, 1, 1]]);
});

test('every row has a key of its own, even where name and place are the same', () => {
  const rows = rowsOf([policy({}), policy({})]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
});

test('the text filter finds words of title, value, source, place, in any order', () => {
  const rows = rowsOf([
    policy({}),
    policy({
      title: 'POP access',
      scuba: [],
      setting: { type: 'settings/gmail.pop_access', value: { state: 'OPEN' } },
    }),
  ]);
  const found = (text: string) => filterRows(rows, { ...everything, text }).map((row) => row.policy.title);
  expect(found('access  imap')).toEqual(['IMAP access']);
  expect(found('GMAIL.9')).toEqual(['IMAP access']);
  expect(found('open')).toEqual(['POP access']);
  expect(found('164.312')).toHaveLength(2);
  expect(found('no such thing')).toEqual([]);
});

test('filters by verdict and place; what is accepted is not open', () => {
  const rows = rowsOf([
    policy({ title: 'open' }),
    policy({ title: 'accepted', exception }),
    policy({ title: 'good', verdict: 'compliant', target: 'groups/g1' }),
  ]);
  const titles = (filter: Partial<typeof everything>) =>
    filterRows(rows, { ...everything, ...filter }).map((row) => row.policy.title);
  expect(titles({ verdict: 'failing' })).toEqual(['open']);
  expect(titles({ verdict: 'accepted' })).toEqual(['accepted']);
  expect(titles({ verdict: 'non-compliant' })).toEqual(['open', 'accepted']);
  expect(titles({ target: 'groups/g1' })).toEqual(['good']);
});

test('a finding that could not be read is to be mended until it is accepted, and comes after what could be read', () => {
  const setting = (type: string) => ({ type, value: {} });
  const rows = rowsOf([
    policy({ title: 'never a finding', verdict: 'unreadable', setting: setting('a') }),
    policy({ title: 'still open', verdict: 'unreadable', stillOpen: true, setting: setting('b') }),
    policy({ title: 'still accepted', verdict: 'unreadable', stillOpen: true, exception, setting: setting('c') }),
    policy({ title: 'partial', verdict: 'partial', setting: setting('d') }),
  ]);
  const failing = filterRows(rows, { ...everything, verdict: 'failing' });
  expect(failing.map((row) => row.policy.title)).toEqual(['still open', 'partial']);
  expect(firstToMend(rows, 9).map((row) => row.policy.title)).toEqual(['partial', 'still open']);
  expect(sectionsOf(rows, rows)).toMatchObject([{ failing: 2, unread: 1, accepted: 1 }]);
});

test('first come the worst open findings of tier 1, each setting once', () => {
  const setting = (type: string) => ({ type, value: {} });
  const rows = rowsOf([
    policy({ title: 'partial', verdict: 'partial', setting: setting('a') }),
    policy({ title: 'tier 2', tier: 2, setting: setting('b') }),
    policy({ title: 'accepted', exception, setting: setting('c') }),
    policy({ title: 'light', scuba: [], setting: setting('d') }),
    policy({ title: 'heavy', cis: ['1', '2'], setting: setting('e') }),
    policy({ title: 'heavy', cis: ['1', '2'], setting: setting('e'), target: 'orgUnits/other' }),
    policy({ title: 'good', verdict: 'compliant', setting: setting('f') }),
  ]);
  expect(firstToMend(rows, 9).map((row) => row.policy.title)).toEqual(['heavy', 'light', 'tier 2', 'partial']);
  expect(firstToMend(rows, 2)).toHaveLength(2);
});

test('places are named by the last part of their path, the one with most rows first', () => {
  const group = policy({ target: 'groups/g1', policyQuery: { orgUnit: 'orgUnits/root', group: 'groups/g1' } });
  expect(placeOf(group)).toBe('Group g1');
  expect(placesOf(rowsOf([group, policy({}), policy({})]))).toEqual([
    { target: 'orgUnits/root', label: 'Organization Unit root' },
    { target: 'groups/g1', label: 'Group g1' },
  ]);
  // As the comparison, the PDF and the CSV name them, too.
  expect(['orgUnits/root', 'groups/g1'].map(placeName)).toEqual(['Organization Unit root', 'Group g1']);
});
