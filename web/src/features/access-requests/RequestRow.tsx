import type { ReactNode } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';

type Props = {
  readonly name: string;
  /** Under the name: the address, and what happened when. */
  readonly detail: ReactNode;
  /** What can be decided; false: nothing, by this person. */
  readonly children?: ReactNode;
};

/** Somebody who asked to join. */
export function RequestRow({ name, detail, children }: Props) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <span className="flex min-w-0 grow items-center gap-3">
        <Avatar name={name} />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{name}</span>
          <span className="block text-ink-soft wrap-anywhere">{detail}</span>
        </span>
      </span>
      {children !== false && <span className="flex gap-2 max-sm:w-full max-sm:*:grow">{children}</span>}
    </li>
  );
}
