import { searchEndpoints, type SearchResults } from '@sentrywell/contract/search.ts';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../../kernel/use-call.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { useDebounced } from './use-debounced.ts';
import { type Find, findsOf } from './finds.ts';
import { SearchFinds } from './SearchFinds.tsx';

/** How long after the last key the server is asked, in milliseconds: less than between two keys of a fast typist. */
const restMilliseconds = 25;

/**
 * The search of the header; Ctrl or Cmd + K leads to it. A combobox: the arrows walk through what was found, Enter goes
 * there, Escape leaves.
 */
export function GlobalSearch() {
  const box = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [term, setTerm] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { finds, state } = useFinds(term.trim());
  const go = useGo(() => {
    setTerm('');
    setOpen(false);
  });
  const enter = useEnter({ find: finds[active], isFirst: active === 0, isSearching: state === 'searching', go });
  useShortcut(box);

  function press(event: KeyboardEvent) {
    enter.forget();
    if (event.key in steps && finds.length > 0) {
      event.preventDefault();
      setOpen(true);
      const next = (active + (steps[event.key] ?? 0) + finds.length) % finds.length;
      setActive(next);
      // The focus stays in the box, so the browser itself keeps nothing in sight.
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && term.trim() !== '') {
      event.preventDefault();
      enter.press();
    } else if (event.key === 'Escape') {
      setOpen(false);
    }
  }

  const isShown = isOpen && term.trim() !== '';
  return (
    <div ref={box} role="search" className="relative max-w-xl">
      <SearchField
        label="Search"
        aria-keyshortcuts="Control+K"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && finds.length > 0 ? `${listId}-${active}` : undefined}
        value={term}
        onValue={(value) => {
          setTerm(value);
          setOpen(true);
          setActive(0);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          enter.forget();
        }}
        onKeyDownCapture={press}
      />
      {term === '' && <KeysHint />}
      {isShown && (
        <SearchFinds listId={listId} finds={finds} active={active} state={state} onGo={go} onActive={setActive} />
      )}
    </div>
  );
}

/** Where there is room for it; on a phone or tablet the keys say nothing. */
function KeysHint() {
  return (
    <kbd
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 font-sans text-xs text-ink-soft max-sm:hidden pointer-coarse:hidden"
    >
      Ctrl K
    </kbd>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function useFinds(term: string) {
  const wanted = useDebounced(term, restMilliseconds);
  const query = wanted === '' ? null : { query: { q: wanted } };
  const { data, isLoading, error } = useCall(searchEndpoints.search, query, { keepPrevious: true });
  return {
    // Nothing that was found for another term stands as if it were the answer to this one.
    finds: wanted === '' || error !== undefined ? [] : findsOf(data),
    state: stateOf({ data, isLoading, failed: error !== undefined, isTyping: wanted !== term }),
  };
}

type Reading = {
  readonly data: SearchResults | undefined;
  readonly isLoading: boolean;
  readonly failed: boolean;
  readonly isTyping: boolean;
};

function stateOf({ data, isLoading, failed, isTyping }: Reading): 'searching' | 'failed' | 'done' {
  if (failed) {
    return 'failed';
  }
  return data === undefined || isLoading || isTyping ? 'searching' : 'done';
}

function useGo(onGone: () => void): (find: Find) => void {
  const navigate = useNavigate();
  return ({ to }) => {
    onGone();
    void navigate(to);
  };
}

type Enter = {
  readonly find: Find | undefined;
  readonly isFirst: boolean;
  readonly isSearching: boolean;
  readonly go: (find: Find) => void;
};

/** Enter before the answer means the first that is going to be found, and not what stands there from fewer letters. */
function useEnter({ find, isFirst, isSearching, go }: Enter) {
  const isWaiting = useRef(false);
  useEffect(() => {
    if (isWaiting.current && !isSearching) {
      isWaiting.current = false;
      if (find !== undefined) {
        go(find);
      }
    }
  });
  return {
    press: () => {
      if (isSearching && isFirst) {
        isWaiting.current = true;
      } else if (find !== undefined) {
        go(find);
      }
    },
    /** Any other key, or another place, and it is no longer meant. */
    forget: () => {
      isWaiting.current = false;
    },
  };
}

/** Ctrl+K and Cmd+K, wherever the focus is. */
function useShortcut(box: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    function press(event: globalThis.KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        box.current?.querySelector('input')?.focus();
      }
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [box]);
}
