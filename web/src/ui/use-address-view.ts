import { useMemo } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { useTypedTerm } from './use-typed-term.ts';

/**
 * What the controls of a list say, which stands in the address: the way back from what was opened, a reload and a link find it
 * again. Both functions have to be the same at every call.
 */
export function useAddressView<View>(
  viewOf: (query: URLSearchParams) => View,
  queryOf: (view: View) => URLSearchParams,
): readonly [View, (view: View) => void] {
  const [query, setQuery] = useSearchParams();
  const isLeaving = useNavigation().state !== 'idle';
  const [typed, setTyped] = useTypedTerm(query.toString(), (told) => {
    // Another address now would call back whoever is on the way to an organization.
    if (!isLeaving) {
      setQuery(told, { replace: true, preventScrollReset: true });
    }
  });
  const view = useMemo(() => viewOf(new URLSearchParams(typed)), [typed, viewOf]);
  return [view, (next) => setTyped(queryOf(next).toString())];
}
