import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseAccount } from './database-account.ts';
import type { PostgresProgram } from './postgres-program.ts';
import { errorCode } from './error-code.ts';
import { StartFailure } from './start-failure.ts';

export type RunningPostgres = { readonly pid: number; readonly socketFolder: string };

type ProcessFile = { readonly pid: number; readonly socketFolder: string; readonly status: string };

const startLimitMs = 120_000;
const stopLimitMs = 30_000;
const leftoverLimitMs = 15_000;
const logLimitBytes = 5_000_000;

/** Only what PostgreSQL needs: its environment is readable by its account, and ours holds secrets. */
const bareEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export function socketPath(socketFolder: string): string {
  return path.join(socketFolder, '.s.PGSQL.5432');
}

/** What the running server wrote about itself: https://www.postgresql.org/docs/18/storage-file-layout.html (postmaster.pid). */
function readProcessFile(cluster: string): ProcessFile | undefined {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', status: (lines[7] ?? '').trim() };
}

/** Is the process alive, and is it the server of this very folder? After a restart of the machine its number may be anybody's. */
function serves(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    // Root inside a container may not look into other accounts' processes; the command line is open to all.
    return errorCode(error) === 'EACCES' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`\0-D\0${cluster}\0`);
  }
}

export function isServing({ pid }: RunningPostgres, cluster: string): boolean {
  return serves(pid, cluster);
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * The server that already runs on this folder, left over from a killed process or started by another one; undefined when
 * there is none. One that is starting or stopping is waited for.
 * Call it only while holding the folder's start lock.
 */
export async function findRunning(cluster: string): Promise<RunningPostgres | undefined> {
  for (const end = Date.now() + startLimitMs; Date.now() < end; await pause(25)) {
    const found = readProcessFile(cluster);
    if (found === undefined || !isAlive(found.pid)) return undefined;
    if (!serves(found.pid, cluster)) {
      // A stranger has that number since, or the killed server is not buried yet. PostgreSQL would take it for a running server.
      rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (found.status === 'ready' && (await answers(found.socketFolder))) return found;
  }
  throw new StartFailure(
    `The database in ${cluster} is neither starting nor stopping. Its own words are in ${logFile(cluster)}.`,
  );
}

function answers(socketFolder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath(socketFolder), () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

function logFile(cluster: string): string {
  return `${cluster}.log`;
}

type Launch = {
  readonly program: PostgresProgram;
  readonly account: DatabaseAccount;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
};

/** Starts PostgreSQL and waits until it takes connections. */
export async function launch(order: Launch): Promise<RunningPostgres> {
  // A killed server leaves its socket and the socket's lock. PostgreSQL refuses them while any process has the killed one's
  // number, be it a stranger or an unburied corpse. The folder is this database's alone and nobody serves it: they are rubbish.
  for (const ending of ['', '.lock']) rmSync(`${socketPath(order.socketFolder)}${ending}`, { force: true });
  for (const end = Date.now() + leftoverLimitMs; ; await pause(100)) {
    const outcome = await launchOnce(order);
    if (typeof outcome !== 'string') return outcome;
    // The workers of a killed server need a moment to notice and leave.
    if (!outcome.includes('shared memory block') || Date.now() > end) {
      throw new StartFailure(`The database in ${order.cluster} did not start. PostgreSQL says:\n${outcome}`);
    }
  }
}

/** @returns the running server, or PostgreSQL's words about why there is none */
async function launchOnce(order: Launch): Promise<RunningPostgres | string> {
  const { program, account, cluster, socketFolder, settings } = order;
  const log = logFile(cluster);
  if (existsSync(log) && statSync(log).size > logLimitBytes) renameSync(log, `${log}.1`);
  const logStart = existsSync(log) ? statSync(log).size : 0;
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(log, 'a', 0o600);
  // Its own process group: Ctrl-C in the terminal is ours to handle, and the database is stopped last.
  const child = spawn(program.postgres, ['-D', cluster, '-k', socketFolder, ...options], {
    ...account.become,
    cwd: '/',
    env: bareEnvironment,
    stdio: ['ignore', output, output],
    detached: true,
  });
  closeSync(output);
  child.unref();
  const pid = await spawned(child);
  for (const end = Date.now() + startLimitMs; child.exitCode === null && child.signalCode === null; await pause(5)) {
    const found = readProcessFile(cluster);
    if (found?.pid === pid && found.status === 'ready') return { pid, socketFolder };
    if (Date.now() > end) child.kill('SIGQUIT');
  }
  return readFileSync(log).subarray(logStart).toString().trim().split('\n').slice(-5).join('\n');
}

function spawned(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new StartFailure(`PostgreSQL cannot be run: ${cause.message}.`, { cause })));
    child.once('spawn', () => resolve(child.pid ?? 0));
  });
}

/** Tells the server to stop, without waiting: all that a process can do while it exits. */
export function interrupt(cluster: string): void {
  const found = readProcessFile(cluster);
  if (found !== undefined && serves(found.pid, cluster)) process.kill(found.pid, 'SIGINT');
}

/** Stops the server at once but orderly (open transactions are rolled back), and waits until it is gone. */
export async function shutDown({ pid }: RunningPostgres, cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!serves(pid, cluster)) return;
    process.kill(pid, signal);
    for (const end = Date.now() + stopLimitMs; Date.now() < end; await pause(10)) {
      if (!serves(pid, cluster)) return;
    }
  }
}

/** Makes a new cluster in an empty folder that `account` owns. */
export function initialize(program: PostgresProgram, account: DatabaseAccount, folder: string): void {
  const locale =
    program.majorVersion >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C'];
  const options = [
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
    ...locale,
  ];
  const checksums = program.majorVersion >= 18 ? [] : ['--data-checksums'];
  const done = spawnSync(program.initdb, ['-D', folder, ...options, ...checksums], {
    ...account.become,
    cwd: '/',
    env: bareEnvironment,
    encoding: 'utf8',
  });
  if (done.status !== 0) {
    const words = reasonIn(done.stderr || done.error?.message || '');
    throw new StartFailure(`The database could not be set up in ${path.dirname(folder)}. PostgreSQL says:\n${words}`);
  }
}

/** What comes first is why: after it initdb tells at length what came of it. */
function reasonIn(output: string): string {
  const lines = output.trim().split('\n');
  const reasons = lines.filter((line) => /\b(error|hint|fatal|panic): /i.test(line));
  return (reasons.length > 0 ? reasons : lines).slice(0, 3).join('\n');
}
