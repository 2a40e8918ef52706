import type { ClientBase, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { streamOf } from './stream-of.ts';

/** How long a connection may say nothing to those who wait for it, and who they are. */
type Patience = { readonly milliseconds: number; waiting: number; timer?: NodeJS.Timeout | undefined };

const patience = new WeakMap<ClientBase, Patience>();

/**
 * Gives a connection up that says nothing for so long while somebody waits: whoever waits is told that it was terminated. A database
 * that lost its power or its network says nothing, and the system would wait for a quarter of an hour.
 */
export function giveUpAfter(client: ClientBase, milliseconds: number): void {
  patience.set(client, { milliseconds, waiting: 0 });
}

/**
 * Asks a connection, in order with what it was asked before; sent before this returns.
 *
 * The driver's own promise and its own time limit hang a function on each query (`query.callback = …`). V8 makes a function that is
 * written into a property among what is old, and what hangs on it, the query with all its rows, would follow and stay until a
 * collection of everything: 3 MB a second at 300 requests a second (docs/performance.md).
 * @throws what the database says, with the stack of whoever asked.
 */
export function ask<Row extends QueryResultRow>(
  client: ClientBase,
  query: string | (QueryConfig & { readonly rowMode?: 'array' }),
): Promise<QueryResult<Row>> {
  const held = patience.get(client);
  startWaiting(client, held);
  return new Promise<QueryResult<Row>>((resolve, reject) => {
    client.query<Row>(query, (error: Error | null, result) => {
      stopWaiting(held);
      if (error) reject(error);
      else resolve(result);
    });
  }).catch((error: unknown) => {
    if (error instanceof Error) {
      Error.captureStackTrace(error);
    }
    throw error;
  });
}

function startWaiting(client: ClientBase, held: Patience | undefined): void {
  if (held !== undefined) {
    held.waiting += 1;
    held.timer ??= setTimeout(() => streamOf(client)?.destroy(), held.milliseconds);
  }
}

function stopWaiting(held: Patience | undefined): void {
  if (held === undefined) {
    return;
  }
  held.waiting -= 1;
  if (held.waiting === 0) {
    clearTimeout(held.timer);
    held.timer = undefined;
  } else {
    held.timer?.refresh();
  }
}
