import { longestExceptionDays } from '@sentrywell/contract/assessment.ts';

const dayMilliseconds = 86_400_000;

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** The reader's own calendar day so many days ahead, as a date field writes it: '2026-11-21'. */
export function dayAhead(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`;
}

/** The first and the last day that an exception may end on. */
export function endDays(now: Date): { readonly first: string; readonly last: string } {
  return { first: dayAhead(now, 1), last: dayAhead(now, longestExceptionDays) };
}

/** The instant at which an exception ends: the beginning of that day where the reader is. Never later than the server allows. */
export function endOfException(day: string, now: Date): string {
  const starts = new Date(`${day}T00:00:00`).getTime();
  return new Date(Math.min(starts, now.getTime() + longestExceptionDays * dayMilliseconds)).toISOString();
}

export function isEndDay(day: string, now: Date): boolean {
  const { first, last } = endDays(now);
  return /^\d{4}-\d\d-\d\d$/.test(day) && day >= first && day <= last;
}
