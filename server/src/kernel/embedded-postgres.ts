import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareDataFolder } from './data-folder.ts';
import { type DatabaseAccount, databaseAccount, firstClosedFolder } from './database-account.ts';
import { errorCode } from './error-code.ts';
import { type FileLock, tryFileLock, withFileLock } from './file-lock.ts';
import {
  findRunning,
  initialize,
  interrupt,
  isServing,
  launch,
  type RunningPostgres,
  shutDown,
  socketPath,
} from './postgres-process.ts';
import { embeddedProgram, type PostgresProgram } from './postgres-program.ts';
import { StartFailure } from './start-failure.ts';

type Options = {
  /** The product's data folder. The database lives in `postgres` below it, its log beside that. */
  readonly dataFolder: string;
  /** Told in a few words what takes a while. */
  readonly onProgress?: (step: string) => void;
  /** Another PostgreSQL than the one from the npm packages. */
  readonly findProgram?: (dataFolder: string, account: DatabaseAccount) => Promise<PostgresProgram>;
  readonly settings?: Readonly<Record<string, string>>;
};

export type EmbeddedPostgres = {
  /** Connect with this folder as the host; superuser `postgres`, no password: the folder is closed to other accounts. */
  readonly socketFolder: string;
  /** True when the server was already running. */
  readonly attached: boolean;
  readonly pid: number;
  /** Stops the server if it is ours: we started it, or took it over from a process that died. */
  readonly stop: () => Promise<void>;
};

// The path of a Unix socket fits in 104 bytes on macOS and 108 on Linux, its closing zero included.
const socketPathLimitBytes = 103;
const watchIntervalMs = 1_000;

