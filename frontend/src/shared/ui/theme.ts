import { useSyncExternalStore } from 'react';
import { storage } from '../storage.ts';

export type Theme = 'light' | 'dark';

const dark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

// public/theme.js has already set what was chosen before, ahead of the first paint.
function readTheme(): Theme {
  return (document.documentElement.dataset.theme as Theme | undefined) ?? (dark.matches ? 'dark' : 'light');
}

function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  storage.set('theme', theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  dark.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    dark.removeEventListener('change', listener);
  };
}

/** The theme in force, and how to change it: the system's preference until the person chooses, then their choice. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme), setTheme];
}
