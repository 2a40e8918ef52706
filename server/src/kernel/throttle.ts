import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { Kernel } from './kernel.ts';
import type { Door } from './route.ts';
import { only, sqlOf } from './sql.ts';
import { platformTenantId, type TenantDb } from './tenant.ts';
import { tooMany } from './too-many.ts';

/**
 * Counters that all app servers share, in the table `throttle`. Rows are locked one by one in the order of their keys, so two
 * requests never wait for each other in a ring, and each statement names one key, as a distributed table wants it.
 */
type Counter = { count: number; windowEndsAt: string; blockedUntil: string | null };

/** A key holds no address and no e-mail in clear. */
export function throttleKey(what: string, ...who: readonly (string | number)[]): string {
  return `${what}:${createHash('sha256').update(who.join('\u0000')).digest('base64url').slice(0, 32)}`;
}

/** Whom an address stands for: the address itself, and for IPv6 the network that one subscriber gets. */
export function networkOf(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(mapped) || !isIPv6(mapped)) {
    return mapped;
  }
  const [head = '', tail] = (mapped.split('%', 1)[0] ?? '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  const groups = [...front, ...gap, ...back].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

const second = 1_000;
const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * second);
const secondsUntil = (instant: string, now: Date) => (Date.parse(instant) - now.getTime()) / second;

/**
 * A time that no right clock can have set, the clocks of two servers being a little apart: it is from a clock that was ahead and was set
 * right, and is over. Else a minute of a wrong date would keep people out until that date.
 */
const isFromWrongClock = (secondsLeft: number, longestSeconds: number) => secondsLeft > 2 * longestSeconds;

function secondsLeft(instant: string | null, longestSeconds: number, now: Date): number {
  const seconds = instant === null ? 0 : secondsUntil(instant, now);
  return isFromWrongClock(seconds, longestSeconds) ? 0 : seconds;
}

/** Reads and locks the row, whoever made it: an update that changes nothing. */
async function lockedCounter(db: TenantDb, key: string, now: Date): Promise<Counter> {
  return only(
    await sqlOf(db)<Counter>`insert into throttle (key, count, window_ends_at) values (${key}, 0, ${now})
      on conflict (key) do update set count = throttle.count returning count, window_ends_at, blocked_until`,
  );
}

type NewCounter = {
  readonly key: string;
  readonly count: number;
  readonly endsAt: Date;
  readonly blockedUntil: Date | null;
};

async function saveCounter(db: TenantDb, { key, count, endsAt, blockedUntil }: NewCounter): Promise<void> {
  await sqlOf(
    db,
  )`update throttle set count = ${count}, window_ends_at = ${endsAt}, blocked_until = ${blockedUntil}::timestamptz
    where key = ${key}`;
}

export type CallLimit = {
  readonly key: string;
  /** So many calls in a window are let through. */
  readonly limit: number;
  readonly windowSeconds: number;
};

/** Counts a call. @returns seconds to wait when there were too many; 0 otherwise. Commit in either case. */
export async function countCall(db: TenantDb, { key, limit, windowSeconds }: CallLimit, now: Date): Promise<number> {
  const counter = await lockedCounter(db, key, now);
  const isOver = secondsLeft(counter.windowEndsAt, windowSeconds, now) <= 0;
  const count = isOver ? 1 : counter.count + 1;
  if (count > limit) {
    return secondsUntil(counter.windowEndsAt, now);
  }
  const endsAt = isOver ? after(now, windowSeconds) : new Date(counter.windowEndsAt);
  await saveCounter(db, { key, count, endsAt, blockedUntil: null });
  return 0;
}

/** Limits what anybody may call: `limit` calls per address and window, more where RATE_LIMIT_FACTOR says so. */
export async function limitOpenCalls(
  door: Door,
  { clock, settings }: Pick<Kernel, 'clock' | 'settings'>,
  rule: { readonly what: string; readonly limit: number; readonly windowSeconds: number },
): Promise<void> {
  const key = throttleKey(rule.what, networkOf(door.origin.address));
  const limit = Math.max(1, rule.limit * settings.rateLimitFactor);
  const waitSeconds = await door.enter(platformTenantId, (db) => countCall(db, { ...rule, key, limit }, clock.now()));
  if (waitSeconds > 0) {
    throw tooMany('request.too_many', waitSeconds);
  }
}

/** How failures are slowed down: after `free` of them each one makes the next attempt wait, twice as long every time. */
export type AttemptRule = {
  readonly key: string;
  readonly free: number;
  readonly firstDelaySeconds: number;
  readonly longestDelaySeconds: number;
  /** Failures are forgotten so long after the first one. */
  readonly windowSeconds: number;
  /** Counts, but makes nobody wait. */
  readonly onlyCounts?: boolean;
};

