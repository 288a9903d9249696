import { useEffect, useSyncExternalStore } from 'react';

let counters = 0;
const listeners = new Set<() => void>();

function add(change: 1 | -1): void {
  counters += change;
  for (const listener of listeners) listener();
}

/** Marks the page as one that counts its own steps, while `counts`: then floating elements do not (DESIGN §4.31). */
export function useCountsSteps(counts = true): void {
  useEffect(() => {
    if (!counts) return;
    add(1);
    return () => add(-1);
  }, [counts]);
}

/** Returns whether the page counts its own steps. */
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
