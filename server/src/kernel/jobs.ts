import { type Fragment, fragment, json, only, sqlOf, type SqlTag } from './sql.ts';
import type { Database } from './database.ts';
import type { Clock } from './clock.ts';
import { onceMoreAfterDeadlock } from './deadlock.ts';
import { NotOpened } from './sealed.ts';
import { afterCommit, asJob, inTenant, type JobDb, noOrigin, type TenantDb } from './tenant.ts';

/**
 * Background work that survives a restart: a row queued in the transaction that wants it, run at least once by whichever
 * server takes it first, repeated with back-off until it succeeds. Handlers must bear being run twice.
 */
export type JobRun = {
  readonly tenantId: number;
  readonly payload: Readonly<Record<string, unknown>>;
  /** How often it has failed before. */
  readonly attempts: number;
  /** Whether the server is told to stop: what goes on for long ends where it can be taken up again. */
  readonly isStopping: () => boolean;
  /** Aborted when a server that stops has waited long enough for what waits for others. */
  readonly signal: AbortSignal;
  /** A transaction in the job's tenant; done again where it lost a deadlock. */
  readonly enter: <Result>(work: (db: JobDb) => Promise<Result>) => Promise<Result>;
};
/** @returns when the same job is to run again, for what never ends; nothing: it is done. */
type JobHandler = (run: JobRun) => Promise<Date | void>;

export type Jobs = {
  readonly handle: (kind: string, handler: JobHandler) => void;
  /** Begins to take jobs: at once when one is queued here, else every two seconds. */
  readonly start: () => void;
  /** Lets what runs finish, or breaks it off in time to be put back, and takes nothing more. */
  readonly stop: (patienceMilliseconds?: number) => Promise<void>;
  /** Runs everything that is due now. @returns how many jobs succeeded. */
  readonly runDue: () => Promise<number>;
  /** What waits, over all tenants and servers. */
  readonly count: () => Promise<JobCount>;
};
type JobCount = { readonly due: number; readonly failing: number; readonly delayedMails: number };

const buckets = 64;
const everyBucket = Array.from({ length: buckets }, (_, bucket) => bucket);
/** What one server runs side by side: in all, of one kind and of one tenant. Who waits for something slow lets the others pass. */
const limits = { all: 16, kind: 6, tenant: 4 };
/** By the database's clock: those of two servers may differ by more. */
const lockSeconds = 120;
const pollMilliseconds = 2_000;
/** Ends well before a server that stops is ended: a job that is broken off is put back meanwhile. */
const stopMilliseconds = 8_000;
const wakers = new Set<() => void>();

type NewJob = { readonly kind: string; readonly payload: Readonly<Record<string, unknown>>; readonly runAt?: Date };

/**
 * Puts a job down in the handle's tenant for a time that is still far away: nobody is woken. Due at once is due in this millisecond: who
 * looks for it does not tell the time more exactly, and would find it with the next look only.
 */
export async function scheduleJob(db: TenantDb, job: NewJob): Promise<void> {
  await sqlOf(db)`insert into jobs (bucket, tenant_id, kind, payload, run_at)
    values (${db.tenantId % buckets}, ${db.tenantId}, ${job.kind}, ${json(job.payload)}::jsonb, coalesce(${job.runAt ?? null}::timestamptz, date_trunc('milliseconds', now())))`;
}

/** Queues a job in the handle's tenant; it is taken as soon as the transaction is committed. */
export async function queueJob(db: TenantDb, job: NewJob): Promise<void> {
  await scheduleJob(db, job);
  afterCommit(db, () => {
    for (const wake of wakers) {
      wake();
    }
  });
}

type JobRow = {
  bucket: number;
  id: number;
  tenantId: number;
  kind: string;
  payload: Record<string, unknown>;
  attempts: number;
  createdAt: string;
};

/** Seconds until the next try after `attempts` failures: 10 s, 20 s, 40 s … at most an hour. */
function backOffSeconds(attempts: number): number {
  return Math.min(3_600, 10 * 2 ** Math.min(attempts, 9));
}

type Parts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: { readonly warn: (details: object, message: string) => void };
};
type Runner = Parts & { readonly handlers: ReadonlyMap<string, JobHandler> };

/** Jobs belong to no tenant's rows: their table is read without one. */
function plainly<Result>({ database }: Parts, work: (sql: SqlTag) => Promise<Result>): Promise<Result> {
  return database.transaction({ opening: [], waitsForCommit: () => true }, ({ sql }) => work(sql));
}

