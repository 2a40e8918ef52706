import { tableStateOf } from '../../ui/table-state.ts';
import type { TableState } from '../../ui/table-types.ts';

/** The state of a table of them (specification §8). */
export function peopleState<Member>(
  rows: readonly Member[] | undefined,
  call: { readonly error: Error | undefined; readonly refresh: () => Promise<unknown> },
): TableState<Member> {
  const message = (failure: Error) => `Error loading team data: ${failure.message}`;
  return tableStateOf({ rows, ...call, title: 'Error Loading Team', message });
}
