import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mspAuditLog, organizationAuditLog } from '@sentrywell/contract/audit-log.ts';
import { pathOf } from '@sentrywell/contract/endpoint.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { counted } from '../../kernel/counted.ts';
import { dangerousTexts } from '../../testing/dangerous-texts.ts';
import { buildWorld } from '../../testing/world.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-export-'));
const world = await buildWorld({ environment: { DATA_DIR: folder } });
const { cedar, pine } = world.organizations;

const write = (tenant: number, organization: number | null, log: string, user = 'Ada Tester') =>
  world.owner(
    "select audit_write($1, '2026-01-02T03:04:05.678901Z', $2, 'Vendor Management', $3, $4, 7, 'vendor', '9', 'success', '10.0.0.1', 'test', 'seeded')",
    [tenant, organization, log, user],
  );

beforeAll(async () => {
  for (const [text] of dangerousTexts) {
    await write(world.msps.harbor, cedar.id, text);
  }
  await write(world.msps.harbor, null, 'Harbor’s own', '=HYPERLINK("http://x")');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

let address: Promise<string> | undefined;
const listening = () => (address ??= world.kernel.app.listen({ port: 0, host: '127.0.0.1' }));

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
      dangerousTexts
        .map(([, cell]) => `"2026-01-02T03:04:05.678Z","${cell}","Ada Tester","Vendor Management"`)
        .reverse(),
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
        log: `Exported ${counted(total.count, 'entry', 'entries')} of the audit log as audit-logs.csv`,
      });
    }
  });

  test('names one entry as one', async () => {
    const query = { search: 'a "quoted", text' };
    await world.call(mspAuditLog.exportCsv, { as: 'mspAuditor', query });
    const rows = await world.owner<{ log: string }>('select log from audit_log order by tenant_id, seq');
    expect(rows.map(({ log }) => log)).toContain('Exported 1 entry of the audit log as audit-logs.csv');
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
    const { people } = world;
    const url = `${await listening()}${pathOf(organizationAuditLog.exportCsv, { id: pine.id })}?category=Policy`;
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

  test('is not begun for who asks for the head of it alone: nobody would read it', async () => {
    const url = `${await listening()}${pathOf(organizationAuditLog.exportCsv, { id: pine.id })}`;
    const headers = { cookie: `sid=${world.people.foreignAdmin.cookie}` };
    const exports = () =>
      world.owner("select seq from audit_log where tenant_id = $1 and log like 'Exported %'", [pine.tenantId]);
    const recorded = await exports();
    for (let times = 0; times < 3; times += 1) {
      expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(404);
    }
    expect(await exports()).toEqual(recorded);
    const whole = await fetch(url, { headers });
    expect([whole.status, (await whole.text()).length > 1_000]).toEqual([200, true]);
  }, 90_000);

  describe('to receivers that do not read on', () => {
    const asked = (as: 'foreignAdmin' | 'foreignMspAdmin') =>
      world.call(as === 'foreignAdmin' ? organizationAuditLog.exportCsv : mspAuditLog.exportCsv, {
        as,
        ...(as === 'foreignAdmin' ? { params: { id: pine.id } } : {}),
      });
    /** One that takes the beginning and no more. @returns once the database waits for it. */
    const stuck = async (waiting: number): Promise<IncomingMessage> => {
      const url = `${await listening()}${pathOf(organizationAuditLog.exportCsv, { id: pine.id })}`;
      const request = get(url, { headers: { cookie: `sid=${world.people.foreignAdmin.cookie}` } });
      const answer = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
      onTestFinished(() => void answer.destroy());
      await once(answer, 'readable');
      await copiesThatWait(waiting);
      return answer;
    };
    /** A connection waits for a moment whenever the server has other work: that several looks find it so means a receiver. */
    const copiesThatWait = async (expected: number) => {
      let looks = 0;
      const look = async () => {
        const waiting = await world.owner(`select 1 from pg_stat_activity where datname = current_database()
          and query like 'copy (%' and wait_event = 'ClientWrite'`);
        looks = waiting.length === expected ? looks + 1 : 0;
        return looks;
      };
      await expect.poll(look, { timeout: 30_000 }).toBeGreaterThanOrEqual(5);
    };

    test('a tenant has two at a time, and others find a place', async () => {
      const exports = () =>
        world.owner("select seq from audit_log where tenant_id = $1 and log like 'Exported %'", [pine.tenantId]);
      const receivers = [await stuck(1), await stuck(2)];
      const recorded = await exports();
      for (const as of ['foreignAdmin', 'foreignMspAdmin'] as const) {
        expect(await asked(as)).toMatchObject({ status: 503, json: { code: 'server.busy' } });
      }
      // What did not leave is not recorded as if it had.
      expect(await exports()).toEqual(recorded);
      const { status } = await world.call(organizationAuditLog.exportCsv, { as: 'orgAdmin', params: { id: cedar.id } });
      expect(status).toBe(200);
      for (const receiver of receivers) {
        receiver.destroy();
      }
      await copiesThatWait(0);
      expect((await asked('foreignAdmin')).status).toBe(200);
    }, 90_000);

    test('of many at one moment those that find no place are not recorded, and what has nothing in it takes none', async () => {
      const exports = () =>
        world.owner("select seq from audit_log where tenant_id = $1 and log like 'Exported %'", [cedar.tenantId]);
      const recorded = (await exports()).length;
      const asMember = (search: string) =>
        world.call(organizationAuditLog.exportCsv, { as: 'orgAdmin', params: { id: cedar.id }, query: { search } });
      const replies = await Promise.all(Array.from({ length: 6 }, () => asMember('')));
      const left = replies.filter(({ status }) => status === 200);
      expect(left.length).toBeGreaterThanOrEqual(1);
      expect(replies.filter(({ status }) => status === 503)).toHaveLength(replies.length - left.length);
      expect(await exports()).toHaveLength(recorded + left.length);
      for (let times = 0; times < 5; times += 1) {
        expect((await asMember('no such words')).status).toBe(409);
      }
      expect((await asMember('')).status).toBe(200);
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
      expect(sheet.match(/<text:p>Ada Tester<\/text:p>/g)).toHaveLength(dangerousTexts.length);
    },
    90_000,
  );
});
