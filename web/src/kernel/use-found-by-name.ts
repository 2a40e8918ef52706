import { searchable } from '@sentrywell/contract/search.ts';
import { useDeferredValue, useMemo } from 'react';

/**
 * Those whose name contains what was typed, whatever its case (specification §2). The list follows a little after the key press,
 * so that typing stays fluid with 10,000 rows.
 *
 * @returns the rows, and the term for which they were found: no count stands beside another word.
 */
export function useFoundByName<Row extends { readonly name: string }>(all: readonly Row[] | undefined, typed: string) {
  const term = useDeferredValue(typed).trim();
  const namesOfAll = useMemo(() => {
    let names: readonly string[] | undefined;
    // Once for a list and not for each key; not at all where nobody searches.
    return () => (names ??= (all ?? []).map(({ name }) => searchable(name)));
  }, [all]);
  const rows = useMemo(() => {
    const wanted = searchable(term);
    return wanted === '' ? all : all?.filter((_, index) => namesOfAll()[index]?.includes(wanted));
  }, [all, namesOfAll, term]);
  return { rows, term };
}
