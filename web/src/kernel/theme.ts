import { useSyncExternalStore } from 'react';
import { readStored, store } from './stored-text.ts';

export type Theme = 'system' | 'light' | 'dark';

/** theme-first.js reads the same key before the first paint. */
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

/** Whether somebody has chosen a theme in this browser. */
export function hasChosenTheme(): boolean {
  return readStored(key) !== '';
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset['theme'];
  } else {
    document.documentElement.dataset['theme'] = theme;
  }
  store(key, theme);
  for (const watcher of watchers) {
    watcher();
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore(watch, currentTheme, () => 'system');
}
