import type { AuditCategoryName } from '@sentrywell/contract/audit-log.ts';
import { type Fragment, fragment, only, sqlOf, wholeNumber } from '../../kernel/sql.ts';
import {
  type Cursor,
  inReach,
  instantOfMicros,
  type LogDb,
  type LogView,
  namedOrganization,
  plainConditions,
  soughtEntries,
} from './filter-queries.ts';

export type EntryRow = {
  readonly seq: number;
  readonly micros: number;
  readonly occurredAt: string;
  readonly log: string;
  readonly user: string;
  readonly category: AuditCategoryName;
  readonly result: 'success' | 'failure' | 'refused';
  readonly organizationId: number | null;
  readonly organizationName: string | null;
  readonly actorUserId: number | null;
  readonly targetType: string | null;
  readonly targetId: string | null;
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly hash: string;
};

const columns = fragment`l.seq, (extract(epoch from l.occurred_at) * 1000000)::bigint as micros, l.occurred_at, l.log,
  l.user_name as "user", l.category, l.result, l.organization_id, l.actor_user_id, l.target_type, l.target_id, l.address,
  l.user_agent, l.request_id, encode(l.hash, 'hex') as hash`;

/** An MSP reads whose entry it is; in an organization's own list that goes without saying. */
function listedNameOf(db: LogDb): Fragment {
  return 'organizationId' in db ? fragment`null::text as organization_name` : nameOf(db);
}

function nameOf(db: LogDb): Fragment {
  return fragment`(select o.name from organizations o where o.tenant_id = ${db.tenantId} and o.id = l.organization_id) as organization_name`;
}

export type PageRequest = { readonly cursor: Cursor | undefined; readonly limit: number };

/** A page in the order it was asked for: newest first, or oldest first behind a cursor that looks for newer ones. */
export function listEntries(db: LogDb, view: LogView, { cursor, limit }: PageRequest): Promise<EntryRow[]> {
  const newer = cursor?.direction === 'newer';
  const order = newer ? fragment`l.occurred_at, l.seq` : fragment`l.occurred_at desc, l.seq desc`;
  if (view.filter.search !== undefined && view.filter.search !== '') {
    const sought = { order: newer ? 'oldest' : 'newest', limit, ...(cursor === undefined ? {} : { cursor }) } as const;
    return sqlOf(db)<EntryRow>`
      select ${columns}, ${listedNameOf(db)}
      from ${soughtEntries(db, view, sought)} s
      join audit_log l on l.tenant_id = ${db.tenantId} and l.seq = s.seq
      order by ${order}`;
  }
  const beyond = newer ? fragment`>` : fragment`<`;
  const place =
    cursor === undefined
      ? fragment``
      : fragment`and (l.occurred_at, l.seq) ${beyond} (${instantOfMicros(cursor.micros)}, ${cursor.seq}::bigint)`;
  return sqlOf(db)<EntryRow>`
    select ${columns}, ${listedNameOf(db)} from audit_log l
    where ${plainConditions(db, view)} ${place}
    order by ${order} limit ${wholeNumber(limit)}`;
}

/** How many entries hold the words: counted up to a limit, since only the entries themselves know. */
export async function countSought(db: LogDb, view: LogView, limit: number): Promise<number> {
  const rows = await sqlOf(db)<{ entries: number }>`
    select count(*) as entries from ${soughtEntries(db, view, { order: 'any', limit })} s`;
  return only(rows).entries;
}

/** A range of whole UTC days: from the first one up to but not including the second; 'all' for all there are. */
export type Days = 'all' | { readonly from: string | undefined; readonly to: string | undefined };

