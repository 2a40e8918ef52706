import { json, only, sqlOf, type SqlTag } from './sql.ts';
import type { Database } from './database.ts';
import type { Clock } from './clock.ts';
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
  /** A transaction in the job's tenant. */
  readonly enter: <Result>(work: (db: JobDb) => Promise<Result>) => Promise<Result>;
};
export type JobHandler = (run: JobRun) => Promise<void>;

export type Jobs = {
  readonly handle: (kind: string, handler: JobHandler) => void;
  /** Begins to take jobs: at once when one is queued here, else every two seconds. */
  readonly start: () => void;
  /** Lets what runs finish. */
  readonly stop: () => Promise<void>;
  /** Runs everything that is due now. @returns how many jobs succeeded. */
  readonly runDue: () => Promise<number>;
  /** What waits, over all tenants and servers. */
  readonly count: () => Promise<JobCount>;
};
export type JobCount = { readonly due: number; readonly failing: number; readonly delayedMails: number };

const buckets = 64;
const lockSeconds = 120;
const pollMilliseconds = 2_000;
const wakers = new Set<() => void>();

type NewJob = { readonly kind: string; readonly payload: Readonly<Record<string, unknown>>; readonly runAt?: Date };

/** Puts a job down in the handle's tenant for a time that is still far away: nobody is woken. */
export async function scheduleJob(db: TenantDb, job: NewJob): Promise<void> {
  await sqlOf(db)`insert into jobs (bucket, tenant_id, kind, payload, run_at)
    values (${db.tenantId % buckets}, ${db.tenantId}, ${job.kind}, ${json(job.payload)}::jsonb, coalesce(${job.runAt ?? null}::timestamptz, now()))`;
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

async function handleJob({ database, handlers }: Runner, { kind, tenantId, payload, attempts }: JobRow): Promise<void> {
  const handler = handlers.get(kind);
  if (handler === undefined) {
    throw new Error(`no handler for jobs of kind ${kind}`);
  }
  await handler({
    tenantId,
    payload,
    attempts,
    enter: (work) => inTenant(database, { tenantId, origin: noOrigin }, (db) => work(asJob(db))),
  });
}

/** @returns whether it succeeded; a job that failed is put back for later. */
async function runOne(runner: Runner, job: JobRow): Promise<boolean> {
  const { bucket, id, kind, attempts } = job;
  try {
    await handleJob(runner, job);
    await plainly(runner, (sql) => sql`delete from jobs where bucket = ${bucket} and id = ${id}`);
    return true;
  } catch (error) {
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

/** Takes what is due and not taken, bucket by bucket: on Citus SKIP LOCKED works inside one bucket only. */
async function takeDue(parts: Parts): Promise<JobRow[]> {
  const now = parts.clock.now();
  const until = new Date(now.getTime() + lockSeconds * 1_000);
  const due = await plainly(
    parts,
    (sql) => sql<{ bucket: number }>`select distinct bucket from jobs
      where run_at <= ${now} and (locked_until is null or locked_until < ${now})`,
  );
  const taken: JobRow[] = [];
  for (const { bucket } of due) {
    const rows = await plainly(
      parts,
      (sql) => sql<JobRow>`update jobs set locked_until = ${until}
        where bucket = ${bucket} and id in (
          select id from jobs where bucket = ${bucket} and run_at <= ${now} and (locked_until is null or locked_until < ${now})
          order by run_at, id limit 10 for update skip locked)
        returning bucket, id, tenant_id, kind, payload, attempts`,
    );
    taken.push(...rows);
  }
  return taken;
}

async function countJobs(parts: Parts): Promise<JobCount> {
  const now = parts.clock.now();
  return only(
    await plainly(
      parts,
      (
        sql,
      ) => sql<JobCount>`select count(*) filter (where run_at <= ${now}) as due, count(*) filter (where attempts > 0) as failing,
        count(*) filter (where attempts > 0 and kind = 'mail.send') as delayed_mails from jobs`,
    ),
  );
}

async function runDue(runner: Runner): Promise<number> {
  let succeeded = 0;
  for (let jobs = await takeDue(runner); jobs.length > 0; jobs = await takeDue(runner)) {
    const results = await Promise.all(jobs.map((job) => runOne(runner, job)));
    succeeded += results.filter(Boolean).length;
  }
  return succeeded;
}

export function createJobs(parts: Parts): Jobs {
  const handlers = new Map<string, JobHandler>();
  const runner: Runner = { ...parts, handlers };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  let again = false;

  const tick = (): void => {
    if (running !== undefined) {
      again = true;
      return;
    }
    running = runDue(runner)
      .catch((error: unknown) => parts.log.warn({ err: error }, 'background jobs could not be taken'))
      .finally(() => {
        running = undefined;
        if (again) {
          again = false;
          tick();
        }
      });
  };

  return {
    handle: (kind, handler) => void handlers.set(kind, handler),
    start: () => {
      timer = setInterval(tick, pollMilliseconds);
      timer.unref();
      wakers.add(tick);
      tick();
    },
    stop: async () => {
      clearInterval(timer);
      wakers.delete(tick);
      again = false;
      await running;
    },
    runDue: () => runDue(runner),
    count: () => countJobs(runner),
  };
}
