import type { AssessmentException } from '@sentrywell/contract/assessment.ts';
import { audit } from '../../kernel/audit.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { endExceptionInForce } from './exception-queries.ts';
import { toException } from './exceptions.ts';

export async function endException(
  db: OrganizationDb,
  actor: Actor,
  exceptionId: number,
  now: Date,
): Promise<AssessmentException> {
  const row = await endExceptionInForce(db, exceptionId, { by: actor.name, now });
  if (row === undefined) {
    throw new Refusal('exception.not_found');
  }
  const exception = toException(row, now);
  audit(db, {
    category: 'Assessments',
    log: `Ended the exception for “${exception.title}” before its day`,
    target: { type: 'exception', id: exception.id },
  });
  return exception;
}
