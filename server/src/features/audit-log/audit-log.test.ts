import { auditCategories, type AuditPage, mspAuditLog, organizationAuditLog } from '@sentrywell/contract/audit-log.ts';
import { searchEndpoints } from '@sentrywell/contract/search.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, type PersonKey, type Reply } from '../../testing/world.ts';

const world = await buildWorld();
const { organizations, msps } = world;
const { cedar, oak, pine, birch } = organizations;

type Written = {
  readonly tenant?: number;
  readonly organization?: number | null;
  readonly at: string;
  readonly log: string;
  readonly user?: string;
  readonly category?: string;
};

/** History, as the schema's owner brings it in. */
async function write({
  tenant = msps.harbor,
  organization = null,
  at,
  log,
  user = 'Ada Tester',
  category = 'Policy',
}: Written) {
  await world.owner(
    "select audit_write($1, $2, $3, $4, $5, $6, null, null, null, 'success', '10.0.0.1', 'test', 'request')",
    [tenant, at, organization, category, log, user],
  );
}

function pageOf(reply: Reply): AuditPage {
  expect(reply.status).toBe(200);
  return mspAuditLog.list.reply.parse(reply.json);
}

const mspPage = async (query: Record<string, string | number>, as: PersonKey = 'mspAdmin') =>
  pageOf(await world.call(mspAuditLog.list, { as, query }));
const texts = ({ entries }: Pick<AuditPage, 'entries'>) => entries.map(({ log }) => log);

beforeAll(async () => {
  // A hundred entries at Harbor, one every six hours from January 2020 on: its own, Cedar's and Oak's in turn.
  for (let number = 0; number < 100; number += 1) {
    const organization = [null, cedar.id, oak.id][number % 3] ?? null;
    await write({
      organization,
      at: new Date(Date.UTC(2020, 0, 1, number * 6)).toISOString(),
      log: `Entry ${number} ${number % 10 === 0 ? 'with a round number' : 'as usual'}`,
      user: number % 2 === 0 ? 'Ada Tester' : 'Béla Q_100%',
      category: auditCategories[number % 4] ?? 'Policy',
    });
  }
  await write({ tenant: msps.lake, organization: pine.id, at: '2020-01-02T00:00:00Z', log: 'Secret of Pine' });
  await write({ tenant: birch.tenantId, organization: birch.id, at: '2020-01-02T00:00:00Z', log: 'Secret of Birch' });
});

const until2021 = { to: '2021-01-01T00:00:00Z' };

