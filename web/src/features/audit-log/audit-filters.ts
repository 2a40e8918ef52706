import { type AuditCategoryName, auditCategories } from '@sentrywell/contract/audit-log.ts';
import { namedInstants } from '@sentrywell/contract/shapes.ts';
import { grouped } from '../../ui/counted.ts';

/** What the address of an audit page says: its filters, the page, and the entry that is open. */
export type AuditView = {
  readonly search: string;
  /** Calendar days in the viewer's time zone, '2026-11-21' or ''. Both ends are included. */
  readonly from: string;
  readonly to: string;
  readonly category: AuditCategoryName | undefined;
  /** The cursor of the page that is shown; '' for the newest. */
  readonly cursor: string;
  /** From 1: only for the words 'Showing 51 to 100'. */
  readonly page: number;
  /** Position of the entry whose details are open. */
  readonly entry: string;
};

export const pageSize = 50;

const day = /^\d{4}-\d\d-\d\d$/;

/** Reads an address that may have been typed by hand: what makes no sense is left out. */
export function viewOf(query: URLSearchParams): AuditView {
  const text = (name: string) => query.get(name) ?? '';
  const page = Number(text('page'));
  return {
    search: text('search').slice(0, 200),
    from: day.test(text('from')) ? text('from') : '',
    to: day.test(text('to')) ? text('to') : '',
    category: auditCategories.find((category) => category === text('category')),
    cursor: /^(before|after)\.-?\d{1,18}\.\d{1,15}$/.test(text('cursor')) ? text('cursor') : '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    entry: /^[1-9]\d{0,14}$/.test(text('entry')) ? text('entry') : '',
  };
}

/** The other way round; the defaults stay out of the address. */
export function queryOf(view: AuditView): URLSearchParams {
  const pairs: [string, string][] = [
    ['search', view.search],
    ['from', view.from],
    ['to', view.to],
    ['category', view.category ?? ''],
    ['cursor', view.cursor],
    ['page', view.page === 1 ? '' : String(view.page)],
    ['entry', view.entry],
  ];
  return new URLSearchParams(pairs.filter(([, value]) => value !== ''));
}

/** Whether the days are given the wrong way round, so that no entry can match. */
export function isReversed({ from, to }: AuditView): boolean {
  return from !== '' && to !== '' && from > to;
}

/**
 * Midnight at the start of a day in the viewer's time zone, as an instant. A year that is still being typed, such as 0202,
 * is brought to the first instant that the server takes, one beyond the last to that: nothing was written before or after.
 */
function startOfDay(date: string, daysLater: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  const midnight = new Date(year, month - 1, dayOfMonth + daysLater).getTime();
  return new Date(Math.min(Math.max(midnight, namedInstants.first), namedInstants.last)).toISOString();
}

/** The filters as the server takes them: from the start of the first day to the start of the day after the last. */
export function filtersOf({ search, from, to, category }: AuditView) {
  const term = search.trim();
  return {
    ...(term === '' ? {} : { search: term }),
    ...(from === '' ? {} : { from: startOfDay(from, 0) }),
    ...(to === '' ? {} : { to: startOfDay(to, 1) }),
    ...(category === undefined ? {} : { category }),
  };
}

/** '' where no day is given. */
function dayWords({ from, to }: AuditView): string {
  if (to === '') {
    return from === '' ? '' : `from ${from} on`;
  }
  return from === '' ? `up to ${to}` : `from ${from} to ${to}`;
}

/** Whose log a printed sheet is, and which of its entries: what the address and the controls say on the screen. */
export function printedNote(organizationId: string | undefined, view: AuditView): string {
  const whose = organizationId === undefined ? 'The MSP and its organizations.' : `Organization ID ${organizationId}.`;
  const term = view.search.trim();
  const limits = [
    dayWords(view),
    view.category === undefined ? '' : `of the category ${view.category}`,
    term === '' ? '' : `with the words “${term}”`,
  ].filter((words) => words !== '');
  return `${whose} ${limits.length === 0 ? 'All entries.' : `Only entries ${limits.join(', ')}.`}`;
}

type Shown = { readonly count: number; readonly exact: boolean };

/** 'Showing 1 to 50 of 1,234 entries' */
export function showing(page: number, entries: number, total: Shown): string {
  const of = total.exact ? grouped(total.count) : `${grouped(total.count)}+`;
  if (entries === 0) {
    return `Showing 0 to 0 of ${of} entries`;
  }
  const first = (page - 1) * pageSize + 1;
  return `Showing ${grouped(first)} to ${grouped(first + entries - 1)} of ${of} entries`;
}
