import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

interface Toast {
  id: number;
  title: string;
  description?: string;
  /** What can be done about it at once; it is offered on the page too, because the toast passes. */
  action?: { label: string; onPress: () => void };
  variant: 'default' | 'destructive';
  /** How long it stays, where that is not the usual time. */
  durationMs?: number;
}

/** What a toast says. */
export type Message = Omit<Toast, 'id' | 'variant'> & Partial<Pick<Toast, 'variant'>>;

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a message in passing; a new one replaces the one before.
 * @returns a function that dismisses this message, and no later one
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
 * Shows a toast when `cause` becomes truthy, and again for another cause. The toast is dismissed when the cause ends or
 * the component unmounts, so that it never contradicts what the page says by then.
 */
export function useToastWhile(cause: unknown, message: () => Message): void {
  const latestMessage = useEffectEvent(message);
  useEffect(() => (cause ? toast(latestMessage()) : undefined), [cause]);
}

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
