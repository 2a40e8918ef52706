import type { TableState } from './table-types.ts';

type Asked<Row> = {
  /** undefined: they are not there (yet). */
  readonly rows: readonly Row[] | undefined;
  readonly error: Error | undefined;
  readonly refresh: () => Promise<unknown>;
  /** What stands in place of the table when asking failed; `message` is the failure's own unless given. */
  readonly title: string;
  readonly message?: (error: Error) => string;
};

/** A table's state from that of the call for its rows: rows that came once stay when asking again fails. */
export function tableStateOf<Row>({ rows, error, refresh, title, message }: Asked<Row>): TableState<Row> {
  if (rows !== undefined) {
    return { kind: 'ready', rows };
  }
  if (error === undefined) {
    return { kind: 'loading' };
  }
  return { kind: 'error', title, message: message?.(error) ?? error.message, onRetry: () => void refresh() };
}
