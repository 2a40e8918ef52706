import type pg from 'pg';
import { ask } from './ask.ts';
import { asRefusal, isInFailedTransaction } from './database-faults.ts';
import { type SlowQueries, type SqlTag, tagFor } from './sql.ts';
import { streamOf } from './stream-of.ts';

/** A connection that is inside a transaction. */
export type OpenTransaction = {
  readonly sql: SqlTag;
  /** Sends a settings statement without waiting for its answer: it travels with the next statement. */
  readonly set: (statement: string) => void;
  /** Statements that nobody waits for: the next ones travel with them, or COMMIT. If one fails, the transaction fails with its error. */
  readonly alongside: (sent: Promise<unknown>) => void;
};

export type TransactionShape = {
  /** SET LOCAL statements: they are one message with BEGIN, and travel with the first statement in one round trip. */
  readonly opening: readonly string[];
  /** Asked when the work is done: whether the answer to COMMIT matters. A plain read need not wait for it. */
  readonly waitsForCommit: () => boolean;
};

/**
 * Gathers what is sent until everything that can run now has run, and hands it to the system at once: BEGIN, the settings and
 * the first statement take one call of the system, and wake PostgreSQL once.
 */
function gathering(client: pg.PoolClient): () => void {
  const stream = streamOf(client);
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
      ask(client, 'commit').catch(() => undefined);
    }
  });
}

type Source = { readonly pool: pg.Pool; readonly slow: SlowQueries | undefined };
type KeepFailure = (sent: Promise<unknown>) => void;

/** A connection while it belongs to one transaction. */
type Held = { readonly client: pg.PoolClient; readonly sql: SqlTag; readonly send: (text: string) => void };

/** Takes a connection and begins, in one message: each has an answer of its own, and each answer wakes this process. */
async function beginOn({ pool, slow }: Source, opening: readonly string[], keepFailure: KeepFailure): Promise<Held> {
  const client = await pool.connect();
  const gather = gathering(client);
  const tag = tagFor(client, slow);
  const send = (text: string) => {
    gather();
    keepFailure(ask(client, text));
  };
  const before = uncommitted.delete(client) ? ['commit'] : [];
  send([...before, 'begin', ...opening].join('; '));
  return {
    client,
    send,
    sql: (strings, ...values) => {
      gather();
      return tag(strings, ...values);
    },
  };
}

/** A transaction that begins with its first statement: work that asks nothing takes no connection. */
function beginningWhenAsked(source: Source, opening: readonly string[], keepFailure: KeepFailure) {
  const settings = [...opening];
  let beginning: Promise<Held> | undefined;
  let held: Held | undefined;
  const begin = () => {
    const sent = beginOn(source, settings, keepFailure);
    // First of those who wait for the connection: nobody who asks later overtakes those who asked before.
    sent.then(
      (begun) => (held = begun),
      () => undefined,
    );
    return sent;
  };
  const sql: SqlTag = (strings, ...values) => {
    if (held !== undefined) {
      return held.sql(strings, ...values);
    }
    beginning ??= begin();
    return beginning.then((begun) => begun.sql(strings, ...values));
  };
  const set = (statement: string) => {
    if (held !== undefined) {
      held.send(statement);
    } else if (beginning === undefined) {
      settings.push(statement);
    } else {
      keepFailure(beginning.then(({ send }) => send(statement)));
    }
  };
  return { sql, set, begun: async () => beginning };
}

function saysWhy(failed: Error | undefined): boolean {
  return failed !== undefined && !isInFailedTransaction(failed);
}

export async function inTransaction<Result>(
  source: Source,
  { opening, waitsForCommit }: TransactionShape,
  work: (transaction: OpenTransaction) => Promise<Result>,
): Promise<Result> {
  // Statements sent ahead: their errors surface when the transaction is used, and are kept here until then.
  let failed: Error | undefined;
  const keepFailure: KeepFailure = (sent) => {
    sent.catch((error: unknown) => {
      // Of answers that come together, the one that says why may be heard last.
      if (!saysWhy(failed)) {
        failed = error instanceof Error ? error : new Error(String(error));
      }
    });
  };
  const { sql, set, begun } = beginningWhenAsked(source, opening, keepFailure);
  let broken = false;
  let client: pg.PoolClient | undefined;
  try {
    const result = await work({ sql, set, alongside: keepFailure });
    client = (await begun())?.client;
    if (failed !== undefined) {
      throw failed;
    }
    if (client !== undefined) {
      await (waitsForCommit() ? commit(client, () => failed) : commitLater(client));
    }
    return result;
  } catch (error) {
    client = (await begun().catch(() => undefined))?.client;
    broken = client !== undefined && !(await rolledBack(client));
    throw asRefusal(saysWhy(failed) ? failed : error);
  } finally {
    client?.release(broken);
  }
}

async function commit(client: pg.PoolClient, failure: () => Error | undefined): Promise<void> {
  const { command } = await ask(client, 'commit');
  if (failure() !== undefined || command !== 'COMMIT') {
    throw failure() ?? new Error('The transaction was rolled back.');
  }
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await ask(client, 'rollback');
    return true;
  } catch {
    return false;
  }
}
