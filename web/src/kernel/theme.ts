import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

/** public/theme.js reads the same key before the first paint. */
const key = 'sentrywell.theme';
const watchers = new Set<() => void>();

function currentTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset['theme'];
  } else {
    document.documentElement.dataset['theme'] = theme;
  }
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Storage is closed to us: the choice then lasts as long as the page.
  }
  for (const watcher of watchers) {
    watcher();
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore(watch, currentTheme, () => 'system');
}
