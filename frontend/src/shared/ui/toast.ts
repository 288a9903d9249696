import { useSyncExternalStore } from 'react';

interface Toast {
  id: number;
  title: string;
  description?: string;
  variant: 'default' | 'destructive';
  /** How long it stays, where that is not the usual time. */
  durationMs?: number;
}

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Says something in passing; a new one takes the place of the one before. */
export function toast(message: Omit<Toast, 'id' | 'variant'> & Partial<Pick<Toast, 'variant'>>): void {
  lastId += 1;
  show({ variant: 'default', ...message, id: lastId });
}

export const dismissToast = () => show(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is being said, for the place that shows it. */
export function useToast(): Toast | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
