// npm run bench -- sessions: a thousand people at once, three hundred requests a second, each request at its appointed time; then the
// same beside fifty sign-ins a second. About two minutes; with --long ten minutes of it, for the growth of memory. --prove: each call
// computes for 8 ms more and leaves 100 KB in memory, and sign-ins are limited as they are outside of benchmarks.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { dashboardEndpoints } from '@sentrywell/contract/dashboard.ts';
import { pathOf } from '@sentrywell/contract/endpoint.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { type Answer, atRate, call } from './load/calls.ts';
import { collecting, heldMegabytes, type Program, residentMegabytes, sickness, startProduct } from './load/programs.ts';
import { migratedDatabase, seed, seedPassword, type Seeded } from './load/seed.ts';
import { median, percentile, proves, Table } from './load/table.ts';

const sessions = 1_000;
const perSecond = 300;
const seconds = proves ? 8 : process.argv.includes('--long') ? 600 : process.argv.includes('--short') ? 30 : 60;
const warmUpSeconds = proves ? 4 : 40;
const stormSeconds = proves ? 6 : 20;
const stormPerSecond = 50;

const { environment, nodeOptions } = sickness(8, 100);
const sick = { environment: { ...environment, RATE_LIMIT_FACTOR: '1' }, nodeOptions: [...collecting, ...nodeOptions] };

const table = new Table();
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });

/** What people do: mostly they look at who they are and at their dashboard. */
function visit(product: Program, seeded: Seeded, index: number): Promise<Answer> {
  const person = index % sessions;
  const organization = String(seeded.organizations[person % seeded.organizations.length]);
  const cookie = seeded.organizationCookies[person] ?? '';
  const calls = [
    authEndpoints.me,
    dashboardEndpoints.findOrganizationDashboard,
    authEndpoints.me,
    organizationEndpoints.findOrganization,
  ];
  const chosen = pathOf(calls[(index >> 2) % calls.length] ?? authEndpoints.me, { id: organization });
  return call(`${product.origin}${chosen}`, { agent, cookie });
}

function judge(what: string, answers: readonly Answer[], limit: number): void {
  const times = answers.map(({ milliseconds }) => milliseconds);
  const wrong = answers.filter(({ status }) => status !== 200);
  const p99 = percentile(times, 0.99);
  table.add({
    what,
    measured: `p50 ${median(times).toFixed(1)}, p99 ${p99.toFixed(1)}, most ${percentile(times, 1).toFixed(0)} ms; ${wrong.length} errors in ${answers.length}`,
    target: `p99 < ${limit} ms, 0 errors`,
    holds: p99 < limit && wrong.length === 0,
  });
}

async function steady(product: Program, seeded: Seeded): Promise<void> {
  const warmUp = () => atRate({ perSecond, seconds: warmUpSeconds / 2 }, (index) => visit(product, seeded, index));
  await warmUp();
  // What the process has taken from the system goes up and down with each collection; what is left after one is what it keeps.
  const before = await held(product);
  // A collection that was asked for makes the process give memory back, which it takes again under load: not what is watched below.
  await warmUp();
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(residentMegabytes(product.pid)), 250);
  const answers = await atRate({ perSecond, seconds }, (index) => visit(product, seeded, index));
  clearInterval(watch);
  const after = await held(product);
  judge(`${sessions} sessions, ${perSecond}/s for ${seconds} s`, answers, 200);
  judgeGrowth('growth of what a collection leaves', before, after);
  // The middle of the first fifth against the middle of the last.
  const fifth = Math.floor(memory.length / 5);
  judgeGrowth('growth of memory meanwhile', median(memory.slice(0, fifth)), median(memory.slice(-fifth)));
}

function judgeGrowth(what: string, before: number, after: number): void {
  const growth = (after / before - 1) * 100;
  table.add({
    what,
    measured: `${growth.toFixed(1)} % (${before.toFixed(0)} → ${after.toFixed(0)} MB)`,
    target: '< 5 %',
    holds: growth < 5,
  });
}

/** At rest: after the answers of the last requests are gone as well. */
async function held(product: Program): Promise<number> {
  await pause(1_000);
  return heldMegabytes(product);
}

/** Sign-ins are hashed two at a time and the rest wait or are told to come back; nobody else may feel it. */
async function storm(product: Program, seeded: Seeded): Promise<void> {
  const signIns = atRate({ perSecond: stormPerSecond, seconds: stormSeconds }, (index) => {
    const email = seeded.emails[index % seeded.emails.length];
    return call(`${product.origin}${authEndpoints.login.path}`, { agent, body: { email, password: seedPassword } });
  });
  const others = await atRate({ perSecond: 100, seconds: stormSeconds }, (index) => visit(product, seeded, index));
  const answers = await signIns;
  judge(`other calls beside ${stormPerSecond} sign-ins/s`, others, 400);
  const opened = answers.filter(({ status }) => status === 200).length;
  const busy = answers.filter(({ status }) => status === 503).length;
  table.add({
    what: 'the sign-ins themselves',
    measured: `${opened} signed in, ${busy} told to come back, ${answers.length - opened - busy} anything else`,
    target: '0 anything else',
    holds: opened + busy === answers.length && opened > 0,
  });
}

const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-bench-'));
chmodSync(folder, 0o711);
try {
  const { server, owner } = await migratedDatabase(folder);
  try {
    const seeded = await seed(owner, { dataFolder: folder, tenantId: 1000, sessions });
    const product = await startProduct(folder, proves ? sick : { nodeOptions: collecting });
    try {
      await steady(product, seeded);
      await storm(product, seeded);
    } finally {
      await product.stop();
    }
  } finally {
    await server.stop();
  }
} finally {
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = table.end('sessions');
