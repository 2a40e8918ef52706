import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, type PersonKey, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const { listTenants, exportTenants } = organizationEndpoints;

const names = async (as: PersonKey) =>
  listTenants.reply.parse((await world.call(listTenants, { as })).json).tenants.map(({ name }) => name);
const lastLog = async () => {
  const [row] = await world.owner<{ log: string; category: string; organization_id: number | null }>(
    "select log, category, organization_id::int from audit_log where category <> 'Authentication' order by occurred_at desc, seq desc limit 1",
  );
  return row;
};

/** An assessment of Cedar, by the rules that its others were judged by. */
const assessCedar = (score: number, assessedAt: string) =>
  world.owner(
    `insert into assessments (tenant_id, organization_id, uuid, assessed_by_name, account, catalogue_version, rules, score, compliant, partial, non_compliant, policies, assessed_at)
     values ($1, $2, gen_random_uuid(), 'x', 'x', '1', 'abcd1234', $3, 1, 1, 1, '', $4)`,
    [world.msps.harbor, world.organizations.cedar.id, score, assessedAt],
  );

describe('the export of the list: what it does', () => {
  const download = (as: PersonKey, search?: string) => world.call(exportTenants, { as, query: { search } });

  test('is a CSV file that no spreadsheet runs, of every organization the person may reach', async () => {
    await world.owner("update organizations set name = '=HYPERLINK(\"http://x\")' where name = 'Oak'");
    await assessCedar(83.5, '2026-01-02T03:04:05Z');
    const reply = await download('mspAdmin');
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="organizations.csv"',
      'cache-control': 'no-store',
    });
    const [header, oak, cedar, ...rest] = reply.text.split('\r\n');
    expect(header).toBe(
      '\ufeff"Customer Name","Domain","MSP ID","Status","Compliance Score","Change of Score (points)","Last Assessment","Created At","Updated At"',
    );
    expect(oak).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\)","oak\.example","\d+","active","","","",/);
    expect(cedar).toMatch(/^"Cedar","cedar\.example","\d+","active","83\.5","","2026-01-02T03:04:05\.000Z",/);
    expect(rest).toEqual(['']);
    expect(await lastLog()).toMatchObject({ log: 'Exported the list of organizations', category: 'Organization' });
    await world.owner("update organizations set name = 'Oak' where domain_name = 'oak.example'");
  });

  test('says how far a score went since the assessment before, as a number that a spreadsheet can sort by', async () => {
    await assessCedar(83.2, '2026-01-03T03:04:05Z');
    const { text } = await download('mspAdmin', 'cedar');
    expect(text).toContain('"active","83.2","-0.3","2026-01-03T03:04:05.000Z"');
  });

  test('holds only what was searched for, and only what the person reaches', async () => {
    const rows = async (as: PersonKey, search?: string) =>
      (await download(as, search)).text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]);
    expect(await rows('mspAdmin')).toEqual(['"Cedar"', '"Oak"']);
    expect(await rows('mspAdmin', 'ED')).toEqual(['"Cedar"']);
    expect(await rows('mspAdmin', '%')).toEqual([]);
    expect(await rows('mspUser')).toEqual(['"Cedar"']);
    expect(await rows('foreignMspAdmin')).toEqual(['"Pine"']);
    expect(await rows('root')).toEqual(['"Birch"', '"Cedar"', '"Oak"', '"Pine"']);
    expect((await download('orgAdmin')).status).toBe(403);
    expect((await world.call(exportTenants)).status).toBe(401);
  });

  test('finds what the list in the browser finds, also where small letters depend on the language or the place', async () => {
    const found = async (search: string) => (await download('mspAdmin', search)).text.includes('"oak.example"');
    await world.owner("update organizations set name = 'İstanbul ΣΑΣ' where domain_name = 'oak.example'");
    const searches = ['İstanbul', 'istanbul', 'ıSTANBUL', 'ΣΑΣ', 'σας', 'σασ', 'cedar'];
    const answers = await Promise.all(searches.map(async (search) => [search, await found(search)]));
    expect(answers).toEqual(searches.map((search) => [search, search !== 'cedar']));
    await world.owner("update organizations set name = 'Oak' where domain_name = 'oak.example'");
  });

  test('holds all rows of a long list, once each and in order', async () => {
    const { lake } = world.msps;
    await world.owner(
      `insert into organizations (tenant_id, msp_id, name, domain_name)
       select $1, $1, case when n % 3 = 0 then 'Same' else 'Org ' || n end, 'd' || n || '.example' from generate_series(1, 2500) n`,
      [lake],
    );
    const lines = (await download('foreignMspAdmin')).text.split('\r\n').slice(1, -1);
    expect(lines).toHaveLength(2_501);
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(2_501);
    const inList = await names('foreignMspAdmin');
    expect(lines.map((line) => line.split(',')[0])).toEqual(inList.map((name) => `"${name}"`));
    await world.owner('delete from organizations where tenant_id = $1 and domain_name <> $2', [lake, 'pine.example']);
  });
});
