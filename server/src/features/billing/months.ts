/** Months are those of UTC. */

/** `2026-11`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** `2026-11-21`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export function startOfMonth(now: Date, monthsAgo: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1));
}

/** The same moment of the month before; its last day where it has no such day. */
export function monthAgo(now: Date): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - 1);
  if (before.getUTCDate() !== now.getUTCDate()) {
    before.setUTCDate(0);
  }
  return before;
}

/** The last moments of the last months, oldest first; of the current month it is now. */
export function monthEnds(now: Date, count: number): Date[] {
  return Array.from({ length: count }, (_, index) => {
    const monthsAgo = count - 1 - index;
    return monthsAgo === 0 ? now : new Date(startOfMonth(now, monthsAgo - 1).getTime() - 1);
  });
}

/** The day before a day, both `2026-11-21`. */
export function dayBefore(day: string): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000));
}
