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

/** The ref of a button that shows a picture and no text: who points at it, or comes to it by keyboard, sees its name. */
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

/** All that are shown now, for the place that shows their names. */
export function usePictureButtons(): readonly PictureButton[] {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  );
}
