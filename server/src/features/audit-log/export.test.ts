import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mspAuditLog, organizationAuditLog } from '@sentrywell/contract/audit-log.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildWorld } from '../../testing/world.ts';
import { checkpointFolder } from './checkpoint-file.ts';
import { createCheckpointer } from './checkpointer.ts';
import { publicKeyText } from './chain-export.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-export-'));
const world = await buildWorld({ environment: { DATA_DIR: folder } });
const { database, secrets, clock } = world.kernel;
const { cedar, pine } = world.organizations;
const checkpointer = createCheckpointer({ database, secrets, clock, folder: checkpointFolder(folder) });

const write = (tenant: number, organization: number | null, log: string, user = 'Ada Tester') =>
  world.owner(
    "select audit_write($1, '2026-01-02T03:04:05.678901Z', $2, 'Vendor Management', $3, $4, 7, 'vendor', '9', 'success', '10.0.0.1', 'test', 'seeded')",
    [tenant, organization, log, user],
  );

// What a spreadsheet would run, and what would break a line: text, and what stands in the file.
const dangerous: readonly (readonly [text: string, cell: string])[] = [
  ['=1+1', "'=1+1"],
  ["=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1+1', "'=1+1"],
  ['\r\n=1+1', '  =1+1'],
  ['＝1+1', "'＝1+1"],
  ['＠x', "'＠x"],
  ['\u202e=1+1', "'=1+1"],
  ['\u0001=1+1', "'=1+1"],
  ['a "quoted", text', 'a ""quoted"", text'],
  ['","=1+1', '"",""=1+1'],
  ['"\n"=1+1', '"" ""=1+1'],
  ['two\nlines', 'two lines'],
  ['Änderung €\u200e ok', 'Änderung € ok'],
  ["don't", "don't"],
];

beforeAll(async () => {
  for (const [text] of dangerous) {
    await write(world.msps.harbor, cedar.id, text);
  }
  await write(world.msps.harbor, null, 'Harbor’s own', '=HYPERLINK("http://x")');
  await checkpointer.run();
});

afterAll(() => {
  checkpointer.close();
  rmSync(folder, { recursive: true, force: true });
});

const seededOnly = { to: '2026-01-03T00:00:00Z' };

describe('audit-logs.csv', () => {
  test('has the specification’s header and name, quotes every value, ends lines with CRLF', async () => {
    const reply = await world.call(mspAuditLog.exportCsv, { as: 'mspAdmin', query: { search: 'own', ...seededOnly } });
    expect(reply).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit-logs.csv"',
      },
    });
    expect(reply.text).toBe(
      '"Date & Time","Log","User","Category"\r\n"2026-01-02T03:04:05.678Z","Harbor’s own","\'=HYPERLINK(""http://x"")","Vendor Management"\r\n',
    );
  });

  test('holds all rows that match, newest first, and makes formulas and odd characters harmless', async () => {
    const reply = await world.call(organizationAuditLog.exportCsv, {
      as: 'orgAuditor',
      params: { id: cedar.id },
      query: seededOnly,
    });
    const rows = reply.text.split('\r\n').slice(1, -1);
    expect(rows).toEqual(
      dangerous.map(([, cell]) => `"2026-01-02T03:04:05.678Z","${cell}","Ada Tester","Vendor Management"`).reverse(),
    );
    expect(reply.text).not.toContain('own');
  });

  test('gives the same rows as the page, for any filter, and itself leaves an entry', async () => {
    for (const query of [
      {},
      { category: 'Vendor Management' },
      { search: 'tester' },
      { organizationId: cedar.id, search: 'quoted' },
    ]) {
      const total = mspAuditLog.list.reply.parse(
        (await world.call(mspAuditLog.list, { as: 'mspAuditor', query })).json,
      ).total;
      const { text } = await world.call(mspAuditLog.exportCsv, { as: 'mspAuditor', query });
      expect(text.split('\r\n')).toHaveLength(total.count + 2);
      const newest = mspAuditLog.list.reply.parse((await world.call(mspAuditLog.list, { as: 'mspAuditor' })).json)
        .entries[0];
      expect(newest).toMatchObject({
        category: 'Audit',
        user: 'mspAuditor Tester',
        log: `Exported ${total.count} entries of the audit log as audit-logs.csv`,
      });
    }
  });

  test('with nothing to export says so, and leaves no entry', async () => {
    const before = await world.owner('select 1 from audit_log');
    const reply = await world.call(mspAuditLog.exportCsv, { as: 'mspAdmin', query: { search: 'no such words' } });
    expect(reply).toMatchObject({
      status: 409,
      json: { code: 'audit.nothing_to_export', message: 'No logs to export' },
    });
    expect(await world.owner('select 1 from audit_log')).toHaveLength(before.length);
  });

  test('streams sixty thousand rows without a gap, whatever the chunks', async () => {
    const { foreignAdmin } = world.people;
    await world.owner(
      `insert into audit_log select $1::bigint, 100 + n, now() - interval '1 day', $2::bigint, 'Policy', 'Zeile „' || n || '“' || repeat('x', 300), '=Ünal', null, null, null, 'success', '', '', '', '', ''
       from generate_series(1, 60000) n`,
      [foreignAdmin.tenantId, pine.id],
    );
    await world.owner("insert into audit_counts values ($1, $2, 'Policy', '-infinity', 60000) on conflict do nothing", [
      foreignAdmin.tenantId,
      pine.id,
    ]);
    await world.owner(
      'insert into audit_heads (tenant_id, seq) values ($1, 60100) on conflict (tenant_id) do update set seq = 60100',
      [foreignAdmin.tenantId],
    );
    const { text } = await world.call(organizationAuditLog.exportCsv, {
      as: 'foreignAdmin',
      params: { id: pine.id },
      query: { category: 'Policy' },
    });
    const rows = text.split('\r\n').slice(1, -1);
    expect(rows).toHaveLength(60_000);
    rows.forEach((row, index) => {
      if (!row.endsWith(`,"Zeile „${60_000 - index}“${'x'.repeat(300)}","'=Ünal","Policy"`)) {
        throw new Error(`Row ${index} is ${row}`);
      }
    });
  }, 90_000);

  test('lets go of the database when the receiver goes away, and reads no faster than it does', async () => {
    const { kernel, people } = world;
    const address = await kernel.app.listen({ port: 0, host: '127.0.0.1' });
    const url = `${address}${organizationAuditLog.exportCsv.path.replace(':id', String(pine.id))}?category=Policy`;
    const copies = async () =>
      (await world.owner("select 1 from pg_stat_activity where datname = current_database() and query like 'copy (%'"))
        .length;
    const until = async (expected: number) => {
      for (let waited = 0; (await copies()) !== expected && waited < 10_000; waited += 20) {
        await pause(20);
      }
      return copies();
    };
    // More than may run at once, so that one that stayed open would be noticed.
    for (let round = 0; round < 6; round += 1) {
      const request = get(url, { headers: { cookie: `sid=${people.foreignAdmin.cookie}` } });
      const answer = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
      await once(answer, 'readable');
      await until(1);
      await pause(200);
      // Nobody reads on: the database waits with the rest.
      const running = await copies();
      request.destroy();
      expect({ running, left: await until(0) }).toEqual({ running: 1, left: 0 });
    }
  }, 90_000);

  describe('to receivers that do not read on', () => {
    const asked = (as: 'foreignAdmin' | 'foreignMspAdmin') =>
      world.call(as === 'foreignAdmin' ? organizationAuditLog.exportCsv : mspAuditLog.exportCsv, {
        as,
        ...(as === 'foreignAdmin' ? { params: { id: pine.id } } : {}),
      });
    /** One that takes the beginning and no more. @returns once the database waits for it. */
    const stuck = async (waiting: number): Promise<IncomingMessage> => {
      const { port } = world.kernel.app.server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}${organizationAuditLog.exportCsv.path.replace(':id', String(pine.id))}`;
      const request = get(url, { headers: { cookie: `sid=${world.people.foreignAdmin.cookie}` } });
      const answer = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
      onTestFinished(() => void answer.destroy());
      await once(answer, 'readable');
      await copiesThatWait(waiting);
      return answer;
    };
    const copiesThatWait = (expected: number) =>
      expect
        .poll(
          () =>
            world.owner(`select 1 from pg_stat_activity where datname = current_database() and query like 'copy (%'
              and wait_event = 'ClientWrite'`),
          { timeout: 10_000 },
        )
        .toHaveLength(expected);

    test('a tenant has two at a time, and others find a place', async () => {
      const receivers = [await stuck(1), await stuck(2)];
      for (const as of ['foreignAdmin', 'foreignMspAdmin'] as const) {
        expect(await asked(as)).toMatchObject({ status: 503, json: { code: 'server.busy' } });
      }
      const { status } = await world.call(organizationAuditLog.exportCsv, { as: 'orgAdmin', params: { id: cedar.id } });
      expect(status).toBe(200);
      for (const receiver of receivers) {
        receiver.destroy();
      }
      await copiesThatWait(0);
      expect((await asked('foreignAdmin')).status).toBe(200);
    }, 90_000);

    test('a file that waits more than a minute for its receiver is broken off', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      const receiver = await stuck(1);
      vi.advanceTimersByTime(60_000);
      await copiesThatWait(1);
      // What it had taken before gives it some seconds more.
      vi.advanceTimersByTime(3_600_000);
      await copiesThatWait(0);
      receiver.resume();
      await expect(once(receiver, 'end')).rejects.toThrow('aborted');
    }, 90_000);
  });

  const office = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((program) => existsSync(program));
  test.runIf(office !== undefined)(
    'opens in a spreadsheet program with the same cells, and no formula runs',
    async () => {
      const { text } = await world.call(organizationAuditLog.exportCsv, {
        as: 'orgAuditor',
        params: { id: cedar.id },
        query: seededOnly,
      });
      writeFileSync(path.join(folder, 'audit-logs.csv'), text);
      const profile = `-env:UserInstallation=file://${folder}/office`;
      const read = '--infilter=CSV:44,34,76,1,,0,false,true,false';
      execFileSync(
        office ?? '',
        [profile, '--headless', read, '--convert-to', 'fods', '--outdir', folder, path.join(folder, 'audit-logs.csv')],
        { timeout: 60_000, stdio: 'ignore' },
      );
      const sheet = readFileSync(path.join(folder, 'audit-logs.fods'), 'utf8');
      expect(sheet).not.toContain('table:formula');
      expect(sheet.match(/<text:p>Ada Tester<\/text:p>/g)).toHaveLength(dangerous.length);
    },
    90_000,
  );
});

