// npm run bench -- requests: requests a second of the whole product over those of a floor that is measured in the same run, on the
// same database (see load/floor.ts). Product and floor take turns in short rounds, and the middle of the rounds' ratios counts, so
// that whatever else the machine does falls on both. --small: 100,000 audit entries instead of a million. --short: what has no target
// takes one turn. --prove: each call of the product computes for 5 ms more.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { dashboardEndpoints } from '@sentrywell/contract/dashboard.ts';
import { pathOf } from '@sentrywell/contract/endpoint.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { fillLog, tenantAt } from './audit/fill-log.ts';
import { type CannonReport, fire } from './load/cannon.ts';
import {
  computedMilliseconds,
  freePort,
  type Program,
  residentMegabytes,
  sickness,
  startProduct,
  startProgram,
} from './load/programs.ts';
import { migratedDatabase, seed, type Seeded } from './load/seed.ts';
import { median, proves, Table } from './load/table.ts';

const small = proves || process.argv.includes('--small');
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length);
const rows = small ? 100_000 : 1_000_000;
/**
 * Where a target is judged, and where not. Ratios of single rounds lie as far apart with one second each as with two, so many short ones
 * tell more.
 */
const rounds = { judged: proves ? 1 : 13, told: proves || process.argv.includes('--short') ? 1 : 3 };
/** Of one turn. Few files, which are only told, end within a second. */
const seconds = { judged: 1, told: 2 };
const connections = 32;
const tenantId = tenantAt(0);
const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString();
const nodeOptions = process.argv.includes('--profile') ? ['--cpu-prof', '--cpu-prof-dir=test-results/profiles'] : [];

type Case = {
  readonly name: string;
  readonly path: string;
  readonly floorPath: string;
  readonly cookie: string;
  readonly connections: number;
  readonly isFile: boolean;
  readonly target?: number | undefined;
};

function casesOf(seeded: Seeded): Case[] {
  const [cookie = ''] = seeded.organizationCookies;
  const organization = String(seeded.organizations[0]);
  const cases = [
    {
      name: 'session look-up',
      path: authEndpoints.me.path,
      floorPath: '/api/auth/me',
      cookie: seeded.mspCookie,
      target: 0.6,
    },
    {
      name: 'list of 200 tenants',
      path: organizationEndpoints.listTenants.path,
      floorPath: '/api/msp-service/tenants',
      cookie: seeded.mspCookie,
      target: 0.7,
    },
    {
      name: 'organization dashboard',
      path: pathOf(dashboardEndpoints.findOrganizationDashboard, { id: organization }),
      floorPath: '/organization-dashboard',
      cookie,
    },
    {
      name: `audit page, ${rows.toLocaleString('en')} rows`,
      path: mspAuditLog.list.path,
      floorPath: '/audit-page',
      cookie: seeded.mspCookie,
      target: 0.6,
    },
  ].map((one) => ({ ...one, connections, isFile: false }));
  // A tenant has two files at a time.
  const csv: Case = {
    name: 'CSV export of 30 days',
    path: `${mspAuditLog.exportCsv.path}?from=${monthAgo}`,
    floorPath: '/csv',
    cookie: seeded.mspCookie,
    connections: 2,
    isFile: true,
  };
  return [...cases, csv]
    .filter(({ name }) => only === undefined || name.includes(only))
    .filter((one: Case) => !proves || one.target !== undefined);
}

const table = new Table();

/** `database`: the process whose children serve both. */
type Rivals = { readonly product: Program; readonly floor: Program; readonly database: number };

type Measured = CannonReport & {
  /** Microseconds that Node and PostgreSQL computed for each request. */
  readonly node: number;
  readonly postgres: number;
};
type Round = { readonly own: Measured; readonly other: Measured };

async function compare(one: Case, { product, floor, database }: Rivals): Promise<void> {
  const shoot = async (program: Program, url: string, time: number): Promise<Measured> => {
    const before = computedMilliseconds(program.pid, database);
    const shot = await fire({
      url: `${program.origin}${url}`,
      cookie: one.cookie,
      connections: one.connections,
      seconds: time,
    });
    if (shot.failures > 0) throw new Error(`${one.name}: ${shot.failures} wrong answers from ${program.origin}`);
    const after = computedMilliseconds(program.pid, database);
    const each = (milliseconds: number) => (milliseconds / shot.requests) * 1000;
    return { ...shot, node: each(after.own - before.own), postgres: each(after.database - before.database) };
  };
  await shoot(product, one.path, 1);
  await shoot(floor, one.floorPath, 1);
  const taken: Round[] = [];
  const kind = one.target === undefined ? 'told' : 'judged';
  for (let round = 0; round < rounds[kind]; round += 1) {
    // Who begins changes too.
    const first = round % 2 === 0 ? await shoot(product, one.path, seconds[kind]) : undefined;
    const other = await shoot(floor, one.floorPath, seconds[kind]);
    taken.push({ other, own: first ?? (await shoot(product, one.path, seconds[kind])) });
  }
  judge(one, taken);
}

