import type { AssessmentException, ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { utcMinute } from '../../kernel/utc-minute.ts';

/** A row's exception in sentences; nothing where there never was one. */
export function exceptionWords({
  exception,
  idleException,
  expired,
}: Pick<ShownPolicy, 'exception' | 'idleException' | 'expired'>): readonly string[] {
  if (exception !== null) {
    return [`Accepted ${acceptedWords(exception)}.`, ...laterWords(exception)];
  }
  if (idleException !== null) {
    return [
      `An exception ${acceptedWords(idleException)}, is in force although this is no finding here: one that comes back is accepted at once.`,
      ...laterWords(idleException),
    ];
  }
  return expired === null
    ? []
    : [`Was accepted ${acceptedWords(expired)}. That time has come: it counts as open again.`];
}

/** An exception whose finding has no row. */
export function rowlessWords(exception: AssessmentException): readonly string[] {
  return [
    `An exception ${acceptedWords(exception)}, is in force although nothing of its setting and place stands in this assessment: a finding that comes back is accepted at once.`,
    ...laterWords(exception),
  ];
}

/** By whom, since when, until when. */
export function acceptedWords({ acceptedBy, createdAt, expiresAt }: AssessmentException): string {
  return `by ${acceptedBy} on ${utcMinute(createdAt)}, until ${utcMinute(expiresAt)}`;
}

/** What became of the finding since. */
export function laterWords({ absentSince, returnedAt }: AssessmentException): readonly string[] {
  return [
    ...(absentSince === null ? [] : [`The finding is not there any more since ${utcMinute(absentSince)}.`]),
    ...(returnedAt === null ? [] : [`The finding had gone and came back on ${utcMinute(returnedAt)}.`]),
  ];
}
