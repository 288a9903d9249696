import { useState } from 'react';
import { useBrowserState } from './use-browser-state.ts';

const isWide = () => matchMedia('(min-width: 48rem)').matches;

/** Returns true if the window was at least 768 px wide when the component was first rendered. */
export function useIsWide(): boolean {
  return useState(isWide)[0];
}

/** Returns the same for a screen that the server renders; null on the server and during hydration. */
export function useIsWideOnceHydrated(): boolean | null {
  return useBrowserState<boolean | null>(isWide, null)[0];
}
