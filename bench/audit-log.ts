// The audit log at ten million entries of 200 tenants, against a hundred thousand in the same run: npm run bench -- audit-log
// (--short: one million entries; --only=reads, export or writes; --prove: what is asked and written at a million waits or computes, see
// audit/sick.ts). Everything goes through the product's own queries, row security and restricted login.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvRows } from '../server/src/features/audit-log/export-queries.ts';
import type { LogFilter } from '../server/src/features/audit-log/filter-queries.ts';
import { countMatching, listLog } from '../server/src/features/audit-log/list-log.ts';
import { listCategories, listEntries } from '../server/src/features/audit-log/queries.ts';
import { audit } from '../server/src/kernel/audit.ts';
import { copyOut, copyViewOf, inPlace } from '../server/src/kernel/copy-out.ts';
import { csvLine } from '../server/src/kernel/csv.ts';
import { harmlessCsv } from '../server/src/kernel/csv-stream.ts';
import { type Database, openDatabase } from '../server/src/kernel/database.ts';
import { startEmbeddedPostgres } from '../server/src/kernel/embedded-postgres.ts';
import { migrate } from '../server/src/kernel/migrate.ts';
import { sqlOf } from '../server/src/kernel/sql.ts';
import { asMsp, inTenant, type MspDb, noOrigin } from '../server/src/kernel/tenant.ts';
import { readSettings } from '../server/src/settings.ts';
import { connectAsOwner } from './audit/owner-client.ts';
import { commonWord, fillLog, type LogSize, rareWord, tenantAt } from './audit/fill-log.ts';
import { fallSick } from './audit/sick.ts';
import { percentile, proves, Table } from './load/table.ts';

const short = proves || process.argv.includes('--short');
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length);
const tenants = 200;
const bigSize: LogSize = short
  ? { rows: 1_000_000, tenants, rowsOfFirst: 100_000 }
  : { rows: 10_000_000, tenants, rowsOfFirst: 1_000_000 };
const littleSize: LogSize = { rows: 100_000, tenants, rowsOfFirst: 500 };
const rounds = proves ? 5 : short ? 150 : 300;
const warmUpRounds = proves ? 1 : 40;
const seconds = short ? 2 : 6;

const table = new Table();

const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-bench-'));
chmodSync(folder, 0o711);
const server = await startEmbeddedPostgres({ dataFolder: folder, settings: { max_wal_size: '6GB' } });
const databases: Database[] = [];

async function filled(name: string, size: LogSize): Promise<Database> {
  const owner = { host: server.socketFolder, user: 'postgres', database: name };
  const client = await connectAsOwner({ ...owner, database: 'postgres' });
  await client.query(`create database ${name}`);
  await client.end();
  await migrate(owner);
  await fillLog(owner, size, (step) => table.say(`${size.rows.toLocaleString('en')} entries: ${step}`));
  const database = openDatabase({
    connection: { ...owner, user: 'app_login' },
    // As many as a server has.
    connections: readSettings({}).databaseConnections,
    log: { warn: () => undefined },
  });
  databases.push(database);
  return database;
}

async function measureAll(): Promise<void> {
  const little = await filled('little', littleSize);
  const big = await filled('big', bigSize);
  if (proves) await fallSick(server.socketFolder, 'big');
  if (only === undefined || only === 'reads') await measureReads(little, big);
  if (only === undefined || only === 'export') await measureExport(big);
  if (only === undefined || only === 'writes') await measureWrites(big);
}

function within<Result>(
  database: Database,
  tenant: number,
  work: (db: MspDb) => Promise<Result>,
  reads = true,
): Promise<Result> {
  return inTenant(database, { tenantId: tenant, origin: noOrigin, reads }, (db) => work(asMsp(db, false)));
}

const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString();
const plain = { filter: {}, organizationIds: undefined };
const view = (filter: LogFilter) => ({ filter, organizationIds: undefined });
const page = { cursor: undefined, limit: 51 };

type Read = {
  readonly what: string;
  readonly run: (db: MspDb, size: LogSize) => Promise<unknown>;
  /** Milliseconds that p95 may take; the reads of a page also may take three times what they take at 100,000. */
  readonly atMost: number;
  readonly compared: boolean;
};

const reads: readonly Read[] = [
  { what: 'page of 50', run: (db) => listEntries(db, plain, page), atMost: 25, compared: true },
  { what: 'deep page of 50', run: (db, size) => deepPage(db, size), atMost: 25, compared: true },
  {
    what: 'category + 30 days',
    run: (db) => listEntries(db, view({ category: 'Vendor Management', from: monthAgo }), page),
    atMost: 25,
    compared: true,
  },
  { what: 'common word', run: (db) => listEntries(db, view({ search: commonWord }), page), atMost: 25, compared: true },
  { what: 'rare word', run: (db) => listEntries(db, view({ search: rareWord }), page), atMost: 25, compared: true },
  { what: 'distinct categories', run: (db) => listCategories(db, plain), atMost: 2, compared: false },
  { what: 'exact count, no filter', run: (db) => countMatching(db, plain), atMost: 5, compared: false },
  {
    what: 'exact count, category',
    run: (db) => countMatching(db, view({ category: 'Policy' })),
    atMost: 5,
    compared: false,
  },
  {
    what: 'exact count, 30 days from an hour',
    run: (db) => countMatching(db, view({ from: monthAgo })),
    atMost: 25,
    compared: false,
  },
  {
    what: 'whole answer: common word and count',
    run: (db) => listLog(db, view({ search: commonWord }), {}),
    atMost: 250,
    compared: false,
  },
];