/** For machines with 2 cores and 2 GB that also run the server. Durability stays at its defaults: every commit reaches the disk. */
const smallMachine = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '96MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  min_wal_size: '80MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  autovacuum_max_workers: '2',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A failed statement and the row it failed on may hold personal data; the server logs its own words for it.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/**
 * Starts the real PostgreSQL that came with the npm packages on a folder, or attaches to the one that runs there.
 * It has no port: only this account (and root) reaches it, over a Unix socket. A process that dies leaves it running; the
 * next start takes it over. A server that dies is started again. Refuses with a StartFailure whose sentence says how to mend it.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new StartFailure('The embedded database needs Linux or macOS. Set DATABASE_URL to a PostgreSQL 15 or newer.');
  }
  const dataFolder = openDataFolder(options.dataFolder);
  return keepRunning({ ...options, dataFolder }, path.join(dataFolder, 'postgres'));
}

/** Starts or attaches, and does so again whenever the server is gone: killed, or stopped by the process that owned it. */
async function keepRunning(options: Options, cluster: string): Promise<EmbeddedPostgres> {
  const startLock = `${cluster}.starting`;
  let server: RunningPostgres | undefined;
  let ownership: FileLock | undefined;
  let stopped: Promise<void> | undefined;

  const ensure = () =>
    withFileLock(startLock, async () => {
      if (stopped !== undefined) throw new Error('The database was stopped meanwhile.');
      const account = databaseAccount(cluster);
      const running = existsSync(cluster) ? await findRunning(cluster) : undefined;
      // Whoever holds this lock stops the server. It is free when the process that started the server has died.
      ownership ??= tryFileLock(`${cluster}.owner`);
      server = running ?? (await start(options, cluster, account));
      return { ...server, attached: running !== undefined };
    });

  // A process that ends without `stop` (Ctrl-C while it starts, a defect) still takes its database with it; only a kill leaves it.
  const leave = () => {
    if (ownership !== undefined) interrupt(cluster);
  };
  process.once('exit', leave);
  const first = await ensure().catch((error: unknown) => {
    process.off('exit', leave);
    ownership?.release();
    throw error;
  });
  const watch = setInterval(() => {
    if (stopped !== undefined || server === undefined || isServing(server, cluster)) return;
    server = undefined;
    // What fails now is tried again at the next look; until then the product answers that its database is away.
    ensure().catch(() => {
      server = first;
    });
  }, watchIntervalMs);
  watch.unref();

  const stop = async () => {
    clearInterval(watch);
    process.off('exit', leave);
    await withFileLock(startLock, async () => {
      const running = ownership === undefined ? undefined : await findRunning(cluster);
      if (running === undefined) return;
      await shutDown(running, cluster);
      if (running.socketFolder !== cluster) rmSync(running.socketFolder, { recursive: true, force: true });
    });
    ownership?.release();
  };
  return {
    ...first,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function openDataFolder(given: string): string {
  const wanted = path.resolve(given);
  prepareDataFolder(wanted);
  const folder = realpathSync(wanted);
  // The lock of a start, closed to other accounts: whoever may read a lock's file can hold it.
  closeSync(openSync(path.join(folder, 'postgres.starting'), 'a', 0o600));
  return folder;
}

async function start(options: Options, cluster: string, account: DatabaseAccount): Promise<RunningPostgres> {
  const { dataFolder, onProgress } = options;
  refuseClosedFolder(account, dataFolder);
  const program = await (options.findProgram ?? embeddedProgram)(dataFolder, account);
  if (isCluster(cluster)) {
    refuseOtherVersion(cluster, program);
  } else {
    onProgress?.('Setting up the database');
    createCluster({ dataFolder, cluster, account, program });
  }
  onProgress?.('Starting the database');
  const settings = { ...smallMachine, ...(program.majorVersion >= 18 ? { io_workers: '1' } : {}), ...options.settings };
  return launch({ program, account, cluster, socketFolder: socketFolderFor(cluster, account), settings });
}

function refuseClosedFolder(account: DatabaseAccount, dataFolder: string): void {
  const closed = firstClosedFolder(account, dataFolder);
  if (closed === undefined) return;
  throw new StartFailure(
    `The database runs as '${account.name}', because PostgreSQL refuses to run as root, and that account may not enter ${closed}. ` +
      `Set DATA_DIR to a folder that it can reach, such as DATA_DIR=/var/lib/sentrywell, or open the way with 'chmod o+x ${closed}'.`,
  );
}

function isCluster(folder: string): boolean {
  return existsSync(path.join(folder, 'PG_VERSION'));
}

function refuseOtherVersion(cluster: string, { majorVersion }: PostgresProgram): void {
  const version = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version === String(majorVersion)) return;
  throw new StartFailure(
    `The database in ${cluster} was made by PostgreSQL ${version}, and this is PostgreSQL ${majorVersion}. Set DATA_DIR to another folder, or move the data with pg_dump.`,
  );
}

type NewCluster = {
  readonly dataFolder: string;
  readonly cluster: string;
  readonly account: DatabaseAccount;
  readonly program: PostgresProgram;
};

/** Set up beside its final place and then renamed, so that a set-up that was cut off never looks like a database. */
function createCluster({ dataFolder, cluster, account, program }: NewCluster): void {
  if (existsSync(cluster)) {
    if (readdirSync(cluster).length > 0) {
      throw new StartFailure(
        `${cluster} holds something that is not a database. Move it away, or set DATA_DIR to another folder.`,
      );
    }
    rmdirSync(cluster);
  }
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makePrivateFolder(unfinished, account);
  initialize(program, account, unfinished);
  renameSync(unfinished, cluster);
  const folder = openSync(dataFolder, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function makePrivateFolder(folder: string, { become }: DatabaseAccount): void {
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(folder, 0o700);
  if (become !== undefined) chownSync(folder, become.uid, become.gid);
}

/** Inside the cluster, or, where that path is too long for a socket, in a short folder for temporary files. */
function socketFolderFor(cluster: string, account: DatabaseAccount): string {
  if (Buffer.byteLength(socketPath(cluster)) <= socketPathLimitBytes) return cluster;
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
  const folder = path.join(tmpdir(), `sentrywell-${name}`);
  try {
    makePrivateFolder(folder, account);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  const owner = account.become?.uid ?? process.getuid?.();
  // Anybody may create a folder there first, and would then see every connection.
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new StartFailure(
      `${folder} belongs to somebody else. Remove it, or set DATA_DIR to a folder with a shorter path.`,
    );
  }
  return folder;
}
