import { useState } from 'react';

/** Returns true if the window was at least 768 px wide when the component was first rendered. */
export function useIsWide(): boolean {
  return useState(() => matchMedia('(min-width: 48rem)').matches)[0];
}
