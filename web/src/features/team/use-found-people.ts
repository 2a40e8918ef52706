import type { TeamMember } from '@sentrywell/contract/team.ts';
import { useDeferredValue, useMemo } from 'react';
import type { CallFailed } from '../../kernel/call.ts';
import type { TableState } from '../../ui/table-types.ts';

/** Those whose name contains the term, whatever their case (specification §2). */
export function useFoundPeople<Member extends TeamMember>(
  team: readonly Member[] | undefined,
  term: string,
): readonly Member[] | undefined {
  const wanted = useDeferredValue(term).trim().toLocaleLowerCase();
  return useMemo(
    () => (wanted === '' ? team : team?.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))),
    [team, wanted],
  );
}

export function peopleState<Member>(
  rows: readonly Member[] | undefined,
  error: CallFailed | undefined,
  onRetry: () => void,
): TableState<Member> {
  if (rows !== undefined) {
    return { kind: 'ready', rows };
  }
  if (error === undefined) {
    return { kind: 'loading' };
  }
  return {
    kind: 'error',
    title: 'Error Loading Team',
    message: `Error loading team data: ${error.message}`,
    onRetry,
  };
}
