/** The number of steps to the withdrawal page. The return follows after them. */
export const walkthroughSteps = 3;

export type Walkthrough = 1 | 2 | 3 | 'returned';
export type WalkthroughEvent = 'next' | 'back';

/** Returns the position after an event. The position stays between the first step and the return. */
export function walk(at: Walkthrough, event: WalkthroughEvent): Walkthrough {
  if (event === 'next') return at === 1 ? 2 : at === 2 ? 3 : 'returned';
  return at === 'returned' ? 3 : at === 3 ? 2 : 1;
}
