import type { AuditEntryShown, AuditPage } from '@sentrywell/contract/audit-log.ts';
import type { Cursor, LogDb, LogView } from './filter-queries.ts';
import { legible } from './legible.ts';
import { countDays, countEntries, countSought, type EntryRow, listEntries } from './queries.ts';

/** Words are counted up to here; beyond it the page says '10,000+'. */
const countedAtMost = 10_000;
const usualPage = 50;

type Total = AuditPage['total'];

/** `before.<microseconds>.<seq>`: older ones; `after.…`: newer ones. The contract has checked its form. */
function cursorOf(text: string | undefined): Cursor | undefined {
  const [direction, micros, seq] = text?.split('.') ?? [];
  if (direction === undefined) {
    return undefined;
  }
  return { direction: direction === 'after' ? 'newer' : 'older', micros: Number(micros), seq: Number(seq) };
}

function cursorAt(word: 'before' | 'after', row: EntryRow | undefined): string | null {
  return row === undefined ? null : `${word}.${row.micros}.${row.seq}`;
}

export function shown({ micros: _, ...entry }: EntryRow): AuditEntryShown {
  const { log, user, organizationName, userAgent } = entry;
  return {
    ...entry,
    log: legible(log),
    user: legible(user),
    organizationName: organizationName === null ? null : legible(organizationName),
    userAgent: legible(userAgent),
  };
}

/** A page of what matches, newest first, with the count of all that match and the way to the pages beside it. */
export async function listLog(
  db: LogDb,
  view: LogView,
  asked: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<AuditPage> {
  const limit = asked.limit ?? usualPage;
  const cursor = cursorOf(asked.cursor);
  // One more than is shown tells whether there is a page beyond.
  const [found, total] = await Promise.all([
    listEntries(db, view, { cursor, limit: limit + 1 }),
    countMatching(db, view),
  ]);
  const more = found.length > limit;
  const rows = found.slice(0, limit);
  const upwards = cursor?.direction === 'newer';
  if (upwards) {
    rows.reverse();
  }
  const fromTheOldest = upwards && cursor.micros === 0;
  const hasOlder = upwards ? !fromTheOldest : more;
  const hasNewer = upwards ? more : cursor !== undefined;
  return {
    entries: rows.map(shown),
    total,
    olderCursor: hasOlder ? cursorAt('before', rows.at(-1)) : null,
    newerCursor: hasNewer ? cursorAt('after', rows[0]) : null,
  };
}

/** How many match: exact from the counters, however many there are; with words, exact up to a limit. */
export async function countMatching(db: LogDb, view: LogView): Promise<Total> {
  const { search, from, to } = view.filter;
  if (search !== undefined && search !== '') {
    const count = await countSought(db, view, countedAtMost + 1);
    return { count: Math.min(count, countedAtMost), exact: count <= countedAtMost };
  }
  if (from === undefined && to === undefined) {
    return { count: await countDays(db, view, 'all'), exact: true };
  }
  return { count: await countRange(db, view), exact: true };
}

const dayMilliseconds = 86_400_000;
const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);

/** Whole UTC days come from the counters; the parts of a day at both ends are counted entry by entry. */
async function countRange(db: LogDb, view: LogView): Promise<number> {
  const { from, to } = view.filter;
  const firstDay = from === undefined ? -Infinity : Math.ceil(Date.parse(from) / dayMilliseconds) * dayMilliseconds;
  const behindLast = to === undefined ? Infinity : Math.floor(Date.parse(to) / dayMilliseconds) * dayMilliseconds;
  if (firstDay >= behindLast) {
    return countEntries(db, view);
  }
  const part = (range: { from: string | undefined; to: string | undefined }) =>
    countEntries(db, { ...view, filter: { ...view.filter, ...range } });
  const parts = [
    countDays(db, view, {
      from: from === undefined ? undefined : dayOf(firstDay),
      to: to === undefined ? undefined : dayOf(behindLast),
    }),
  ];
  if (from !== undefined && firstDay > Date.parse(from)) {
    parts.push(part({ from, to: new Date(firstDay).toISOString() }));
  }
  if (to !== undefined && behindLast < Date.parse(to)) {
    parts.push(part({ from: new Date(behindLast).toISOString(), to }));
  }
  return (await Promise.all(parts)).reduce((sum, count) => sum + count, 0);
}
