import { useSyncExternalStore } from 'react';

/** In the unit of the style sheet: with larger letters the table would cut its words off. */
const narrow = '(width < 48rem)';

function watch(watcher: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', watcher);
  return () => query.removeEventListener('change', watcher);
}

/** Whether the window is too narrow for a table of many columns. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(narrow).matches,
    () => false,
  );
}
