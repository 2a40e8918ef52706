import pg from 'pg';
import { ask, giveUpAfter } from './ask.ts';
import { asRefusal, isInFailedTransaction, isUnavailable } from './database-faults.ts';
import { inUtc } from './in-utc.ts';
import { Refusal } from './refusal.ts';
import { type SlowQueries, type SqlTag, tagFor } from './sql.ts';
import { streamOf } from './stream-of.ts';

/** Statements that find a row or two by a key, which no request needs a connection of its own for. */
export type LookUps = {
  /**
   * Sends what `look` asks before it first waits, in a transaction that only reads.
   * @param opening the SET LOCAL statement of the transaction: whose rows row security shows.
   */
  readonly lookUp: <Result>(opening: string, look: (sql: SqlTag) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
};

type Options = {
  readonly config: pg.ClientConfig;
  readonly slow: SlowQueries | undefined;
  readonly onLost: (error: Error) => void;
};

/** So long may an answer take, in milliseconds: as long as a request waits for a connection of its own. */
const longestWait = 4_000;

/**
 * One connection for the look-ups of all requests. What is asked within one turn of the event loop is sent together at its end, by
 * tenant in one transaction each, without waiting for what was sent before: PostgreSQL is woken once for all of it.
 */
export function openLookUps({ config, slow, onLost }: Options): LookUps {
  let line: Promise<Line> | undefined;
  /** An old connection may tell of its end when there is a new one already. */
  const forget = (ended: Promise<Line> | undefined) => {
    if (line === ended) {
      line = undefined;
    }
  };
  const open = (): Promise<Line> => {
    const client = new pg.Client(config);
    const opened = connect(client).then(() => lineOn(client, slow));
    client.on('error', (error) => {
      forget(opened);
      onLost(error);
    });
    client.on('end', () => forget(opened));
    opened.catch(() => forget(opened));
    return opened;
  };
  return {
    lookUp: async (opening, look) => {
      line ??= open();
      const current = line;
      try {
        return await (await current).lookUp(opening, look);
      } catch (error) {
        if (isUnavailable(error)) {
          forget(current);
          void current.then(({ end }) => end()).catch(() => undefined);
        }
        // What another request asked in the same transaction failed.
        throw asRefusal(
          isInFailedTransaction(error) ? new Refusal('server.busy', { cause: error, retryAfterSeconds: 1 }) : error,
        );
      }
    },
    close: async () => {
      const opened = await line?.catch(() => undefined);
      await opened?.end();
    },
  };
}

async function connect(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => streamOf(client)?.destroy(), longestWait);
  try {
    await client.connect();
    // Everybody who waits is told, and the next one tries again.
    giveUpAfter(client, longestWait);
    inUtc(client);
  } finally {
    clearTimeout(timer);
  }
}

type Line = { readonly lookUp: LookUps['lookUp']; readonly end: () => Promise<void> };

function lineOn(client: pg.Client, slow: SlowQueries | undefined): Line {
  const stream = streamOf(client);
  const tag = tagFor(client, slow);
  let opened: { readonly opening: string; readonly begun: Promise<unknown> } | undefined;
  const begin = (opening: string) => {
    if (opened === undefined) {
      stream?.cork();
      setImmediate(() => {
        opened = undefined;
        ask(client, 'commit').catch(() => undefined);
        stream?.uncork();
      });
    }
    const before = opened === undefined ? '' : 'commit; ';
    opened = { opening, begun: ask(client, `${before}begin read only; ${opening}`) };
    return opened;
  };
  return {
    lookUp: async (opening, look) => {
      const { begun } = opened?.opening === opening ? opened : begin(opening);
      // Both: had the transaction not begun, no tenant's rows would be seen, and nobody found.
      const [found] = await Promise.all([look(tag), begun]);
      return found;
    },
    end: () => client.end(),
  };
}