/** The page behind the middle of the tenant's log. */
function deepPage(db: MspDb, size: LogSize): Promise<unknown> {
  const each = Math.floor((size.rows - size.rowsOfFirst) / (size.tenants - 1));
  const micros = (Date.now() - 1.5 * 365 * 86_400_000) * 1000;
  return listEntries(db, plain, { cursor: { direction: 'older', micros, seq: Math.floor(each / 2) }, limit: 51 });
}

async function timed(database: Database, tenant: number, run: (db: MspDb) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await within(database, tenant, run);
  return performance.now() - start;
}

async function measureReads(little: Database, big: Database): Promise<void> {
  for (const { what, run, atMost, compared } of reads) {
    const littleTimes: number[] = [];
    const bigTimes: number[] = [];
    for (let round = -warmUpRounds; round < rounds; round += 1) {
      // By turns, so that whatever else the machine does falls on both.
      const tenant = tenantAt((round + warmUpRounds) % tenants);
      const one = await timed(little, tenant, (db) => run(db, littleSize));
      const other = await timed(big, tenant, (db) => run(db, bigSize));
      if (round >= 0) {
        littleTimes.push(one);
        bigTimes.push(other);
      }
    }
    const [p50, p95] = [percentile(bigTimes, 0.5), percentile(bigTimes, 0.95)];
    const before = percentile(littleTimes, 0.95);
    const ratio = p95 / before;
    const measured = `p50 ${p50.toFixed(2)}, p95 ${p95.toFixed(2)} ms; at 100,000 p95 ${before.toFixed(2)} ms, × ${ratio.toFixed(2)}`;
    const target = compared ? `p95 ≤ ${atMost} ms and ≤ 3 ×` : `p95 ≤ ${atMost} ms`;
    table.add({ what, measured, target, holds: p95 <= atMost && (!compared || ratio <= 3) });
  }
}

async function measureExport(database: Database): Promise<void> {
  const order = await within(database, tenantAt(0), async (db) => ({
    rows: csvRows(db, plain, bigSize.rowsOfFirst),
    copied: copyViewOf(db),
  }));
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  let bytes = 0;
  let lines = 0;
  const kept: Buffer[] = [];
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const start = performance.now();
  const csv = harmlessCsv(csvLine(['Date & Time', 'Log']));
  const stream = await inPlace(order.copied.tenantId, (place) =>
    copyOut(database, { view: order.copied, place }, order.rows, csv),
  );
  const counting = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      // Ten times what came by stays in memory.
      if (proves) kept.push(Buffer.alloc(chunk.length * 10, 1));
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
      done();
    },
  });
  await pipeline(stream, counting);
  clearInterval(watch);
  const taken = (performance.now() - start) / 1000;
  const rate = Math.round((lines - 1) / taken);
  const growth = (most - before) / 1048576;
  table.add({
    what: `CSV of ${(lines - 1).toLocaleString('en')} entries`,
    measured: `${rate.toLocaleString('en')} rows/s, ${(bytes / 1048576).toFixed(0)} MB`,
    target: '≥ 100,000 rows/s',
    holds: rate >= 100_000 && lines - 1 === bigSize.rowsOfFirst,
  });
  table.add({
    what: 'memory while it streams',
    measured: `+${growth.toFixed(0)} MB`,
    target: '< 60 MB',
    holds: growth < 60,
  });
}

/** One small change, as most operations make, by 32 at a time for some seconds. @returns transactions a second. */
async function transactionsASecond(database: Database, audited: boolean, among: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  const start = performance.now();
  let done = 0;
  const worker = async () => {
    while (performance.now() < end) {
      const tenant = tenantAt(1 + Math.floor(Math.random() * among));
      const organization = tenant * 100 + 1 + Math.floor(Math.random() * 50);
      await within(
        database,
        tenant,
        async (db) => {
          await sqlOf(
            db,
          )`update organizations set updated_at = now() where tenant_id = ${db.tenantId} and id = ${organization}`;
          if (audited) {
            const target = { type: 'organization', id: organization };
            audit(db, {
              category: 'Organization',
              log: 'Organization renamed to Clinic',
              organizationId: organization,
              target,
            });
          }
        },
        false,
      );
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  return done / ((performance.now() - start) / 1000);
}

async function measureWrites(database: Database): Promise<void> {
  await transactionsASecond(database, true, tenants - 1);
  // By turns again, and the middle of eleven: one turn differs from the next by a tenth.
  const ratios: number[] = [];
  let audited = 0;
  for (let round = 0; round < 11; round += 1) {
    const unaudited = await transactionsASecond(database, false, tenants - 1);
    audited = await transactionsASecond(database, true, tenants - 1);
    ratios.push(audited / unaudited);
  }
  const ratio = percentile(ratios, 0.5);
  table.add({
    what: 'audited of unaudited transactions',
    measured: `${(ratio * 100).toFixed(0)} %, ${Math.round(audited)}/s over ${tenants - 1} tenants`,
    target: '≥ 45 %',
    holds: ratio >= 0.45,
  });
  const one = await transactionsASecond(database, true, 1);
  table.add({
    what: 'audited transactions of one tenant',
    measured: `${Math.round(one)}/s`,
    target: '≥ 500/s',
    holds: one >= 500,
  });
}

try {
  await measureAll();
} finally {
  for (const database of databases) await database.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = table.end('audit log');
