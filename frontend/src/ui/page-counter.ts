import { useEffect, useSyncExternalStore } from 'react';

let counters = 0;
const listeners = new Set<() => void>();

function add(change: 1 | -1): void {
  counters += change;
  for (const listener of listeners) listener();
}

/**
 * Declares that the page shows its own step count, while `counts` is true.
 * Floating elements then show no step count, so that only one counter is visible.
 */
export function useCountsSteps(counts = true): void {
  useEffect(() => {
    if (!counts) return;
    add(1);
    return () => add(-1);
  }, [counts]);
}

/** Returns whether the page shows its own step count. */
export function usePageCounts(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => counters > 0,
    () => false,
  );
}
