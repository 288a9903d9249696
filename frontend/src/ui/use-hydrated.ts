import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * False while a page that the server drew is taken over, and on the server; true from then on, and at once on any other
 * page. What only this browser knows is not to be looked at before: the first look must find what the server drew.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