type Ending = Pick<JobRun, 'isStopping' | 'signal'>;

async function handleJob(
  { database, handlers }: Runner,
  { kind, tenantId, payload, attempts }: JobRow,
  ending: Ending,
): Promise<Date | void> {
  const handler = handlers.get(kind);
  if (handler === undefined) {
    throw new Error(`no handler for jobs of kind ${kind}`);
  }
  return handler({
    tenantId,
    payload,
    attempts,
    ...ending,
    enter: (work) =>
      onceMoreAfterDeadlock(() => inTenant(database, { tenantId, origin: noOrigin }, (db) => work(asJob(db)))),
  });
}

/** As long as a mail is tried: a wrong ENCRYPTION_KEY may be set right until then, one that was replaced never opens it. */
function isOld({ clock }: Runner, { createdAt }: JobRow): boolean {
  return clock.now().getTime() - Date.parse(createdAt) > 3 * 86_400_000;
}

/** @returns whether it succeeded; a job that failed is put back for later. */
async function runOne(runner: Runner, job: JobRow, ending: Ending): Promise<boolean> {
  const { bucket, id, kind, attempts } = job;
  try {
    const again = await handleJob(runner, job, ending);
    await plainly(runner, (sql) =>
      again instanceof Date
        ? sql`update jobs set attempts = 0, locked_until = null, run_at = ${again}, last_error = null
            where bucket = ${bucket} and id = ${id}`
        : sql`delete from jobs where bucket = ${bucket} and id = ${id}`,
    );
    return true;
  } catch (error) {
    if (error instanceof NotOpened && isOld(runner, job)) {
      runner.log.warn({ err: error, kind, attempts }, 'a background job cannot be read and is not tried again');
      await plainly(runner, (sql) => sql`delete from jobs where bucket = ${bucket} and id = ${id}`);
      return false;
    }
    runner.log.warn({ err: error, kind, attempts }, 'a background job failed and will be tried again');
    const next = new Date(runner.clock.now().getTime() + backOffSeconds(attempts) * 1_000);
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    await plainly(
      runner,
      (
        sql,
      ) => sql`update jobs set attempts = attempts + 1, locked_until = null, run_at = ${next}, last_error = ${reason}
        where bucket = ${bucket} and id = ${id}`,
    );
    return false;
  }
}

/** Keys of which as many run as may. */
function fullOnes<Key>(keys: readonly Key[], limit: number): Key[] {
  const counts = new Map<Key, number>();
  for (const key of keys) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].flatMap(([key, count]) => (count < limit ? [] : [key]));
}

/**
 * What is due and may run beside what runs here. What runs here is not taken again, even where its lock has ended meanwhile; a kind
 * that is not known here is left to the newer server that queued it.
 */
function isTakeable({ clock, handlers }: Runner, running: readonly JobRow[]): Fragment {
  const full = fullOnes(
    running.map(({ kind }) => kind),
    limits.kind,
  );
  const kinds = [...handlers.keys()].filter((kind) => !full.includes(kind));
  const tenantIds = running.map(({ tenantId }) => tenantId);
  return fragment`run_at <= ${clock.now()} and (locked_until is null or locked_until < now())
    and kind = any(${kinds}::text[])
    and tenant_id <> all(${fullOnes(tenantIds, limits.tenant)}::bigint[])
    and id <> all(${running.map(({ id }) => id)}::bigint[])`;
}

/**
 * Where something can be taken, the longest due first. Each bucket is named: before PostgreSQL 18 the index is else read from one end
 * to the other, with everything in it that is due in a year, every two seconds.
 */
async function dueBuckets(runner: Runner, running: readonly JobRow[]): Promise<number[]> {
  const rows = await plainly(
    runner,
    (sql) => sql<{ bucket: number }>`select bucket from jobs
      where bucket = any(${everyBucket}::smallint[]) and ${isTakeable(runner, running)}
      group by bucket order by min(run_at)`,
  );
  return rows.map(({ bucket }) => bucket);
}

/**
 * Out of one bucket: on Citus SKIP LOCKED works inside one only. With "in" instead of "=" the search could run once for each row
 * and lock jobs that nobody then runs.
 */