function judge(one: Case, taken: readonly Round[]): void {
  // Few files end within a round: what came of them counts.
  const rate = one.isFile ? 'bytesPerSecond' : 'perSecond';
  const ratio = median(taken.map(({ own, other }) => own[rate] / other[rate]));
  const both = (part: 'perSecond' | 'node' | 'postgres', unit: string) =>
    `${median(taken.map(({ own }) => own[part])).toFixed(0)} ${unit} (${median(taken.map(({ other }) => other[part])).toFixed(0)})`;
  const computed = one.isFile ? '' : `; Node ${both('node', 'µs')}, PostgreSQL ${both('postgres', 'µs')} each`;
  const p99 = median(taken.map(({ own }) => own.p99));
  table.add({
    what: one.name,
    measured: `${ratio.toFixed(2)} × floor: ${both('perSecond', '/s')}, p99 ${p99} ms${computed}`,
    ...(one.target === undefined ? {} : { target: `≥ ${one.target}`, holds: ratio >= one.target }),
  });
}

/** Memory of the two processes: after a moment of rest, and the most while they serve. */
async function compareMemory(rest: readonly number[], peak: readonly number[]): Promise<void> {
  const [restOwn = 0, restFloor = 0] = rest;
  const [peakOwn = 0, peakFloor = 0] = peak;
  const told = (own: number, floor: number) =>
    `${own.toFixed(0)} MB, ${(own / floor).toFixed(2)} × floor of ${floor.toFixed(0)} MB`;
  table.add({ what: 'memory at rest', measured: told(restOwn, restFloor) });
  table.add({ what: 'memory under load, most', measured: told(peakOwn, peakFloor) });
}

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-bench-'));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

function startFloor(socketFolder: string, seeded: Seeded, port: number): Promise<Program> {
  const [organizationId = 0] = seeded.organizations;
  const known = { socketFolder, tenantId, organizationId, token: seeded.mspCookie, exportFrom: monthAgo };
  const environment = { FLOOR: JSON.stringify(known) };
  return startProgram({ file: 'bench/load/floor.ts', port, environment, ready: '/api/auth/me' });
}

/** Seconds from nothing to the first answer: the product on an empty folder and on a full one, against the same database alone. */
async function measureStarts(): Promise<void> {
  const [own, bare] = [newFolder(), newFolder()];
  for (const kind of ['cold', 'warm'] as const) {
    const start = performance.now();
    const { server } = await migratedDatabase(bare);
    const floorTime = performance.now() - start;
    await server.stop();
    const product = await startProduct(own);
    await product.stop();
    const ratio = product.readyAfter / floorTime;
    table.add({
      what: `${kind} start`,
      measured: `${(product.readyAfter / 1000).toFixed(2)} s, ${ratio.toFixed(2)} × the database alone (${(floorTime / 1000).toFixed(2)} s)`,
    });
  }
}

async function measureRequests(): Promise<void> {
  const folder = newFolder();
  const { server, owner } = await migratedDatabase(folder, { max_wal_size: '4GB' });
  const programs: Program[] = [];
  try {
    await fillLog(owner, { rows, tenants: 2, rowsOfFirst: rows - 1_000 }, () => undefined);
    const seeded = await seed(owner, { dataFolder: folder, tenantId, sessions: 1 });
    table.say(`seeded ${rows.toLocaleString('en')} audit entries`);
    const product = await startProduct(folder, proves ? sickness(5) : { nodeOptions });
    programs.push(product);
    const floor = await startFloor(server.socketFolder, seeded, await freePort());
    programs.push(floor);
    const both = [product, floor];
    const rest = both.map(({ pid }) => residentMegabytes(pid));
    const peak = [...rest];
    const watch = setInterval(() => {
      both.forEach(({ pid }, index) => (peak[index] = Math.max(peak[index] ?? 0, residentMegabytes(pid))));
    }, 100);
    try {
      for (const one of casesOf(seeded)) await compare(one, { product, floor, database: server.pid });
    } finally {
      clearInterval(watch);
    }
    await compareMemory(rest, peak);
  } finally {
    for (const program of programs) await program.stop();
    await server.stop();
  }
}

try {
  await measureRequests();
  if (only === undefined && !proves) await measureStarts();
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = table.end('requests');
