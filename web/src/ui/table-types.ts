import type { ReactNode } from 'react';

export type Column<Row> = {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Makes the column sortable. Nothing (null) always sorts last. */
  readonly sortBy?: (row: Row) => string | number | null;
  readonly align?: 'start' | 'end';
  /**
   * What becomes of the column on a phone: `name` heads the row (give it to one column), `side` stays at its right
   * (at most one), `fold` (the default) goes under the name with its header as label, `hide` is left out.
   */
  readonly onPhone?: 'name' | 'side' | 'fold' | 'hide';
  /** Left out below 1280 px, where a table with many columns would be wider than the page; on a phone, unless `onPhone` says more. */
  readonly isSpare?: boolean;
  /** The header is read out but not drawn, for a column of buttons. */
  readonly hideHeader?: boolean;
  /** A Tailwind width, such as 'w-40'. */
  readonly width?: string;
};

export type Sort = { readonly key: string; readonly direction: 'ascending' | 'descending' };

export type TableState<Row> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'error'; readonly title: string; readonly message: string; readonly onRetry?: () => void }
  | { readonly kind: 'ready'; readonly rows: readonly Row[] };

export type TableProps<Row> = {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: ReadonlyArray<Column<Row>>;
  readonly state: TableState<Row>;
  readonly rowKey: (row: Row) => string | number;
  /** Where a row leads. The `name` column's content becomes the link, and the whole row can be pressed. */
  readonly rowLink?: (row: Row) => string;
  /** Shown instead of rows when there are none: an `<EmptyState>`. */
  readonly empty: ReactNode;
  /** Spoken while loading: 'Loading organizations...' */
  readonly loadingText?: string;
  readonly skeletonRows?: number;
  /** With `onSort` the caller remembers how the rows are sorted; otherwise the table does. */
  readonly sort?: Sort | undefined;
  readonly onSort?: (sort: Sort) => void;
};
