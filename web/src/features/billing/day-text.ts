const format = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A day of the calendar, '2026-11-21', in the reader's own way of writing. */
export function dayText(day: string): string {
  return format.format(new Date(`${day}T00:00:00Z`));
}
