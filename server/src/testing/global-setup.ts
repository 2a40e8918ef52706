import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../kernel/embedded-postgres.ts';
import { tryFileLock } from '../kernel/file-lock.ts';
import { migrate } from '../kernel/migrate.ts';
import { findRunning, shutDown } from '../kernel/postgres-process.ts';
import { findMachineProgram } from './machine-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the run's PostgreSQL listens. */
    readonly databaseSocketFolder: string;
  }
}

const migrations = path.resolve(import.meta.dirname, '../../../db/migrations');
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

/** Starts the run's one PostgreSQL and migrates the template that every test database is copied from. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
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
  try {
    await makeTemplate(server.socketFolder);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('databaseSocketFolder', server.socketFolder);
  return tearDown;
}

async function makeTemplate(host: string): Promise<void> {
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query('create database template_migrated');
  await client.end();
  await migrate({ host, user: 'postgres', database: 'template_migrated' }, migrations);
}

/** A run that was killed leaves its server and folder behind. Its owner's lock is free then, and only then. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = path.join(tmpdir(), name);
    const cluster = path.join(folder, 'postgres');
    // One that is being set up right now has no owner yet.
    if (Date.now() - statSync(folder).mtimeMs < 60_000) continue;
    const owner = existsSync(`${cluster}.owner`) ? tryFileLock(`${cluster}.owner`) : { release() {} };
    if (owner === undefined) continue;
    const running = await findRunning(cluster);
    if (running !== undefined) await shutDown(running, cluster);
    owner.release();
    rmSync(folder, { recursive: true, force: true });
  }
}
