import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from './faults.ts';
import { type GoogleWorkspaceEmulator, startGoogleWorkspaceEmulator } from './google-workspace.ts';
import { isObject, listOf, textOf } from './json.ts';
import { type Answer, readPage, tokenFor } from './test-client.ts';

let emulator: GoogleWorkspaceEmulator;

beforeEach(async () => {
  emulator = await startGoogleWorkspaceEmulator();
});
afterEach(() => emulator.stop());

function namesIn({ body }: Answer): readonly string[] {
  return listOf(body['policies']).map((policy) => textOf(isObject(policy) ? policy['name'] : ''));
}

async function readAll(token: string, query: Readonly<Record<string, string>> = {}): Promise<readonly Answer[]> {
  const pages: Answer[] = [];
  let pageToken = '';
  do {
    const page = await readPage(emulator, token, { ...query, ...(pageToken === '' ? {} : { pageToken }) });
    pages.push(page);
    pageToken = textOf(page.body['nextPageToken']);
  } while (pageToken !== '' && pages.length < 20);
  return pages;
}

describe('the policies of a Workspace', () => {
  it('come in pages of at most 100, each policy once', async () => {
    const pages = await readAll(await tokenFor(emulator), { pageSize: '500' });
    const names = pages.flatMap(namesIn);
    expect(pages.map((page) => namesIn(page).length)).toEqual([100, 100, expect.any(Number)]);
    expect(names.length).toBeGreaterThanOrEqual(150);
    expect(names.length).toBeLessThanOrEqual(250);
    expect(new Set(names).size).toBe(names.length);
  });

  it('come by fifty when nobody says how many', async () => {
    expect(namesIn(await readPage(emulator, await tokenFor(emulator)))).toHaveLength(50);
  });

  it('look like the real ones', async () => {
    const { body } = await readPage(emulator, await tokenFor(emulator));
    expect(listOf(body['policies'])[0]).toEqual({
      name: expect.stringMatching(/^policies\/[a-z2-7]{27}$/),
      customer: expect.stringMatching(/^customers\/C0\w{7}$/),
      policyQuery: expect.objectContaining({
        query: expect.stringContaining('orgUnitId('),
        orgUnit: expect.stringMatching(/^orgUnits\/03ph8a2z\w+$/),
        sortOrder: expect.any(Number),
      }),
      setting: { type: expect.stringMatching(/^settings\/\w+\.\w+$/), value: expect.any(Object) },
      type: expect.stringMatching(/^(ADMIN|SYSTEM)$/),
    });
  });

  it('are the same for a domain on every start, and others for another domain', async () => {
    const twin = await startGoogleWorkspaceEmulator();
    const policies = (one: GoogleWorkspaceEmulator, domain: string): unknown => one.workspaces.of(domain).policies();
    expect(policies(twin, 'cedarclinic.example')).toEqual(policies(emulator, 'CedarClinic.example'));
    expect(policies(twin, 'birchdental.example')).not.toEqual(policies(emulator, 'cedarclinic.example'));
    await twin.stop();
  });

  it('are set for several units and groups, deeper ones stronger, by Google and by administrators', () => {
    const policies = emulator.workspaces.of('cedarclinic.example').policies();
    const wholeParts = (by: string): readonly number[] => {
      return [
        ...new Set(
          policies.filter(({ type }) => type === by).map(({ policyQuery }) => Math.floor(policyQuery.sortOrder)),
        ),
      ].toSorted((one, other) => one - other);
    };
    expect(wholeParts('SYSTEM')).toEqual([101]);
    expect(wholeParts('ADMIN')).toEqual([201, 202, 203, 399]);
    expect(new Set(policies.map(({ policyQuery }) => policyQuery.orgUnit)).size).toBeGreaterThanOrEqual(3);
    expect(policies.some(({ policyQuery }) => policyQuery.group?.startsWith('groups/'))).toBe(true);
  });

  it('can be asked for one by one', async () => {
    const token = await tokenFor(emulator);
    const [name = ''] = namesIn(await readPage(emulator, token));
    const get = (path: string): Promise<Response> =>
      fetch(`${emulator.apiRoot}/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect((await get(name)).status).toBe(200);
    expect((await get('policies/unknown')).status).toBe(404);
  });

  it.each([
    ["setting.type == 'settings/gmail.imap_access'", /^settings\/gmail\.imap_access$/],
    ['customer == "customers/my_customer" && setting.type.matches("gmail.*")', /gmail/],
    ["(setting.type.matches('^settings/security\\\\..*$'))", /^settings\/security\./],
  ])('can be filtered: %s', async (filter, pattern) => {
    const [page] = await readAll(await tokenFor(emulator), { filter });
    const types = listOf(page?.body['policies']).map((policy) =>
      isObject(policy) && isObject(policy['setting']) ? textOf(policy['setting']['type']) : '',
    );
    expect(types.length).toBeGreaterThan(0);
    expect(types.filter((type) => !pattern.test(type))).toEqual([]);
  });

  it.each([
    ['a filter that is none', { filter: 'everything please' }],
    ['a pattern that is none', { filter: "setting.type.matches('(')" }],
    ['a page size that is none', { pageSize: 'many' }],
    ['a negative page size', { pageSize: '-1' }],
    ['an invented page token', { pageToken: 'abc' }],
  ])('are refused for %s', async (_what, query) => {
    const { status, body } = await readPage(emulator, await tokenFor(emulator), query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } });
  });

  it('are refused for a page token that belongs to another question', async () => {
    const token = await tokenFor(emulator);
    const pageToken = textOf((await readPage(emulator, token)).body['nextPageToken']);
    expect((await readPage(emulator, token, { pageToken })).status).toBe(200);
    expect((await readPage(emulator, token, { pageToken, filter: "setting.type.matches('gmail')" })).status).toBe(400);
    const stranger = await tokenFor(emulator, { email: 'admin@birchdental.example' }, { hd: 'birchdental.example' });
    expect((await readPage(emulator, stranger, { pageToken })).status).toBe(400);
  });
});

describe('who may read policies', () => {
  it.each([
    ['admin@cedarclinic.example', 200],
    ['helpdesk@cedarclinic.example', 403],
    ['frontdesk@cedarclinic.example', 403],
    ['robin.personal@mail.example', 403],
  ])('%s: %d', async (email, status) => {
    expect((await readPage(emulator, await tokenFor(emulator, { email }))).status).toBe(status);
  });

  it('nobody without a token', async () => {
    expect(await readPage(emulator, 'ya29.invented')).toMatchObject({
      status: 401,
      body: { error: { status: 'UNAUTHENTICATED' } },
    });
    expect((await fetch(`${emulator.apiRoot}/v1/policies`)).status).toBe(401);
  });

  it('each super administrator only their own organization', async () => {
    const customerOf = async (domain: string): Promise<unknown> => {
      const token = await tokenFor(emulator, { email: `admin@${domain}` }, { hd: domain });
      const { body } = await readPage(emulator, token);
      return [...new Set(listOf(body['policies']).map((policy) => (isObject(policy) ? policy['customer'] : '')))];
    };
    expect(await customerOf('birchdental.example')).toEqual([
      emulator.workspaces.of('birchdental.example').directory.customer,
    ]);
    expect(await customerOf('birchdental.example')).not.toEqual(await customerOf('cedarclinic.example'));
  });
});

describe('faults', () => {
  it.each<[Fault['kind'], number, string]>([
    ['rate-limited', 429, 'RESOURCE_EXHAUSTED'],
    ['permission-denied', 403, 'PERMISSION_DENIED'],
    ['unauthenticated', 401, 'UNAUTHENTICATED'],
    ['server-error', 503, 'UNAVAILABLE'],
    ['service-disabled', 403, 'PERMISSION_DENIED'],
  ])('%s answers %d once, then all is well', async (kind, status, name) => {
    const token = await tokenFor(emulator);
    emulator.faults.set({ kind, times: 1 });
    expect(await readPage(emulator, token)).toMatchObject({ status, body: { error: { code: status, status: name } } });
    expect((await readPage(emulator, token)).status).toBe(200);
  });

  it('says why when the API is switched off', async () => {
    const token = await tokenFor(emulator);
    emulator.faults.set({ kind: 'service-disabled' });
    const { body } = await readPage(emulator, token);
    expect(body).toMatchObject({ error: { details: [{ reason: 'SERVICE_DISABLED' }] } });
  });

  it('can strike in the middle of the pages', async () => {
    const token = await tokenFor(emulator);
    emulator.faults.set({ kind: 'permission-denied', afterPages: 1 });
    const pages = await readAll(token, { pageSize: '100' });
    expect(pages.map(({ status }) => status)).toEqual([200, 403]);
  });

  it('can put empty pages between, and no policy is lost', async () => {
    const token = await tokenFor(emulator);
    const all = (await readAll(token, { pageSize: '100' })).flatMap(namesIn);
    emulator.faults.set({ kind: 'empty-pages', afterPages: 1, times: 2 });
    const pages = await readAll(token, { pageSize: '100' });
    expect(pages.map((page) => namesIn(page).length)).toEqual([100, 0, 0, 100, all.length - 200]);
    expect(pages.flatMap(namesIn)).toEqual(all);
  });

  it('can go on for ever', async () => {
    const token = await tokenFor(emulator);
    emulator.faults.set({ kind: 'endless-pages' });
    expect(await readAll(token)).toHaveLength(20);
  });

  it('can answer nothing, too much, or half', async () => {
    const token = await tokenFor(emulator);
    const bodyOf = async (): Promise<string> =>
      (await fetch(`${emulator.apiRoot}/v1/policies`, { headers: { authorization: `Bearer ${token}` } })).text();
    for (const kind of ['no-policies', 'huge-body', 'malformed-json'] as const) emulator.faults.set({ kind, times: 1 });
    const half = await bodyOf();
    expect(half).toMatch(/^\{"policies":\[\{"name":"policies\/$/);
    expect((await bodyOf()).length).toBeGreaterThan(5 * 1024 * 1024);
    expect(await bodyOf()).toBe('{}');
  });

  it('can be slow, and stopping does not wait for it', async () => {
    const token = await tokenFor(emulator);
    emulator.faults.set({ kind: 'slow', milliseconds: 60_000 });
    const started = performance.now();
    const pending = readPage(emulator, token).then(
      () => 'answered',
      () => 'cut off',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    await emulator.stop();
    await pending;
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('can be kept to one organization, and cleared', async () => {
    const [cedar, birch] = [
      await tokenFor(emulator),
      await tokenFor(emulator, { email: 'admin@birchdental.example' }, { hd: 'birchdental.example' }),
    ];
    emulator.faults.set({ kind: 'permission-denied', domain: 'birchdental.example' });
    expect((await readPage(emulator, cedar)).status).toBe(200);
    expect((await readPage(emulator, birch)).status).toBe(403);
    emulator.faults.clear('birchdental.example');
    expect((await readPage(emulator, birch)).status).toBe(200);
  });
});
