import { useCallback } from 'react';
import { sortOf, textOfSort } from './sort-rows.ts';
import type { Column, Sort } from './table-types.ts';
import { useAddressView } from './use-address-view.ts';

/** What the address of a list says: which rows, and in which order. */
type ListView = { readonly search: string; readonly sort: Sort | undefined };

/** The defaults stay out of the address. */
function queryOf({ search, sort }: ListView): URLSearchParams {
  const pairs: [string, string][] = [
    ['search', search],
    ['sort', textOfSort(sort)],
  ];
  return new URLSearchParams(pairs.filter(([, value]) => value !== ''));
}

/** The search and the order of a page's list, kept in its address. The columns have to be the same at every call. */
export function useListView<Row>(columns: ReadonlyArray<Column<Row>>) {
  const viewOf = useCallback(
    (query: URLSearchParams): ListView => ({
      search: (query.get('search') ?? '').slice(0, 200),
      sort: sortOf(query.get('sort'), columns),
    }),
    [columns],
  );
  const [view, show] = useAddressView(viewOf, queryOf);
  return {
    ...view,
    setSearch: (search: string) => show({ ...view, search }),
    setSort: (sort: Sort) => show({ ...view, sort }),
  };
}
