import { useSyncExternalStore } from 'react';

/** Things that lie over the page. */
type Floating = 'transfer-assistant' | 'chat' | 'dialog' | 'welcome-back';

interface Shown {
  name: Floating;
  /** What was pressed to open it, and gets the focus back; null when it opened by itself. */
  opener: HTMLElement | null;
}

let shown: Shown | null = null;
const listeners = new Set<() => void>();

function show(next: Shown | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** At most one is open at a time: the next takes the place of the one before. */
export const floating = {
  open: (name: Floating, opener: HTMLElement | null = null) => show({ name, opener }),
  close(name: Floating) {
    if (shown?.name === name) show(null);
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useFloating(): Shown | null {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
}
