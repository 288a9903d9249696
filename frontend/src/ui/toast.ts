import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

interface Toast {
  id: number;
  title: string;
  description?: string;
  /**
   * An action that the customer can take at once.
   * The page offers the same action, because the toast disappears.
   */
  action?: { label: string; onPress: () => void };
  variant: 'default' | 'destructive';
  /** Overrides the usual duration. */
  durationMs?: number;
}

export type Message = Omit<Toast, 'id' | 'variant'> & Partial<Pick<Toast, 'variant'>>;

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a toast in place of the current one.
 * @returns a function that dismisses this toast only
 */
export function toast(message: Message): () => void {
  lastId += 1;
  const id = lastId;
  show({ variant: 'default', ...message, id });
  return () => {
    if (current?.id === id) show(null);
  };
}

export const dismissToast = () => show(null);

/**
 * Shows a toast when `cause` becomes truthy, and again when `cause` changes.
 * The toast is dismissed when the cause ends or the component unmounts, so that it never contradicts the page.
 */
export function useToastWhile(cause: unknown, message: () => Message): void {
  const latestMessage = useEffectEvent(message);
  useEffect(() => (cause ? toast(latestMessage()) : undefined), [cause]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToast(): Toast | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
