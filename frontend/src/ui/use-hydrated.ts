import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * Returns false on the server and during hydration, true from then on.
 * Values of this browser must not be read before: the first render must equal the prerendered HTML.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
