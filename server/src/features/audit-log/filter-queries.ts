import type { AuditCategoryName } from '@sentrywell/contract/audit-log.ts';
import { Fragment, fragment } from '../../kernel/sql.ts';
import type { MspDb, OrganizationDb } from '../../kernel/tenant.ts';

/** Whose entries somebody sees: of one organization, or of an MSP as far as the person's scopes reach. */
export type LogDb = MspDb | OrganizationDb;

export type LogFilter = {
  readonly search?: string | undefined;
  /** First instant that matches. */
  readonly from?: string | undefined;
  /** First instant that no longer matches. */
  readonly to?: string | undefined;
  readonly category?: AuditCategoryName | undefined;
  readonly organizationId?: number | undefined;
};

export type LogView = {
  readonly filter: LogFilter;
  /** The organizations somebody is assigned; undefined: all that the handle sees. The MSP's own entries come besides. */
  readonly organizationIds: readonly number[] | undefined;
};

/** A cursor: the entry that a page lies behind (older) or before (newer). */
export type Cursor = { readonly direction: 'older' | 'newer'; readonly micros: number; readonly seq: number };

const none = fragment``;

/** The handle's own organization, or the one that the filter names. */
export function namedOrganization(db: LogDb, { filter }: LogView): number | undefined {
  return 'organizationId' in db ? db.organizationId : filter.organizationId;
}

/**
 * Which organizations' rows are read, said of a column that names them.
 * @param own how the column says "none: the MSP's own".
 */
export function inReach(db: LogDb, view: LogView, column: string, own: 'null' | 'zero' = 'null'): Fragment {
  const named = namedOrganization(db, view);
  if (named !== undefined) {
    return new Fragment([`and ${column} = `, ''], [named]);
  }
  if (view.organizationIds === undefined) {
    return none;
  }
  const ownRows = own === 'null' ? `${column} is null` : `${column} = 0`;
  return new Fragment([`and (${ownRows} or ${column} = any(`, '::bigint[]))'], [view.organizationIds]);
}

/** The conditions on `audit_log l` for everything but words. */
export function plainConditions(db: LogDb, view: LogView): Fragment {
  const { category, from, to } = view.filter;
  return fragment`l.tenant_id = ${db.tenantId} ${inReach(db, view, 'l.organization_id')}
    ${category === undefined ? none : fragment`and l.category = ${category}`}
    ${from === undefined ? none : fragment`and l.occurred_at >= ${from}::timestamptz`}
    ${to === undefined ? none : fragment`and l.occurred_at < ${to}::timestamptz`}`;
}

export type Sought = {
  readonly order: 'newest' | 'oldest' | 'any';
  readonly limit: number | null;
  readonly cursor?: Cursor;
};

export function instantOfMicros(micros: number): Fragment {
  return fragment`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;
}

/** The one organization that is read, or the ones that the view is limited to. */
function reachOf(db: LogDb, view: LogView): Fragment {
  const named = namedOrganization(db, view);
  return named === undefined
    ? fragment`${view.organizationIds ?? null}::bigint[], null::bigint`
    : fragment`null::bigint[], ${named}::bigint`;
}

/** The positions of the entries that hold the words, through the one function that may use the text index. */
export function soughtEntries(db: LogDb, view: LogView, { order, limit, cursor }: Sought): Fragment {
  const { search = '', category = null, from = null, to = null } = view.filter;
  const place =
    cursor === undefined
      ? fragment`null::timestamptz, null::bigint`
      : fragment`${instantOfMicros(cursor.micros)}, ${cursor.seq}::bigint`;
  return fragment`audit_search(${search}::text, ${reachOf(db, view)}, ${category}::text, ${from}::timestamptz,
    ${to}::timestamptz, ${place}, ${order}::text, ${limit}::bigint)`;
}

/** Everything that matches, newest first, up to a position of the chain: for the exports. */
export function matchingEntries(db: LogDb, view: LogView, upTo: number): Fragment {
  const words =
    view.filter.search === undefined || view.filter.search === ''
      ? none
      : fragment`and l.seq in (select s.seq from ${soughtEntries(db, view, { order: 'any', limit: null })} s)`;
  return fragment`${plainConditions(db, view)} and l.seq <= ${upTo}::bigint ${words}`;
}
