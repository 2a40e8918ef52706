import { audit } from '../../kernel/audit.ts';
import { scheduleJob } from '../../kernel/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { TenantDb } from '../../kernel/tenant.ts';
import { utcMinute } from '../../kernel/utc-minute.ts';
import { closeExpired, type ExpiredException } from './exception-queries.ts';
import { titleOf } from './exceptions.ts';

const kind = 'exception.expire';

/** Sees to it that the end of an exception stands in the audit log when its day has come. */
export async function scheduleExpiry(
  db: TenantDb,
  { id, expiresAt }: Pick<ExpiredException, 'id' | 'expiresAt'>,
): Promise<void> {
  await scheduleJob(db, { kind, payload: { exceptionId: id }, runAt: new Date(expiresAt) });
}

/** An expiry is nobody's doing. */
export function recordExpiries(db: TenantDb, expired: readonly ExpiredException[]): void {
  for (const { id, organizationId, settingType, expiresAt } of expired) {
    audit(db, {
      category: 'Assessments',
      organizationId,
      log: `The exception for “${titleOf(settingType)}” expired on ${utcMinute(expiresAt)}`,
      target: { type: 'exception', id },
      by: { userId: null, name: 'System' },
    });
  }
}

/** Registers the job that writes down what expired. The finding does not wait for it: it counts again from its moment on. */
export function expireExceptions({ jobs, clock }: Pick<Kernel, 'jobs' | 'clock'>): void {
  jobs.handle(kind, ({ payload, enter }) =>
    enter(async (db) => recordExpiries(db, await closeExpired(db, Number(payload['exceptionId']), clock.now()))),
  );
}
