import { searchable } from '@sentrywell/contract/search.ts';
import { useMemo } from 'react';

export type Found<Row> = {
  /** undefined: they are not there (yet). */
  readonly rows: readonly Row[] | undefined;
  /** Trimmed; those rows were found for it, and no count of them stands beside another word. */
  readonly term: string;
};

/**
 * Those whose name contains what was typed, whatever its case (specification §2). Of 10,000 they are found in a millisecond or two;
 * a list whose rows take longer to draw than a key may hands over what was typed as a deferred value.
 */
export function useFoundByName<Row extends { readonly name: string }>(
  all: readonly Row[] | undefined,
  typed: string,
): Found<Row> {
  const term = typed.trim();
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