describe('audit-logs.jsonl and its verifier', () => {
  const file = path.join(folder, 'audit-logs.jsonl');
  const program = path.join(folder, 'verify-audit-export.mjs');

  const exported = async (query: Record<string, string> = {}) => {
    const reply = await world.call(mspAuditLog.exportChain, { as: 'mspAdmin', query });
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'content-disposition': 'attachment; filename="audit-logs.jsonl"' },
    });
    return reply.text;
  };
  /** As an auditor would: two downloads, plain Node, another folder. */
  const verified = (text: string, ...options: string[]) => {
    writeFileSync(file, text);
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, file, ...options], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, said: `${stdout}${stderr}` };
  };

  let verifierName = '';
  beforeAll(async () => {
    const reply = await world.call(mspAuditLog.downloadVerifier, { as: 'mspAdmin' });
    writeFileSync(program, reply.text);
    verifierName = String(reply.headers['content-disposition']);
  });

  test('the whole chain verifies, with its signed checkpoints and the installation’s key', async () => {
    expect(verifierName).toBe('attachment; filename="verify-audit-export.mjs"');
    const text = await exported();
    const key = publicKeyText(secrets.auditPublicKey);
    const { status, said } = verified(text, key);
    expect(said).toMatch(/the whole chain\.\n1 signed checkpoints match\.\n/);
    expect(said).toMatch(/\nVERIFIED\n$/);
    expect(status).toBe(0);
    const entries = text
      .trim()
      .split('\n')
      .filter((line) => line.includes('"type" : "entry"'));
    const [count] = await world.owner<{ n: number }>(
      'select count(*)::integer as n from audit_log where tenant_id = $1',
      [world.msps.harbor],
    );
    // The entry of the export itself came after what it holds.
    expect(entries).toHaveLength((count?.n ?? 0) - 1);
    expect(JSON.parse(entries[1] ?? '')).toMatchObject({
      log: dangerous[1]?.[0],
      organization: cedar.id,
      tenant: world.msps.harbor,
    });
  });

  test('a selection verifies as one, and an organization gets only its own entries', async () => {
    expect(verified(await exported({ search: 'quoted' }))).toMatchObject({
      status: 0,
      said: expect.stringContaining('a selection with'),
    });
    const own = await world.call(organizationAuditLog.exportChain, { as: 'orgAdmin', params: { id: cedar.id } });
    expect(own.text).not.toContain('own');
    expect(verified(own.text)).toMatchObject({ status: 0, said: expect.stringContaining('VERIFIED') });
  });

  test.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'an entry was edited',
      (lines) => lines.map((line) => line.replace('Harbor’s own', 'Nobody’s own')),
      /Entry \d+ was changed/,
    ],
    [
      'a time was changed',
      (lines) => lines.map((line) => line.replace('05.678901Z', '05.678902Z')),
      /Entry 1 was changed/,
    ],
    [
      'an entry was taken out',
      (lines) => lines.filter((line) => !line.includes('Harbor’s own')),
      /Entries are missing in 1 places/,
    ],
    [
      'two entries were swapped',
      ([head = '', checkpoint = '', one = '', two = '', ...rest]) => [head, checkpoint, two, one, ...rest],
      /stands behind/,
    ],
    ['the end was cut off', (lines) => lines.slice(0, -2), /cut off/],
    [
      'the end was cut and the last line kept',
      (lines) => [...lines.slice(0, -2), lines.at(-1) ?? ''],
      /was written with/,
    ],
    [
      'a checkpoint was changed',
      (lines) => lines.map((line) => line.replace('"kind":"checkpoint"', '"kind":"removed"')),
      /wrong signature/,
    ],
    [
      'it says it is complete and is not',
      (lines) => lines.map((line) => line.replace('"complete":false', '"complete":true')),
      /signature does not fit/,
    ],
    [
      'an entry comes from another tenant',
      (lines) => lines.map((line) => line.replace(/"tenant" : \d+/, '"tenant" : 999')),
      /belongs to another tenant/,
    ],
    ['it is not JSON', (lines) => ['nonsense', ...lines], /Line 1 is not JSON/],
  ])('the verifier notices when %s', async (what, change, found) => {
    const lines = (await exported(what.includes('complete') ? { search: 'quoted' } : {})).trimEnd().split('\n');
    const { status, said } = verified(`${change(lines).join('\n')}\n`);
    expect(said).toMatch(found);
    expect(said).toMatch(/NOT VERIFIED/);
    expect(status).toBe(1);
  });

  test('the whole chain does not verify where its end is missing in the database, though a signed checkpoint covers it', async () => {
    const { lake } = world.msps;
    const whole = async () => (await world.call(mspAuditLog.exportChain, { as: 'foreignMspAdmin' })).text;
    for (const log of ['One', 'Two', 'Three', 'Four', 'Five']) {
      await write(lake, null, log);
    }
    await checkpointer.run();
    const before = verified(await whole());
    expect(before.said).toMatch(/the whole chain\.\n\d+ signed checkpoints match\.\n/);
    expect(before.status).toBe(0);
    await world.owner('delete from audit_log where tenant_id = $1 and seq > 3', [lake]);
    await world.owner(
      `update audit_heads set (seq, hash) = (select seq, hash from audit_log where tenant_id = $1 and seq = 3)
       where tenant_id = $1`,
      [lake],
    );
    const { status, said } = verified(await whole());
    expect(said).toMatch(/Entry 4 is missing: a signed checkpoint covers entry 5\.\nNOT VERIFIED\n$/);
    expect(status).toBe(1);
  });

  test('the verifier refuses a file that somebody signed with a key of their own', async () => {
    const other = await buildWorld();
    const { status, said } = verified(await exported(), publicKeyText(other.kernel.secrets.auditPublicKey));
    expect(said).toMatch(/signed with another key/);
    expect(status).toBe(1);
  });
});
