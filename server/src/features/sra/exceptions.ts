import type { AssessmentException } from '@sentrywell/contract/assessment.ts';
import { catalogue } from './catalogue.ts';
import type { ExceptionRow, FollowedException } from './exception-queries.ts';

/** The setting's own name where the catalogue no longer knows it. */
export function titleOf(settingType: string): string {
  return catalogue.find(settingType)?.title ?? settingType;
}

function stateOf({ endedAt, expiresAt }: ExceptionRow, now: Date): AssessmentException['state'] {
  if (endedAt !== null) {
    // One that expired was closed with its own day.
    return endedAt < expiresAt ? 'ended' : 'expired';
  }
  return Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'in-force';
}

/** @param row one that was made or ended just now needs nothing of its finding's later ways. */
export function toException(row: ExceptionRow | FollowedException, now: Date): AssessmentException {
  const state = stateOf(row, now);
  const isFollowed = state === 'in-force' && 'absentSince' in row;
  const { absentSince, returnedAt } = isFollowed ? row : { absentSince: null, returnedAt: null };
  // One that expired and made room for another was not ended by anybody.
  const ended = state === 'ended' ? { endedAt: row.endedAt, endedBy: row.endedBy } : { endedAt: null, endedBy: null };
  return { ...row, ...ended, absentSince, returnedAt, title: titleOf(row.settingType), state };
}
