import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * Returns false on the server and during hydration, true from then on.
 * A component must not read this browser's values while the result is false: its first render must equal the
 * prerendered HTML.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