describe('the audit log', () => {
  test('shows the newest entries first, with every field, and how many there are', async () => {
    const page = await mspPage({ ...until2021, limit: 2 });
    expect(page.total).toEqual({ count: 100, exact: true });
    expect(page.entries[0]).toMatchObject({
      log: 'Entry 99 as usual',
      user: 'Béla Q_100%',
      category: 'Documents',
      organizationId: null,
      organizationName: null,
      occurredAt: '2020-01-25T18:00:00.000Z',
      address: '10.0.0.1',
      requestId: 'request',
      result: 'success',
    });
    expect(page.entries[1]).toMatchObject({
      log: 'Entry 98 as usual',
      organizationId: oak.id,
      organizationName: 'Oak',
    });
  });

  test.each([{}, { search: 'entry' }, { category: 'Policy' }, { search: 'usual', category: 'Policy' }])(
    'reaches every entry page by page, forth and back: %o',
    async (filter) => {
      const all = texts(await mspPage({ ...until2021, ...filter, limit: 200 }));
      const forth: string[] = [];
      let page = await mspPage({ ...until2021, ...filter, limit: 7 });
      expect(page.newerCursor).toBeNull();
      forth.push(...texts(page));
      while (page.olderCursor !== null) {
        page = await mspPage({ ...until2021, ...filter, limit: 7, cursor: page.olderCursor });
        forth.push(...texts(page));
      }
      expect(forth).toEqual(all);
      const back = texts(page);
      while (page.newerCursor !== null) {
        page = await mspPage({ ...until2021, ...filter, limit: 7, cursor: page.newerCursor });
        back.unshift(...texts(page));
      }
      expect(back).toEqual(all);
      expect(all.length).toBe(page.total.count);
    },
  );

  test('opens the page of the oldest entries', async () => {
    const page = await mspPage({ cursor: 'after.0.0', limit: 3 });
    expect(texts(page)).toEqual(['Entry 2 as usual', 'Entry 1 as usual', 'Entry 0 with a round number']);
    expect(page.olderCursor).toBeNull();
    expect(texts(await mspPage({ cursor: page.newerCursor ?? '', limit: 1 }))).toEqual(['Entry 3 as usual']);
  });

  test('finds words in log text, user or category, upper and lower case alike, and not across them', async () => {
    expect((await mspPage({ search: 'ROUND number' })).total).toEqual({ count: 10, exact: true });
    expect((await mspPage({ search: 'béla' })).total.count).toBe(50);
    expect((await mspPage({ search: 'user manag' })).total.count).toBe(25);
    expect((await mspPage({ search: 'usual Ada' })).total.count).toBe(0);
    expect(texts(await mspPage({ search: 'Entry 42 ' }))).toEqual(['Entry 42 as usual']);
  });

  test('takes %, _ and \\ in a search for themselves', async () => {
    expect((await mspPage({ search: 'q_100%' })).total.count).toBe(50);
    expect((await mspPage({ search: 'qx100' })).total.count).toBe(0);
    expect((await mspPage({ search: 'Entry_' })).total.count).toBe(0);
    expect((await mspPage({ search: '%' })).total.count).toBe(50);
    expect((await mspPage({ search: '\\' })).total.count).toBe(0);
    expect((await mspPage({ search: "'; drop table audit_log; --" })).total.count).toBe(0);
  });

  test('counts a range of time exactly, wherever in a day it begins and ends', async () => {
    const hours = [0, 1, 6, 23, 24, 30, 47, 48, 100, 240, 599];
    for (const from of hours) {
      for (const to of hours.filter((hour) => hour > from)) {
        for (const more of [{}, { category: 'Policy' }, { organizationId: oak.id }, { search: 'usual' }]) {
          const instants = [from, to].map((hour) => new Date(Date.UTC(2020, 0, 1, hour)).toISOString());
          const page = await mspPage({ from: instants[0] ?? '', to: instants[1] ?? '', limit: 200, ...more });
          expect(page.total).toEqual({ count: page.entries.length, exact: true });
          for (const { occurredAt } of page.entries) {
            expect(occurredAt >= (instants[0] ?? '') && occurredAt < (instants[1] ?? '')).toBe(true);
          }
        }
      }
    }
    const oneDay = await mspPage({ from: '2020-01-02T05:00:00Z', to: '2020-01-03T05:00:00Z' });
    expect(texts(oneDay).map((text) => text.split(' ')[1])).toEqual(['8', '7', '6', '5']);
  }, 90_000);

  test('says 10,000+ where more than ten thousand entries hold the words, and the exact number without words', async () => {
    const [{ before } = { before: 0 }] = await world.owner<{ before: number }>(
      'select count(*)::int as before from audit_log where tenant_id = $1',
      [msps.lake],
    );
    for (let first = 1; first <= 10_001; first += 500) {
      await world.owner(
        `select audit_write($1, '2020-02-01'::timestamptz + n * interval '1 second', null, 'Documents', 'Filled ' || n, 'Filler', null, null, null, 'success', '', '', '')
         from generate_series($2::integer, least($2::integer + 499, 10001)) n`,
        [msps.lake, first],
      );
    }
    const found = await mspPage({ search: 'filled' }, 'foreignMspAdmin');
    expect(found.total).toEqual({ count: 10_000, exact: false });
    expect(found.entries).toHaveLength(50);
    expect((await mspPage({}, 'foreignMspAdmin')).total).toEqual({ count: before + 10_001, exact: true });
    expect((await mspPage({ search: 'filled 77x' }, 'foreignMspAdmin')).total.count).toBe(0);
    expect(texts(await mspPage({ search: 'Filled 7777' }, 'foreignMspAdmin'))).toEqual(['Filled 7777']);
  }, 90_000);

  test('lists the categories that occur, sorted', async () => {
    const reply = await world.call(organizationAuditLog.categories, {
      as: 'independentAdmin',
      params: { id: birch.id },
    });
    expect(reply.json).toEqual({ categories: ['Policy'] });
    const { json } = await world.call(mspAuditLog.categories, { as: 'mspAdmin' });
    expect(json).toEqual({ categories: ['Authentication', 'Documents', 'Policy', 'User Management'] });
  });

  test('takes any range of time from 1970 to 2999', async () => {
    const count = async (query: Readonly<Record<string, string>>) =>
      mspAuditLog.list.reply.parse((await world.call(mspAuditLog.list, { as: 'mspAdmin', query })).json).total.count;
    const all = await count({});
    expect(await count({ from: '1970-01-01T00:00:00Z', to: '3000-01-01T00:00:00Z' })).toBe(all);
    expect(await count({ from: '1970-01-01T00:00:01Z', to: '2999-12-31T12:00:00Z' })).toBe(all);
    expect(await count({ from: '2999-12-31T12:00:00Z' })).toBe(0);
    expect(await count({ to: '1970-01-01T12:00:00Z' })).toBe(0);
  });

  test.each([
    { from: 'yesterday' },
    { from: '2020-02-30T00:00:00Z' },
    { to: '0000-01-01T00:00:00Z' },
    { from: '1969-12-31T23:59:59Z' },
    { from: '9999-12-31T12:00:00Z' },
    { to: '9999-12-31T12:00:00Z' },
    { from: '3000-01-01T00:00:01Z', search: 'signed in' },
    { category: 'Nonsense' },
    { search: 'x'.repeat(201) },
    { search: 'nul\u0000' },
    { limit: 0 },
    { limit: 201 },
    { cursor: 'before.1' },
    { cursor: 'before.99999999999999999.1' },
    { unknown: 1 },
  ])('refuses %o with 400', async (query: Readonly<Record<string, string | number>>) => {
    expect(await world.call(mspAuditLog.list, { as: 'mspAdmin', query })).toMatchObject({
      status: 400,
      json: { code: 'request.invalid' },
    });
  });
});

