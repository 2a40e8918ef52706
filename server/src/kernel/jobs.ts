import { sqlOf, type SqlTag, json } from './sql.ts';
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
};

const buckets = 64;
const lockSeconds = 120;
const pollMilliseconds = 2_000;
const wakers = new Set<() => void>();

/** Queues a job in the handle's tenant; it is taken as soon as the transaction is committed. */
export async function queueJob(
  db: TenantDb,
  job: { readonly kind: string; readonly payload: Readonly<Record<string, unknown>>; readonly runAt?: Date },
): Promise<void> {
  await sqlOf(db)`insert into jobs (bucket, tenant_id, kind, payload, run_at)
    values (${db.tenantId % buckets}, ${db.tenantId}, ${job.kind}, ${json(job.payload)}::jsonb, coalesce(${job.runAt ?? null}::timestamptz, now()))`;
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

export function createJobs({
  database,
  clock,
  log,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: { readonly warn: (details: object, message: string) => void };
}): Jobs {
  const handlers = new Map<string, JobHandler>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | undefined;
  let again = false;
  const plain = <Result>(work: (sql: SqlTag) => Promise<Result>) =>
    database.transaction({ opening: [], waitsForCommit: () => true }, ({ sql }) => work(sql));

  const runOne = async (job: JobRow): Promise<boolean> => {
    const handler = handlers.get(job.kind);
    try {
      if (handler === undefined) {
        throw new Error(`no handler for jobs of kind ${job.kind}`);
      }
      await handler({
        tenantId: job.tenantId,
        payload: job.payload,
        attempts: job.attempts,
        enter: (work) => inTenant(database, { tenantId: job.tenantId, origin: noOrigin }, (db) => work(asJob(db))),
      });
      await plain((sql) => sql`delete from jobs where bucket = ${job.bucket} and id = ${job.id}`);
      return true;
    } catch (error) {
      log.warn(
        { err: error, kind: job.kind, attempts: job.attempts },
        'a background job failed and will be tried again',
      );
      const next = new Date(clock.now().getTime() + backOffSeconds(job.attempts) * 1_000);
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
      await plain(
        (
          sql,
        ) => sql`update jobs set attempts = attempts + 1, locked_until = null, run_at = ${next}, last_error = ${reason}
        where bucket = ${job.bucket} and id = ${job.id}`,
      );
      return false;
    }
  };

  const takeDue = async (): Promise<JobRow[]> => {
    const now = clock.now();
    const due = await plain(
      (sql) => sql<{ bucket: number }>`
      select distinct bucket from jobs where run_at <= ${now} and (locked_until is null or locked_until < ${now})`,
    );
    const taken: JobRow[] = [];
    for (const { bucket } of due) {
      taken.push(
        ...(await plain(
          (sql) => sql<JobRow>`
        update jobs set locked_until = ${new Date(now.getTime() + lockSeconds * 1_000)}
        where bucket = ${bucket} and id in (
          select id from jobs where bucket = ${bucket} and run_at <= ${now} and (locked_until is null or locked_until < ${now})
          order by run_at, id limit 10 for update skip locked)
        returning bucket, id, tenant_id, kind, payload, attempts`,
        )),
      );
    }
    return taken;
  };

  const runDue = async (): Promise<number> => {
    let succeeded = 0;
    for (let jobs = await takeDue(); jobs.length > 0; jobs = await takeDue()) {
      const results = await Promise.all(jobs.map(runOne));
      succeeded += results.filter(Boolean).length;
    }
    return succeeded;
  };

  const tick = (): void => {
    if (running !== undefined) {
      again = true;
      return;
    }
    running = runDue().catch((error: unknown) => {
      log.warn({ err: error }, 'background jobs could not be taken');
      return 0;
    });
    void running.finally(() => {
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
    runDue,
  };
}
