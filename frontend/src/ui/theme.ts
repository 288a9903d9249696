import { useSyncExternalStore } from 'react';
import { defineStored } from '../lib/storage.ts';

export type Theme = 'light' | 'dark';

const chosen = defineStored<Theme | null>('theme', parseTheme, null);
const dark = () => matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function parseTheme(value: unknown): Theme | undefined {
  return value === 'light' || value === 'dark' ? value : undefined;
}

// public/theme.js, which stands in every page and is kept small, has already set what was chosen before, ahead of the first
// paint; where storage is switched off or holds no theme, the system's preference decides. It also says whether a transfer
// waits, so that its place is kept free, and where the page's own script does not come, or cannot be read by a browser that
// is older than it, shows the paragraph `failed` of index.html: the page can be read then, but answers nothing. On a guide
// that this device has shown before, it fetches the steps ahead of every other script.
function readTheme(): Theme {
  return parseTheme(document.documentElement.dataset.theme) ?? (dark().matches ? 'dark' : 'light');
}

function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  chosen.set(theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const system = dark();
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}

/** The theme in force, and how to change it: the system's preference until the person chooses, then their choice. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme, () => 'light'), setTheme];
}
