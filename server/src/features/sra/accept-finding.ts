import { type AssessmentException, longestExceptionDays } from '@sentrywell/contract/assessment.ts';
import { audit } from '../../kernel/audit.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { utcMinute } from '../../kernel/utc-minute.ts';
import { closeExpiredOf, insertException, isOpenFinding } from './exception-queries.ts';
import { toException } from './exceptions.ts';
import { recordExpiries, scheduleExpiry } from './expire-exceptions.ts';

export type Acceptance = {
  readonly settingType: string;
  readonly target: string;
  readonly reason: string;
  readonly compensatingMeasure: string;
  readonly expiresAt: string;
};

const dayMs = 86_400_000;

/** Accepts an open finding until a day; then it counts again by itself. */
export async function acceptFinding(
  db: OrganizationDb,
  actor: Actor,
  acceptance: Acceptance,
  now: Date,
): Promise<AssessmentException> {
  const expiresAt = new Date(acceptance.expiresAt);
  const lasts = expiresAt.getTime() - now.getTime();
  if (!(lasts > 0 && lasts <= longestExceptionDays * dayMs)) {
    throw new Refusal('exception.wrong_expiry');
  }
  if (!(await isOpenFinding(db, acceptance))) {
    throw new Refusal('finding.not_found');
  }
  recordExpiries(db, await closeExpiredOf(db, acceptance, now));
  const row = await insertException(db, { ...acceptance, acceptedBy: actor.name, createdAt: now, expiresAt });
  if (row === undefined) {
    throw new Refusal('exception.exists');
  }
  await scheduleExpiry(db, row);
  const exception = toException(row, now);
  audit(db, {
    category: 'Assessments',
    log: `Accepted the finding “${exception.title}” until ${utcMinute(exception.expiresAt)}: ${acceptance.reason}`,
    target: { type: 'exception', id: exception.id },
  });
  return exception;
}
