import { useSyncExternalStore } from 'react';
import { defineStored } from '../lib/storage.ts';

export type Theme = 'light' | 'dark';

const chosen = defineStored<Theme | null>('theme', parseTheme, null);
const dark = () => matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function parseTheme(value: unknown): Theme | undefined {
  return value === 'light' || value === 'dark' ? value : undefined;
}

// public/theme.js runs before the first paint, so it is inline in every page and small. It sets:
// - `data-theme` to the stored theme. Without one (or without storage) the system's preference decides.
// - `data-waiting` if a transfer is open, so that CSS reserves its place.
// - `startedIntent`, the request for the payment of a transfer that this browser has stored as unpaid.
// - `data-doubt` if a rendered guide shows an address that this browser did not send, or that the customer must first
//   compare (see `isSwapped` and `mustCompare`), or if the outcome of this tab's payment is unclear. CSS then hides the
//   guide or the checkout until it is hydrated.
// - `pressed` to the last button that was pressed, which is pressed again after hydration.
// - The paragraph `failed` of index.html visible, if the page's script does not load or an old browser cannot parse it.
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

/** Returns the current theme and its setter. Until the person chooses, the system's preference applies. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme, () => 'light'), setTheme];
}
