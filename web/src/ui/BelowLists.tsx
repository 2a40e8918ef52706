import type { ReactNode } from 'react';

/** A list that is read: as long as it has neither come nor failed, its length is not known. */
type ReadList = { readonly data: unknown; readonly error: unknown };

type Props = { readonly lists: readonly ReadList[]; readonly children: ReactNode };

/** What stands below lists: there meanwhile, and seen once each of them has found its length, which would move it. */
export function BelowLists({ lists, children }: Props) {
  const areToCome = lists.some(({ data, error }) => data === undefined && error === undefined);
  return <div className={areToCome ? 'invisible' : undefined}>{children}</div>;
}
