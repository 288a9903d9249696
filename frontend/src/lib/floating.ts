import { useSyncExternalStore } from 'react';

/** The elements that cover the page. */
type Floating = 'transfer-assistant' | 'chat' | 'dialog' | 'welcome-back';

interface Shown {
  name: Floating;
  /** The element that opened the floating one and gets the focus back; null if it opened automatically. */
  opener: HTMLElement | null;
}

let shown: Shown | null = null;
const listeners = new Set<() => void>();

function show(next: Shown | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Opens and closes floating elements. At most one is open, so opening one closes any other. */
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
