import { sortOf, textOfSort } from '../../ui/sort-rows.ts';
import type { Sort } from '../../ui/table-types.ts';
import { organizationColumns } from './organization-columns.tsx';

/** What the address of the list says: which organizations, and in which order. */
type OrganizationsView = { readonly search: string; readonly sort: Sort | undefined };

export function viewOf(query: URLSearchParams): OrganizationsView {
  return { search: (query.get('search') ?? '').slice(0, 200), sort: sortOf(query.get('sort'), organizationColumns) };
}

/** The other way round; the defaults stay out of the address. */
export function queryOf({ search, sort }: OrganizationsView): URLSearchParams {
  const pairs: [string, string][] = [
    ['search', search],
    ['sort', textOfSort(sort)],
  ];
  return new URLSearchParams(pairs.filter(([, value]) => value !== ''));
}