async function takeFrom(bucket: number, runner: Runner, running: readonly JobRow[]): Promise<JobRow | undefined> {
  const [job] = await plainly(
    runner,
    (sql) => sql<JobRow>`update jobs set locked_until = now() + make_interval(secs => ${lockSeconds}::integer)
      where bucket = ${bucket} and id = (
        select id from jobs where bucket = ${bucket} and ${isTakeable(runner, running)}
        order by run_at, id limit 1 for update skip locked)
      returning bucket, id, tenant_id, kind, payload, attempts, created_at`,
  );
  return job;
}

/** What has failed is tried again within the hour: nothing that lies further ahead is due or failing, and most of all does. */
async function countJobs(parts: Parts): Promise<JobCount> {
  const now = parts.clock.now();
  const soon = new Date(now.getTime() + 2 * 3_600_000);
  return only(
    await plainly(
      parts,
      (
        sql,
      ) => sql<JobCount>`select count(*) filter (where run_at <= ${now} and (locked_until is null or locked_until < now())) as due, count(*) filter (where attempts > 0) as failing,
        count(*) filter (where attempts > 0 and kind = 'mail.send') as delayed_mails from jobs
        where bucket = any(${everyBucket}::smallint[]) and run_at <= ${soon}`,
    ),
  );
}

/** The places in which jobs run side by side; each is free again as soon as its job has ended. */
function createSlots(runner: Runner, onFree: () => void) {
  const running = new Map<JobRow, Promise<boolean>>();
  let isClosed = false;
  let breaking = new AbortController();
  const isFull = () => isClosed || running.size >= limits.all;

  const begin = (job: JobRow): Promise<boolean> => {
    const run = runOne(runner, job, { isStopping: () => isClosed, signal: breaking.signal })
      .catch((error: unknown) => {
        runner.log.warn(
          { err: error, kind: job.kind },
          'a background job could not be put back and waits for its lock to end',
        );
        return false;
      })
      .finally(() => {
        running.delete(job);
        onFree();
      });
    running.set(job, run);
    return run;
  };

  return {
    /** Begins at most one job of each bucket, so that none waits for what lies in another. */
    fill: async (): Promise<Promise<boolean>[]> => {
      const begun: Promise<boolean>[] = [];
      for (const bucket of isFull() ? [] : await dueBuckets(runner, [...running.keys()])) {
        const job = isFull() ? undefined : await takeFrom(bucket, runner, [...running.keys()]);
        if (job !== undefined) {
          begun.push(begin(job));
        }
      }
      return begun;
    },
    /** Until `open` nothing more is begun. */
    close: () => void (isClosed = true),
    open: () => void (isClosed = false),
    end: async (patienceMilliseconds: number): Promise<void> => {
      const timer = setTimeout(() => breaking.abort(new Error('the server stops')), patienceMilliseconds);
      await Promise.all(running.values());
      clearTimeout(timer);
      breaking = new AbortController();
    },
  };
}

export function createJobs(parts: Parts): Jobs {
  const handlers = new Map<string, JobHandler>();
  let timer: NodeJS.Timeout | undefined;
  let filling: Promise<void> | undefined;
  let again = false;

  const tick = (): void => {
    again = filling !== undefined;
    if (again || timer === undefined) {
      return;
    }
    filling = slots
      .fill()
      .then((begun) => void (again ||= begun.length > 0))
      .catch((error: unknown) => parts.log.warn({ err: error }, 'background jobs could not be taken'))
      .finally(() => {
        filling = undefined;
        if (again) {
          tick();
        }
      });
  };
  const slots = createSlots({ ...parts, handlers }, tick);

  const runDue = async (): Promise<number> => {
    const begun: Promise<boolean>[] = [];
    for (let round = await slots.fill(); round.length > 0; round = await slots.fill()) {
      begun.push(...round);
    }
    const succeeded = (await Promise.all(begun)).filter(Boolean).length;
    // What ended made room, and may have queued more.
    return begun.length === 0 ? 0 : succeeded + (await runDue());
  };

  return {
    handle: (kind, handler) => void handlers.set(kind, handler),
    start: () => {
      timer = setInterval(tick, pollMilliseconds);
      timer.unref();
      wakers.add(tick);
      tick();
    },
    stop: async (patienceMilliseconds = stopMilliseconds) => {
      clearInterval(timer);
      timer = undefined;
      wakers.delete(tick);
      slots.close();
      await filling;
      await slots.end(patienceMilliseconds);
      slots.open();
    },
    runDue,
    count: () => countJobs(parts),
  };
}
