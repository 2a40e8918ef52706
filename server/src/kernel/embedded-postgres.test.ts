import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findRunning, shutDown } from './postgres-process.ts';
import { StartFailure } from './start-failure.ts';

const program = path.resolve(import.meta.dirname, '../testing/writing-program.ts');
const asRoot = process.getuid?.() === 0;

const folders: string[] = [];

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-embedded-'));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) {
    const cluster = path.join(folder, 'postgres');
    const left = await findRunning(cluster);
    if (left !== undefined) await shutDown(left, cluster);
    rmSync(folder, { recursive: true, force: true });
  }
});

async function ask(server: EmbeddedPostgres, question: string): Promise<unknown[]> {
  const client = new pg.Client({ host: server.socketFolder, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(question)).rows;
  } finally {
    await client.end();
  }
}

type Running = { readonly child: ChildProcess; readonly lines: string[]; readonly exited: Promise<unknown> };

function runProgram(...options: string[]): Running {
  const child = spawn(process.execPath, [program, ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('close', resolve));
  const lines: string[] = [];
  let rest = '';
  child.stdout?.on('data', (data) => {
    const parts = `${rest}${data}`.split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, lines, exited };
}

async function said({ lines, child }: Running, start: string): Promise<string[]> {
  for (;;) {
    const line = lines.find((candidate) => candidate.startsWith(start));
    if (line !== undefined) return line.split(' ');
    if (child.exitCode !== null) throw new Error(`the program ended with code ${child.exitCode}`);
    await pause(5);
  }
}

describe('the embedded database', () => {
  test('is a real PostgreSQL 18 that writes every commit to the disk, and keeps its rows over a restart', async () => {
    const dataFolder = emptyFolder();
    const steps: string[] = [];
    const first = await startEmbeddedPostgres({ dataFolder, onProgress: (step) => steps.push(step) });
    expect(first.attached).toBe(false);
    expect(steps).toEqual(['Setting up the database', 'Starting the database']);
    const settings = `select current_setting('server_version_num')::integer / 10000 as version,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses`;
    expect(await ask(first, settings)).toEqual([
      { version: 18, fsync: 'on', commit: 'on', checksums: 'on', addresses: '' },
    ]);
    await ask(first, 'create table kept as select 42 as answer');
    await first.stop();
    expect(await findRunning(path.join(dataFolder, 'postgres'))).toBeUndefined();

    const second = await startEmbeddedPostgres({ dataFolder });
    expect(await ask(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  test('is shared by a second server, which does not stop it', async () => {
    const dataFolder = emptyFolder();
    const first = await startEmbeddedPostgres({ dataFolder });
    const second = await startEmbeddedPostgres({ dataFolder });
    expect(second).toMatchObject({ attached: true, pid: first.pid, socketFolder: first.socketFolder });
    await second.stop();
    expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }]);
    await first.stop();
  });

  test('starts once when three processes start at the same moment on an empty folder', async () => {
    const dataFolder = emptyFolder();
    const programs = [1, 2, 3].map(() => runProgram(dataFolder, 'hold'));
    const answers = await Promise.all(programs.map((each) => said(each, 'server')));
    expect(new Set(answers.map(([, pid]) => pid)).size).toBe(1);
    expect(answers.filter(([, , how]) => how === 'started')).toHaveLength(1);
    for (const { child } of programs) child.stdin?.end();
    await Promise.all(programs.map(({ exited }) => exited));
    expect(await findRunning(path.join(dataFolder, 'postgres'))).toBeUndefined();
  });

  test('is taken over when the process that started it was killed, and then stopped by its new owner', async () => {
    const dataFolder = emptyFolder();
    const owner = runProgram(dataFolder, 'hold');
    const [, pid] = await said(owner, 'server');
    owner.child.kill('SIGKILL');
    await owner.exited;
    const next = await startEmbeddedPostgres({ dataFolder });
    expect(next).toMatchObject({ attached: true, pid: Number(pid) });
    await next.stop();
    expect(await findRunning(path.join(dataFolder, 'postgres'))).toBeUndefined();
  });

  test('ends with a process that ends without stopping it', async () => {
    const dataFolder = emptyFolder();
    const owner = runProgram(dataFolder, 'leave');
    await said(owner, 'server');
    await owner.exited;
    await expect.poll(() => findRunning(path.join(dataFolder, 'postgres')).catch(() => true)).toBeUndefined();
  });

  test('loses nothing acknowledged in 24 kills, every other one of the database too', async () => {
    const dataFolder = emptyFolder();
    let acknowledged = 0;
    for (let kill = 1; kill <= 24; kill += 1) {
      const writer = runProgram(dataFolder);
      const [, server] = await said(writer, 'server');
      const [, rows, highest] = await said(writer, 'kept');
      expect(Number(highest)).toBeGreaterThanOrEqual(acknowledged);
      expect(rows).toBe(highest);
      await said(writer, 'written');
      await pause(20 + Math.random() * 120);
      if (kill % 2 === 0) process.kill(Number(server), 'SIGKILL');
      writer.child.kill('SIGKILL');
      await writer.exited;
      acknowledged = Number(writer.lines.at(-1)?.split(' ')[1]);
    }
    expect(acknowledged).toBeGreaterThan(24);
  }, 240_000);

  test('is started again when it dies under a running server', async () => {
    const server = await startEmbeddedPostgres({ dataFolder: emptyFolder() });
    await ask(server, 'create table kept as select 42 as answer');
    process.kill(server.pid, 'SIGKILL');
    await expect
      .poll(() => ask(server, 'select answer from kept').catch(() => undefined), { timeout: 10_000 })
      .toEqual([{ answer: 42 }]);
    await server.stop();
  });

  test('goes on for a second server when the first one stops it', async () => {
    const dataFolder = emptyFolder();
    const first = await startEmbeddedPostgres({ dataFolder });
    const second = await startEmbeddedPostgres({ dataFolder });
    await first.stop();
    await expect
      .poll(() => ask(second, 'select 1 as one').catch(() => undefined), { timeout: 10_000 })
      .toEqual([{ one: 1 }]);
    await second.stop();
    expect(await findRunning(path.join(dataFolder, 'postgres'))).toBeUndefined();
  });

  test('starts although a dead server left its process file and another process has that number now', async () => {
    const dataFolder = emptyFolder();
    const first = await startEmbeddedPostgres({ dataFolder });
    const processFile = path.join(dataFolder, 'postgres/postmaster.pid');
    const left = readFileSync(processFile, 'utf8');
    await first.stop();
    // The database's own account has to hold that number, or PostgreSQL itself sees that it is foreign.
    const stranger = spawn('/bin/sleep', ['60'], { cwd: '/', ...(asRoot ? accountOf(dataFolder) : {}) });
    writeFileSync(processFile, left.replace(/^\d+/, String(stranger.pid)));
    const second = await startEmbeddedPostgres({ dataFolder });
    expect(second.attached).toBe(false);
    expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
    stranger.kill();
  });

  test('listens in a short folder where the path of the data folder is too long for a socket', async () => {
    const dataFolder = path.join(emptyFolder(), 'a-folder-with-a-long-name'.repeat(4));
    const first = await startEmbeddedPostgres({ dataFolder });
    expect(first.socketFolder.startsWith(dataFolder)).toBe(false);
    const second = await startEmbeddedPostgres({ dataFolder });
    expect(second).toMatchObject({ attached: true, socketFolder: first.socketFolder });
    expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    await first.stop();
    expect(existsSync(first.socketFolder)).toBe(false);
  });
});

function accountOf(dataFolder: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(path.join(dataFolder, 'postgres'));
  return { uid, gid };
}

describe('the embedded database refuses with a sentence', () => {
  test('a database of another PostgreSQL version', async () => {
    const dataFolder = emptyFolder();
    await (await startEmbeddedPostgres({ dataFolder })).stop();
    writeFileSync(path.join(dataFolder, 'postgres/PG_VERSION'), '14\n');
    await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow(
      /was made by PostgreSQL 14, and this is PostgreSQL 18\./,
    );
  });

  test('a folder that holds something else, and leaves it alone', async () => {
    const dataFolder = emptyFolder();
    const strange = path.join(dataFolder, 'postgres');
    mkdirSync(strange);
    writeFileSync(path.join(strange, 'letters.txt'), 'mine');
    await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow(StartFailure);
    expect(readFileSync(path.join(strange, 'letters.txt'), 'utf8')).toBe('mine');
  });

  test('a disk that is full, and says so although PostgreSQL says more after it', async () => {
    const dataFolder = emptyFolder();
    const initdb = path.join(dataFolder, 'initdb');
    // Word for word what initdb of PostgreSQL 18 says on a disk of 20 MB.
    const words = [
      'FATAL:  could not extend file "base/1/2691": No space left on device',
      'HINT:  Check free disk space.',
      'PANIC:  cannot abort transaction 1, it was already committed',
      'Aborted',
      'child process exited with exit code 134',
      'initdb: removing contents of data directory "/data/postgres.unfinished"',
    ];
    writeFileSync(initdb, `#!/bin/sh\ncat >&2 <<'END'\n${words.join('\n')}\nEND\nexit 1\n`, { mode: 0o755 });
    const findProgram = async () => ({ initdb, postgres: initdb, majorVersion: 18 });
    await expect(startEmbeddedPostgres({ dataFolder, findProgram })).rejects.toThrow(
      /could not be set up in .*PostgreSQL says:\nFATAL: .*No space left on device\nHINT: {2}Check free disk space\./,
    );
  });

  test('a data folder that is a file', async () => {
    const file = path.join(emptyFolder(), 'file');
    writeFileSync(file, '');
    await expect(startEmbeddedPostgres({ dataFolder: file })).rejects.toThrow(
      /cannot be written to \(it is not a folder\)\. Set DATA_DIR/,
    );
  });

  test.runIf(asRoot)('a data folder that the account of the database may not enter', async () => {
    const closed = emptyFolder();
    chmodSync(closed, 0o700);
    await expect(startEmbeddedPostgres({ dataFolder: path.join(closed, 'data') })).rejects.toThrow(
      `may not enter ${closed}. Set DATA_DIR to a folder that it can reach`,
    );
  });

  test.skipIf(asRoot)('a data folder that this account may not write', async () => {
    const closed = emptyFolder();
    chmodSync(closed, 0o500);
    await expect(startEmbeddedPostgres({ dataFolder: path.join(closed, 'data') })).rejects.toThrow(
      /cannot be written to \(EACCES: permission denied\)/,
    );
  });
});
