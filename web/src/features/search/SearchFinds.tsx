import { Icon } from '../../ui/Icon.tsx';
import { join } from '../../ui/join.ts';
import type { Find } from './finds.ts';

type Props = {
  readonly listId: string;
  readonly finds: readonly Find[];
  readonly active: number;
  readonly state: 'searching' | 'failed' | 'done';
  readonly onGo: (find: Find) => void;
  readonly onActive: (index: number) => void;
};

const words = {
  searching: 'Searching...',
  failed: 'The search did not answer. Please try again.',
  done: 'Nothing was found.',
} as const;

/** The list under the search box, grouped by kind. */
export function SearchFinds({ listId, finds, active, state, onGo, onActive }: Props) {
  return (
    <div className="enter-quick absolute inset-x-0 top-full z-40 mt-1.5 max-h-[70vh] overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-raised max-sm:fixed max-sm:inset-x-2 max-sm:top-14">
      <p role="status" className={finds.length > 0 ? 'sr-only' : 'px-3 py-3 text-ink-soft'}>
        {finds.length > 0 ? `${finds.length} found` : words[state]}
      </p>
      <div role="listbox" id={listId} aria-label="What was found">
        {finds.map((find, index) => (
          <div key={find.key}>
            {find.group !== finds[index - 1]?.group && (
              <p aria-hidden="true" className="px-3 pt-2.5 pb-1 text-xs font-semibold text-ink-soft">
                {find.group}
              </p>
            )}
            {/* The keyboard walks through the list from the search box, which names the active option. */}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
            <div
              role="option"
              id={`${listId}-${index}`}
              aria-selected={index === active}
              tabIndex={-1}
              onMouseMove={() => onActive(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onGo(find)}
              className={join(
                // Room for the name of a group above its first one.
                'flex min-h-11 scroll-mt-9 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5',
                index === active && 'bg-hover shadow-[inset_3px_0_0_var(--primary)]',
              )}
            >
              <Icon name={find.icon} className="text-ink-soft" />
              <span className="min-w-0 text-left">
                <span className="sr-only">{find.group}: </span>
                <span dir="auto" className="block truncate font-medium">
                  {find.title}
                </span>{' '}
                {find.detail !== '' && (
                  <span dir="auto" className="block truncate text-xs text-ink-soft">
                    {find.detail}
                  </span>
                )}
              </span>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
