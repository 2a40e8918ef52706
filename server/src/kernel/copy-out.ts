import { pipeline, type Readable, Transform } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from './database.ts';
import { Refusal } from './refusal.ts';
import { Fragment } from './sql.ts';
import type { MspDb, OrganizationDb } from './tenant.ts';

/**
 * Files of any length straight out of the database, under the same row security as a request: PostgreSQL writes the lines,
 * and reads on only as fast as the receiver takes them.
 */

declare const brand: unique symbol;

/** What a handle could see, kept beyond its transaction. */
export type CopyView = {
  readonly [brand]: 'copy';
  readonly tenantId: number;
  readonly organizationId: number | undefined;
};

export function copyViewOf(db: MspDb | OrganizationDb): CopyView {
  const organizationId = 'organizationId' in db ? db.organizationId : undefined;
  return { tenantId: db.tenantId, organizationId } as CopyView;
}

function literal(value: unknown): string {
  if (value instanceof Fragment) {
    return withLiterals(value);
  }
  if (value === null || typeof value === 'boolean') {
    return String(value);
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? String(value) : 'null';
  }
  if (typeof value === 'string') {
    return pg.escapeLiteral(value);
  }
  if (value instanceof Date) {
    return pg.escapeLiteral(value.toISOString());
  }
  if (Array.isArray(value) && value.every((item) => Number.isSafeInteger(item))) {
    return `'{${value.join(',')}}'`;
  }
  throw new Error('A value of this kind has no literal.');
}

/** COPY takes no parameters: its values stand in its text, each one escaped. */
function withLiterals({ strings, values }: Fragment): string {
  return strings.map((text, index) => (index < values.length ? text + literal(values[index]) : text)).join('');
}

/** The COPY statement of an order. */
export function copyText({ query, options }: { readonly query: Fragment; readonly options: string }): string {
  return `copy (${withLiterals(query)}) to stdout with (${options})`;
}

const atOnce = 4;
/** However many files one tenant wants, the others find a place. */
const atOnceForTenant = 2;
/** A file that leaves, or is about to. */
export type Place = { readonly tenantId: number };
const taken = new Set<Place>();

/** @throws Refusal server.busy */
function takePlace(tenantId: number): Place {
  const own = [...taken].filter((place) => place.tenantId === tenantId).length;
  if (taken.size >= atOnce || own >= atOnceForTenant) {
    throw new Refusal('server.busy', { retryAfterSeconds: 5 });
  }
  const place = { tenantId };
  taken.add(place);
  return place;
}

/**
 * Keeps a place for a file before anything is read for it or written down about it; `copyOut` gives it back with the last byte.
 * @throws Refusal server.busy when too many files leave at the same time, of all tenants or of one.
 */
export async function inPlace<Result>(tenantId: number, work: (place: Place) => Promise<Result>): Promise<Result> {
  const place = takePlace(tenantId);
  try {
    return await work(place);
  } catch (error) {
    taken.delete(place);
    throw error;
  }
}

const patienceSeconds = 60;
const leastBytesPerSecond = 32 * 1024;

/**
 * Who reads slowly keeps a place and an open transaction: a file may wait a minute for its receiver, and longer only as the
 * receiver takes more of it. @returns what counts the bytes on their way to the receiver.
 */
function breakOffWhenSlow(receiver: Transform): Transform {
  let bytes = 0;
  let waitedSeconds = 0;
  const timer = setInterval(() => {
    waitedSeconds += receiver.writableNeedDrain ? 1 : 0;
    if (waitedSeconds > patienceSeconds + bytes / leastBytesPerSecond) {
      receiver.destroy(new Error('The receiver of a file was too slow.'));
    }
  }, 1_000).unref();
  receiver.once('close', () => clearInterval(timer));
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
}

/**
 * Streams `copy (query) to stdout with (options)` through the transforms. The connection ends with the stream, whichever
 * side ends it, and with a receiver that is too slow; so does its place.
 */
export async function copyOut(
  database: Database,
  { view, place }: { readonly view: CopyView; readonly place: Place },
  order: { readonly query: Fragment; readonly options: string },
  through: Transform,
): Promise<Readable> {
  let client: pg.Client | undefined;
  const end = async () => {
    taken.delete(place);
    // A COPY that was not read to its end is broken off together with its connection.
    await client?.end().catch(() => undefined);
  };
  try {
    client = await database.connectApart();
    await client.query('begin transaction read only');
    await client.query(`set local app.tenant_id = '${view.tenantId}'`);
    if (view.organizationId !== undefined) {
      await client.query(`set local app.organization_id = '${view.organizationId}'`);
    }
    const source = client.query(copyTo(copyText(order)));
    pipeline(source, breakOffWhenSlow(through), through, () => void end());
    return through;
  } catch (error) {
    await end();
    throw error;
  }
}
