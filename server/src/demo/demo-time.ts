/** Days and months of the demo, all counted back from the moment it is loaded; UTC. */

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day);
}

/** The first instant of the month that lies `monthsAgo` before the one of `now`. */
export function monthStart(now: Date, monthsAgo: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1));
}

/** Moves an instant into office hours of its own day. */
export function inOfficeHours(at: Date, fraction: number): Date {
  const start = new Date(at);
  start.setUTCHours(13, 0, 0, 0);
  return new Date(start.getTime() + Math.floor(fraction * 9 * hour));
}

/** `count` instants spread over a span, in order, none of them at its very ends. */
export function spread(from: Date, to: Date, count: number): Date[] {
  const length = to.getTime() - from.getTime();
  return Array.from({ length: count }, (_, index) => new Date(from.getTime() + (length * (index + 1)) / (count + 1)));
}
