import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { ask, giveUpAfter } from './ask.ts';
import { inUtc } from './in-utc.ts';
import { type LookUps, openLookUps } from './look-ups.ts';
import type { SlowQueries } from './sql.ts';
import { inTransaction, type OpenTransaction, type TransactionShape } from './transaction.ts';

export type DatabaseOptions = {
  /** Connection of the restricted login, see start-database.ts. */
  readonly connection: pg.ClientConfig;
  /** At most this many in the pool. */
  readonly connections: number;
  readonly log: { readonly warn: (details: object, message: string) => void };
  /** Statements that take so long stand in the log. */
  readonly slowQueryMs?: number | undefined;
  readonly limits?: Limits;
};

/**
 * When PostgreSQL itself breaks off, in milliseconds (security rule 27): a statement, a wait for a lock, and a transaction in
 * which nothing happens, as a server that was frozen or cut off from the network leaves one behind with all its locks.
 */
export type Limits = {
  readonly statement_timeout: number;
  readonly lock_timeout: number;
  readonly idle_in_transaction_session_timeout: number;
};

export const usualLimits: Limits = {
  statement_timeout: 60_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

export type Database = {
  /** Runs the work in one transaction: COMMIT when it returns, ROLLBACK when it throws. */
  readonly transaction: <Result>(
    options: TransactionShape,
    work: (transaction: OpenTransaction) => Promise<Result>,
  ) => Promise<Result>;
  /** Finds a row or two by a key, on one connection for all. */
  readonly lookUp: LookUps['lookUp'];
  /** Whether the database answers within two seconds, and takes writes: what has become a standby serves nobody. */
  readonly isUsable: () => Promise<boolean>;
  /** A connection outside the pool and without its limits, for COPY; the caller ends it. */
  readonly connectApart: () => Promise<pg.Client>;
  /** At most this many in the pool. */
  readonly connections: number;
  /** Connections now: open ones, those of them that nobody uses, and how many requests wait for one. */
  readonly use: () => { readonly open: number; readonly idle: number; readonly waiting: number };
  readonly close: () => Promise<void>;
};

const int8 = 20;
const numeric = 1700;
const date = 1082;
const timestamp = 1114;
const timestamptz = 1184;

/** '2026-11-21 08:55:30.123456+00' (connections are in UTC) → '2026-11-21T08:55:30.123Z'. */
function instantOf(text: string): string {
  const time = text.slice(11, text.length - 3);
  // Nearly all have their milliseconds: few pieces, because there are hundreds of them in a list.
  const shown = time.length >= 12 ? time.slice(0, 12) : `${time}${time.length === 8 ? '.' : ''}`.padEnd(12, '0');
  return `${text.slice(0, 10)}T${shown}Z`;
}

const parsers = new Map<number, (text: string) => unknown>([
  [int8, Number],
  [numeric, Number],
  [date, (text) => text],
  [timestamp, (text) => text],
  [timestamptz, instantOf],
]);

/** Text goes out again as text: no Date objects on the way (they cost 1 ms per 200 rows). */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? (pg.types.getTypeParser(oid, format) as unknown)) as pg.CustomTypesConfig['getTypeParser'],
};

export function openDatabase({
  connection,
  connections,
  log,
  slowQueryMs,
  limits = usualLimits,
}: DatabaseOptions): Database {
  const config = { ...connection, ...limits, types: typeParsers, pipeline: true };
  const pool = new pg.Pool({
    ...config,
    max: connections,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
  });
  // Without these two listeners the process dies together with PostgreSQL. The pool says again what the connection said, and hangs
  // the whole connection with its statements on the error: nothing to log.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
    // PostgreSQL would have broken off by then.
    giveUpAfter(client, limits.statement_timeout + 5_000);
    inUtc(client);
  });

  const slow: SlowQueries | undefined =
    slowQueryMs === undefined
      ? undefined
      : { milliseconds: slowQueryMs, tell: (query) => log.warn({ query }, 'a slow query') };

  const lookUps = openLookUps({
    config,
    slow,
    onLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  return {
    lookUp: lookUps.lookUp,
    transaction: (options, work) => inTransaction({ pool, slow }, options, work),
    isUsable: () => isUsable(pool),
    connectApart: async () => {
      const client = new pg.Client({ ...connection, types: typeParsers });
      client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
      await client.connect();
      inUtc(client);
      return client;
    },
    connections,
    use: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await lookUps.close();
      await pool.end();
    },
  };
}

async function isUsable(pool: pg.Pool): Promise<boolean> {
  const limit = new AbortController();
  try {
    return await Promise.race([takesWrites(pool), wait(2_000, false, { signal: limit.signal })]);
  } catch {
    return false;
  } finally {
    limit.abort();
  }
}

async function takesWrites(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  let isLost = true;
  try {
    const { rows } = await ask<{ readonly transaction_read_only: string }>(client, 'show transaction_read_only');
    isLost = false;
    return rows[0]?.transaction_read_only === 'off';
  } finally {
    client.release(isLost);
  }
}
