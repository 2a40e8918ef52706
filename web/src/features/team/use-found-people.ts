import { searchable } from '@sentrywell/contract/search.ts';
import type { TeamMember } from '@sentrywell/contract/team.ts';
import { useDeferredValue, useMemo } from 'react';
import { tableStateOf } from '../../ui/table-state.ts';
import type { TableState } from '../../ui/table-types.ts';

/** Those whose name contains the term, whatever their case (specification §2). */
export function useFoundPeople<Member extends TeamMember>(
  team: readonly Member[] | undefined,
  term: string,
): readonly Member[] | undefined {
  const wanted = searchable(useDeferredValue(term).trim());
  return useMemo(
    () => (wanted === '' ? team : team?.filter(({ name }) => searchable(name).includes(wanted))),
    [team, wanted],
  );
}

/** The state of a table of them (specification §8). */
export function peopleState<Member>(
  rows: readonly Member[] | undefined,
  call: { readonly error: Error | undefined; readonly refresh: () => Promise<unknown> },
): TableState<Member> {
  const message = (failure: Error) => `Error loading team data: ${failure.message}`;
  return tableStateOf({ rows, ...call, title: 'Error Loading Team', message });
}