/** Out of the counters, which know what is filed, and the few entries that are not yet (migration 0180). */
export async function countDays(db: LogDb, view: LogView, days: Days): Promise<number> {
  const { category } = view.filter;
  const from = (days === 'all' ? undefined : days.from) ?? '0001-01-01';
  const to = (days === 'all' ? undefined : days.to) ?? 'infinity';
  const range =
    days === 'all' ? fragment`and c.day = '-infinity'` : fragment`and c.day >= ${from}::date and c.day < ${to}::date`;
  const named = category === undefined ? fragment`` : fragment`and category = ${category}`;
  const rows = await sqlOf(db)<{ entries: number }>`
    select (
      select coalesce(sum(c.entries), 0) from audit_counts c
      where c.tenant_id = ${db.tenantId} ${range} ${inReach(db, view, 'c.organization_id', 'zero')} ${named}
    )::bigint + (
      select count(*) from audit_log l
      where l.tenant_id = ${db.tenantId} and not l.filed ${inReach(db, view, 'l.organization_id')} ${named}
        and l.occurred_at >= ${from}::timestamp at time zone 'UTC' and l.occurred_at < ${to}::timestamp at time zone 'UTC'
    ) as entries`;
  return only(rows).entries;
}

/** Entry by entry: for the part of a day at either end of a range. */
export async function countEntries(db: LogDb, view: LogView): Promise<number> {
  const rows = await sqlOf(db)<{ entries: number }>`
    select count(*) as entries from audit_log l where ${plainConditions(db, view)}`;
  return only(rows).entries;
}

/** The categories that occur, by a loose scan: one look into the index for each, however many entries there are. */
export async function listCategories(db: LogDb, view: LogView): Promise<AuditCategoryName[]> {
  const next = fragment`select c.category from audit_counts c
    where c.tenant_id = ${db.tenantId} and c.day = '-infinity' ${inReach(db, view, 'c.organization_id', 'zero')}`;
  const rows = await sqlOf(db)<{ category: AuditCategoryName }>`
    with recursive found (category) as (
      (${next} order by c.category limit 1)
      union all
      select (${next} and c.category > f.category order by c.category limit 1) from found f where f.category is not null
    )
    select category from found where category is not null
    union
    select l.category from audit_log l where l.tenant_id = ${db.tenantId} and not l.filed ${inReach(db, view, 'l.organization_id')}
    order by category`;
  return rows.map(({ category }) => category);
}

export type ChainedRow = EntryRow & { readonly exactAt: string; readonly previousHash: string };

/** One entry as far as the person's view reaches; two where whoever owns the database put one in the place of another. */
export function listEntriesAt(db: LogDb, view: LogView, seq: number): Promise<ChainedRow[]> {
  return sqlOf(db)<ChainedRow>`
    select ${columns}, ${nameOf(db)}, encode(l.prev_hash, 'hex') as previous_hash,
      to_char(l.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exact_at
    from audit_log l where l.tenant_id = ${db.tenantId} and l.seq = ${seq}::bigint ${inReach(db, view, 'l.organization_id')}`;
}

export type Link = {
  readonly beforeHash: string | null;
  readonly namedBehind: string | null;
  /** The last entry that retention removed; 0: none. */
  readonly base: number;
  readonly length: number;
};

/** What the neighbours in the chain say of an entry, whoever they belong to. */
export async function findLink(db: LogDb, seq: number): Promise<Link | undefined> {
  const [row] = await sqlOf(db)<Link>`
    select encode(k.before_hash, 'hex') as before_hash, encode(k.named_behind, 'hex') as named_behind, h.base_seq as base, h.seq as length
    from audit_link(${seq}::bigint) k, audit_heads h where h.tenant_id = ${db.tenantId}`;
  return row;
}

export async function hasOrganization(db: LogDb, organizationId: number): Promise<boolean> {
  const rows = await sqlOf(db)<{ id: number }>`
    select id from organizations where tenant_id = ${db.tenantId} and id = ${organizationId}`;
  return rows.length > 0;
}

/** Whether the person sees every entry of the chain: no words, no filter, nobody's hidden. */
export function isWhole(db: LogDb, view: LogView): boolean {
  const { search, from, to, category } = view.filter;
  return (
    namedOrganization(db, view) === undefined &&
    view.organizationIds === undefined &&
    [search ?? '', from ?? '', to ?? '', category ?? ''].every((part) => part === '')
  );
}
