import { useEffect, useSyncExternalStore } from 'react';
import { whenAtRest } from '../kernel/when-at-rest.ts';
import { showToast } from './toast.ts';

type Controls = typeof import('./controls/controls.ts');

let controls: Controls | undefined;
let loading: Promise<void> | undefined;
const watchers = new Set<() => void>();

/** How long until it is tried again, in milliseconds. */
const untilTriedAgain = 3_000;
/** How long what may come later waits on a page that is busy, in milliseconds. */
const patience = 1_000;

/** Fetches them once; what failed is fetched again by the next call. */
export function loadControls(): Promise<void> {
  loading ??= import('./controls/controls.ts').then(
    (loaded) => {
      controls = loaded;
      for (const watcher of watchers) {
        watcher();
      }
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/**
 * What opens over the page or is chosen from, as soon as its code is there: no page waits for that to be drawn (decision record 0013).
 * @param wanted at once, or as soon as the page stands; undefined: not yet. Where it can't be fetched the person is
 * told, and it is tried until it works.
 */
export function useControls(wanted: 'now' | 'soon' | undefined): Controls | undefined {
  const there = useSyncExternalStore(watch, () => controls);
  const missing = there === undefined ? wanted : undefined;
  useEffect(() => {
    if (missing === undefined) {
      return undefined;
    }
    const fetching = { isOver: false };
    const takeBack = missing === 'now' ? undefined : whenAtRest(() => void fetchUntilThere(fetching), patience);
    if (missing === 'now') {
      void fetchUntilThere(fetching);
    }
    return () => {
      fetching.isOver = true;
      takeBack?.();
    };
  }, [missing]);
  return there;
}

/** Says once that it does not work. */
async function fetchUntilThere(fetching: { readonly isOver: boolean }): Promise<void> {
  for (let isFirst = true; !fetching.isOver; isFirst = false) {
    try {
      await loadControls();
      return;
    } catch {
      if (isFirst && !fetching.isOver) {
        showToast('bad', 'Part of this page could not be loaded. It appears by itself as soon as that works.');
      }
      await new Promise((resolve) => setTimeout(resolve, untilTriedAgain));
    }
  }
}
