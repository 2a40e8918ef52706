import { type Fragment, fragment } from '../../kernel/sql.ts';
import { type LogDb, type LogView, matchingEntries } from './filter-queries.ts';

export type CopyOrder = { readonly query: Fragment; readonly options: string };

/** The rows of audit-logs.csv (specification §9), newest first. Line breaks become spaces, so that a line is a row. */
export function csvRows(db: LogDb, view: LogView, upTo: number): CopyOrder {
  const query = fragment`
    select to_char(l.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), translate(l.log, E'\\n\\r', '  '),
      translate(l.user_name, E'\\n\\r', '  '), l.category
    from audit_log l where ${matchingEntries(db, view, upTo)}
    order by l.occurred_at desc, l.seq desc`;
  return { query, options: 'format csv, force_quote *' };
}

/** Every field that the chain covers, one JSON object a line, in the chain's order. */
export function chainRows(db: LogDb, view: LogView, upTo: number): CopyOrder {
  const query = fragment`
    select json_build_object('type', 'entry', 'tenant', l.tenant_id, 'seq', l.seq,
      'occurredAt', to_char(l.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'organization', l.organization_id,
      'category', l.category, 'log', l.log, 'user', l.user_name, 'actor', l.actor_user_id, 'targetType', l.target_type,
      'targetId', l.target_id, 'result', l.result, 'address', l.address, 'userAgent', l.user_agent, 'requestId', l.request_id,
      'previousHash', encode(l.prev_hash, 'hex'), 'hash', encode(l.hash, 'hex'))
    from audit_log l where ${matchingEntries(db, view, upTo)}
    order by l.seq`;
  return { query, options: 'format text' };
}
