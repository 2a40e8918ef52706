import { audit } from '../../kernel/audit.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { utcMinute } from '../../kernel/utc-minute.ts';
import { listNewestExceptions } from './exception-queries.ts';
import { toException } from './exceptions.ts';

/**
 * Writes into the log what an assessment has just found out about what is accepted: an exception holds until its day also while
 * there is nothing to accept, and nobody shall have to guess that it accepted a finding anew.
 */
export async function recordFollowedExceptions(db: OrganizationDb, assessedAt: Date): Promise<void> {
  for (const row of await listNewestExceptions(db)) {
    const { id, title, acceptedBy, createdAt, expiresAt, absentSince, returnedAt } = toException(row, assessedAt);
    const accepted = `by ${acceptedBy} since ${utcMinute(createdAt)}, until ${utcMinute(expiresAt)}`;
    const target = { type: 'exception', id };
    if (isAt(absentSince, assessedAt)) {
      const log = `The accepted finding “${title}” is not found any more; should it come back, it is accepted ${accepted}`;
      audit(db, { category: 'Assessments', log, target });
    }
    if (isAt(returnedAt, assessedAt)) {
      audit(db, {
        category: 'Assessments',
        log: `The finding “${title}” came back and is accepted ${accepted}`,
        target,
      });
    }
  }
}

function isAt(instant: string | null, moment: Date): boolean {
  return instant !== null && Date.parse(instant) === moment.getTime();
}