describe('what would show as something else than it is', () => {
  test('is left out of the texts of the log as they are shown, and the entry still verifies', async () => {
    const log = 'Renamed Oak to Oak \u202efdp.exe\u2069';
    const shown = 'Renamed Oak to Oak fdp.exe';
    await write({ organization: oak.id, at: '2023-04-01T12:00:00Z', log });
    const [entry] = (await mspPage({ from: '2023-04-01T00:00:00Z', to: '2023-04-02T00:00:00Z' })).entries;
    expect(entry).toMatchObject({ log: shown });
    const details = await world.call(mspAuditLog.findEntry, { as: 'mspAdmin', params: { seq: entry?.seq ?? 0 } });
    expect(details.json).toMatchObject({ entry: { log: shown }, chain: { verified: true } });
    const found = await world.call(searchEndpoints.search, { as: 'mspAdmin', query: { q: 'Renamed Oak' } });
    expect(found.json).toMatchObject({ auditEntries: [{ log: shown }] });
    const [stored] = await world.owner<{ log: string }>('select log from audit_log where tenant_id = $1 and seq = $2', [
      msps.harbor,
      entry?.seq,
    ]);
    expect(stored?.log).toBe(log);
  });

  test('is left out of the name of its organization, which may be older than the rule for names', async () => {
    await world.owner("update organizations set name = 'Oak \u202efdp.exe\u2069' where id = $1", [oak.id]);
    const [entry] = (await mspPage({ from: '2023-04-01T00:00:00Z', to: '2023-04-02T00:00:00Z' })).entries;
    await world.owner("update organizations set name = 'Oak' where id = $1", [oak.id]);
    expect(entry).toMatchObject({ organizationId: oak.id, organizationName: 'Oak fdp.exe' });
  });

  test('a line break is a space, as in the file that is exported', async () => {
    await write({ at: '2023-05-01T12:00:00Z', log: 'Accepted: first\nsecond', user: 'Ada\u0007 Tester' });
    const [entry] = (await mspPage({ from: '2023-05-01T00:00:00Z', to: '2023-05-02T00:00:00Z' })).entries;
    expect(entry).toMatchObject({ log: 'Accepted: first second', user: 'Ada Tester' });
  });
});
