import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../kernel/embedded-postgres.ts';
import { tryFileLock } from '../kernel/file-lock.ts';
import { migrate } from '../kernel/migrate.ts';
import { findRunning, shutDown } from '../kernel/postgres-process.ts';
import { withClient } from '../kernel/with-client.ts';
import { findGivenServer, type GivenServer } from './given-server.ts';
import { findMachineProgram } from './machine-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's PostgreSQL, and how a test database becomes a copy of a migrated one (on Citus each migrates for itself). */
    readonly databaseServer: GivenServer & { readonly from: string };
  }
}

const prefix = 'sentrywell-test-';

/** Nothing here outlives the run, so nothing has to reach the disk. */
const disposable = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  max_wal_size: '1GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** Starts the run's one PostgreSQL, or takes the given one, and migrates the template that every test database is copied from. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const address = process.env['TEST_DATABASE_URL'] ?? '';
  return process.env['TEST_ENGINE'] === 'given' ? takeGiven(project, address) : startOwn(project);
}

async function takeGiven(project: TestProject, address: string): Promise<() => Promise<void>> {
  const server = await findGivenServer(address);
  const template = `template_${process.pid}`;
  if (!server.citus) {
    await makeTemplate(server, template);
  }
  project.provide('databaseServer', { ...server, from: `template ${template}` });
  return async () => {
    const found = await asSuperuser(server, `select datname from pg_database where datname ~ '^(test|template)_'`);
    for (const { datname } of found) {
      await asSuperuser(server, `drop database ${datname} with (force)`);
    }
  };
}

async function startOwn(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const dataFolder = mkdtempSync(path.join(tmpdir(), prefix));
  // As root the database runs as another account, which has to pass through.
  chmodSync(dataFolder, 0o711);
  const machine = process.env['TEST_ENGINE'] === 'machine';
  const server = await startEmbeddedPostgres({
    dataFolder,
    settings: disposable,
    ...(machine ? { findProgram: findMachineProgram } : {}),
  });
  const tearDown = async () => {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  };
  const template = 'template_migrated';
  const place = { host: server.socketFolder, port: 5432, citus: false };
  try {
    await makeTemplate(place, template);
  } catch (error) {
    await tearDown();
    throw error;
  }
  // As files, which nobody waits for to be on the disk here: half the time of the usual way through the log.
  project.provide('databaseServer', { ...place, from: `template ${template} strategy file_copy` });
  return tearDown;
}

async function asSuperuser({ host, port }: GivenServer, statement: string): Promise<{ datname: string }[]> {
  const connection = { host, port, user: 'postgres', database: 'postgres' };
  return withClient(connection, async (client) => (await client.query<{ datname: string }>(statement)).rows);
}

async function makeTemplate(server: GivenServer, name: string): Promise<void> {
  await asSuperuser(server, `create database ${name}`);
  await migrate({ host: server.host, port: server.port, user: 'postgres', database: name });
}

/** A run that was killed leaves its server and folder behind. Its owner's lock is free then, and only then. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = path.join(tmpdir(), name);
    const cluster = path.join(folder, 'postgres');
    const found = statSync(folder, { throwIfNoEntry: false });
    // One that is being set up right now has no owner yet; another run may just have removed its own.
    if (found === undefined || Date.now() - found.mtimeMs < 60_000) continue;
    const owner = existsSync(`${cluster}.owner`) ? tryFileLock(`${cluster}.owner`) : { release() {} };
    if (owner === undefined) continue;
    const running = await findRunning(cluster);
    if (running !== undefined) await shutDown(running, cluster);
    owner.release();
    rmSync(folder, { recursive: true, force: true });
  }
}
