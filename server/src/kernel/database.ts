import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Refusal } from './refusal.ts';
import { type SlowQueries, type SqlTag, tagFor } from './sql.ts';

export type DatabaseOptions = {
  /** Connection of the restricted login, see kernel/connection.ts. */
  readonly connection: pg.ClientConfig;
  /** At most this many connections. */
  readonly connections: number;
  readonly log: { readonly warn: (details: object, message: string) => void };
  /** Statements that take so long stand in the log. */
  readonly slowQueryMs?: number | undefined;
};

/** A connection that is inside a transaction. */
export type OpenTransaction = {
  readonly sql: SqlTag;
  /** Sends a settings statement without waiting for its answer: it travels with the next statement. */
  readonly set: (statement: string) => void;
  /** Statements that were sent last: COMMIT travels with them. If one fails, it is a ROLLBACK, and the transaction fails. */
  readonly last: (sent: Promise<unknown>) => void;
};

export type TransactionShape = {
  /** SET LOCAL statements: they are one message with BEGIN, and travel with the first statement in one round trip. */
  readonly opening: readonly string[];
  /** Asked when the work is done: whether the answer to COMMIT matters. A plain read need not wait for it. */
  readonly waitsForCommit: () => boolean;
};

export type Database = {
  /** Runs the work in one transaction: COMMIT when it returns, ROLLBACK when it throws. */
  readonly transaction: <Result>(
    options: TransactionShape,
    work: (transaction: OpenTransaction) => Promise<Result>,
  ) => Promise<Result>;
  /** Whether the database answers within two seconds. */
  readonly answers: () => Promise<boolean>;
  /** A connection outside the pool, for COPY and LISTEN; the caller ends it. */
  readonly connectApart: () => Promise<pg.Client>;
  /** At most this many connections. */
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

/** '2026-11-21 08:55:30.123456+00' (sessions run in UTC) → '2026-11-21T08:55:30.123Z'. */
function instantOf(text: string): string {
  const fraction = text.slice(20, text.length - 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
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

/** Connection errors, and what PostgreSQL says while it starts, stops or is full: 503, not a defect. */
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '53200',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '25006',
]);

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'code' in error ? String(error.code) : '';
  return (
    unavailableCodes.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/i.test(
      error.message,
    )
  );
}

function asRefusal(error: unknown): unknown {
  if (isUnavailable(error)) {
    return new Refusal('database.unavailable', { cause: error, retryAfterSeconds: 2 });
  }
  // 57014: statement_timeout; 55P03: lock_timeout; 40001, 40P01: lost against another transaction.
  if (error instanceof Error && 'code' in error && ['57014', '55P03', '40001', '40P01'].includes(String(error.code))) {
    return new Refusal('server.busy', { cause: error, retryAfterSeconds: 2 });
  }
  return error;
}

export function openDatabase({ connection, connections, log, slowQueryMs }: DatabaseOptions): Database {
  const config = { ...connection, types: typeParsers, pipeline: true };
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
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')),
  );

  const slow: SlowQueries | undefined =
    slowQueryMs === undefined
      ? undefined
      : { milliseconds: slowQueryMs, tell: (query) => log.warn({ query }, 'a slow query') };

  return {
    transaction: (options, work) => inTransaction({ pool, slow }, options, work),
    answers: () => answers(pool),
    connectApart: async () => {
      const client = new pg.Client({ ...connection, types: typeParsers });
      client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
      await client.connect();
      return client;
    },
    connections,
    use: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** The driver's connection: its types leave out the stream below. */
type Corkable = { readonly connection?: { readonly stream?: { cork: () => void; uncork: () => void } } };

/**
 * Gathers what is sent until everything that can run now has run, and hands it to the system at once: BEGIN, the settings and
 * the first statement take one call of the system, and wake PostgreSQL once.
 */
function gathering(client: pg.PoolClient): () => void {
  const { stream } = (client as Corkable).connection ?? {};
  let isGathering = false;
  return () => {
    if (stream === undefined || isGathering) {
      return;
    }
    isGathering = true;
    stream.cork();
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  };
}

/** Connections whose last transaction only read and was not committed yet: see `commitLater`. */
const uncommitted = new WeakSet<pg.PoolClient>();

/**
 * Nobody waits for the COMMIT of a read. Where another transaction waits for the connection, its BEGIN takes the COMMIT along in one
 * message; else it goes out by itself, as soon as this turn of the event loop is over.
 */
function commitLater(client: pg.PoolClient): void {
  uncommitted.add(client);
  setImmediate(() => {
    if (uncommitted.delete(client)) {
      client.query('commit').catch(() => undefined);
    }
  });
}

async function inTransaction<Result>(
  { pool, slow }: { readonly pool: pg.Pool; readonly slow: SlowQueries | undefined },
  { opening, waitsForCommit }: TransactionShape,
  work: (transaction: OpenTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asRefusal(error);
  });
  // Statements sent ahead: their errors surface when the transaction is used, and are kept here until then.
  let failed: Error | undefined;
  const keepFailure = (sent: Promise<unknown>) => {
    sent.catch((error: unknown) => {
      failed ??= error instanceof Error ? error : new Error(String(error));
    });
  };
  const gather = gathering(client);
  const ahead = (text: string) => {
    gather();
    keepFailure(client.query(text));
  };
  const tag = tagFor(client, slow);
  const sql: SqlTag = (strings, ...values) => {
    gather();
    return tag(strings, ...values);
  };
  let broken = false;
  try {
    // One message: each has an answer of its own, and each answer wakes this process.
    const before = uncommitted.delete(client) ? ['commit'] : [];
    ahead([...before, 'begin', ...opening].join('; '));
    const result = await work({ sql, set: ahead, last: keepFailure });
    if (failed !== undefined) {
      throw failed;
    }
    if (waitsForCommit()) {
      const { command } = await client.query('commit');
      if (failed !== undefined || command !== 'COMMIT') {
        throw failed ?? new Error('The transaction was rolled back.');
      }
    } else {
      commitLater(client);
    }
    return result;
  } catch (error) {
    broken = !(await rolledBack(client));
    throw asRefusal(failed ?? error);
  } finally {
    client.release(broken);
  }
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const limit = new AbortController();
  try {
    return await Promise.race([pool.query('select 1').then(() => true), wait(2_000, false, { signal: limit.signal })]);
  } catch {
    return false;
  } finally {
    limit.abort();
  }
}
