import { useSyncExternalStore } from 'react';

interface PictureButton {
  id: number;
  element: HTMLElement;
}

const none: readonly PictureButton[] = [];
let shown = none;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly PictureButton[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/**
 * Registers a button that has only an icon. Used as the button's `ref`.
 * `Tooltips` shows the button's name on hover and on keyboard focus.
 */
export function pictureButton(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return;
  lastId += 1;
  const button = { id: lastId, element };
  change([...shown, button]);
  return () => change(shown.filter((one) => one !== button));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns all mounted icon buttons. */
export function usePictureButtons(): readonly PictureButton[] {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  );
}