function delaySeconds(rule: AttemptRule, failures: number): number {
  const over = failures - rule.free;
  return over <= 0 ? 0 : Math.min(rule.longestDelaySeconds, rule.firstDelaySeconds * 2 ** Math.min(over - 1, 30));
}

/**
 * Counts an attempt as failed before it is made, so that many at once can't slip through; `forgiveAttempt` takes it back.
 * @returns seconds to wait: then the attempt must not be made and was not counted. 0: go on. Commit in either case.
 */
export async function beginAttempt(db: TenantDb, rules: readonly AttemptRule[], now: Date): Promise<number> {
  const ordered = [...rules].sort((one, other) => (one.key < other.key ? -1 : 1));
  const counters = await Promise.all(
    ordered.map(async (rule) => ({ rule, counter: await lockedCounter(db, rule.key, now) })),
  );
  const waits = counters.map(({ rule, counter }) =>
    rule.onlyCounts === true ? 0 : secondsLeft(counter.blockedUntil, rule.longestDelaySeconds, now),
  );
  const wait = Math.max(0, ...waits);
  if (wait > 0) {
    return wait;
  }
  await Promise.all(
    counters.map(({ rule, counter }) => {
      const isOver = secondsLeft(counter.windowEndsAt, rule.windowSeconds, now) <= 0;
      const count = isOver ? 1 : counter.count + 1;
      const delay = delaySeconds(rule, count);
      return saveCounter(db, {
        key: rule.key,
        count,
        endsAt: isOver ? after(now, rule.windowSeconds) : new Date(counter.windowEndsAt),
        blockedUntil: delay === 0 ? null : after(now, delay),
      });
    }),
  );
  return 0;
}

/** The attempt succeeded: these counters begin anew. */
export async function forgetAttempts(db: TenantDb, keys: readonly string[]): Promise<void> {
  const sql = sqlOf(db);
  await Promise.all([...keys].sort().map((key) => sql`delete from throttle where key = ${key}`));
}

/** The attempt succeeded: it alone is taken back. */
export async function forgiveAttempt(db: TenantDb, key: string): Promise<void> {
  await sqlOf(db)`update throttle set count = greatest(0, count - 1), blocked_until = null where key = ${key}`;
}

/** Remembers something for a while, such as the addresses from which a person has signed in. */
export async function remember(db: TenantDb, key: string, until: Date): Promise<void> {
  await sqlOf(db)`insert into throttle (key, count, window_ends_at) values (${key}, 1, ${until})
    on conflict (key) do update set window_ends_at = ${until}`;
}

export async function isRemembered(db: TenantDb, key: string, now: Date): Promise<boolean> {
  const rows = await sqlOf(db)<{
    key: string;
  }>`select key from throttle where key = ${key} and window_ends_at > ${now}`;
  return rows.length > 0;
}

/** Neither an interval nor a pause is longer: whoever waits would have given up. */
const longestTurnSeconds = 60;

/**
 * Takes the one turn that all servers share: at most one per interval. The time is the database's, so that servers whose
 * clocks differ agree. @returns milliseconds until the next turn may be asked for; 0: this turn is yours. Commit in either case.
 */
export async function takeTurn(
  db: TenantDb,
  { key, intervalMs }: { readonly key: string; readonly intervalMs: number },
): Promise<number> {
  const { now, freeAt } = await lockedTurn(db, key);
  const waitMs = freeAt - now;
  if (waitMs > 0 && !isFromWrongClock(waitMs / second, longestTurnSeconds)) {
    return waitMs;
  }
  await saveTurn(db, key, new Date(now + intervalMs));
  return 0;
}

/** Nobody's turn comes before so many milliseconds are over. */
export async function holdTurns(db: TenantDb, key: string, milliseconds: number): Promise<void> {
  const { now, freeAt } = await lockedTurn(db, key);
  const isRight = !isFromWrongClock((freeAt - now) / second, longestTurnSeconds);
  await saveTurn(db, key, new Date(Math.max(isRight ? freeAt : 0, now + milliseconds)));
}

async function lockedTurn(db: TenantDb, key: string): Promise<{ readonly now: number; readonly freeAt: number }> {
  const { windowEndsAt } = await lockedCounter(db, key, new Date(0));
  const { now } = only(await sqlOf(db)<{ now: string }>`select clock_timestamp() as now`);
  return { now: Date.parse(now), freeAt: Date.parse(windowEndsAt) };
}

async function saveTurn(db: TenantDb, key: string, freeAt: Date): Promise<void> {
  await saveCounter(db, { key, count: 1, endsAt: freeAt, blockedUntil: null });
}

/** Removes counters that no longer count. @returns how many. */
export async function sweepThrottle(db: TenantDb, now: Date): Promise<number> {
  const rows = await sqlOf(db)<{ key: string }>`delete from throttle
    where window_ends_at < ${now} and (blocked_until is null or blocked_until < ${now}) returning key`;
  return rows.length;
}
