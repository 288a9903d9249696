/** Three steps on the way to the withdrawal page, and the return from there. */
export const walkthroughSteps = 3;

export type Walkthrough = 1 | 2 | 3 | 'returned';
export type WalkthroughEvent = 'next' | 'back';

/** Where the walk goes on. Before the first step there is nothing, and after the return, too. */
export function walk(at: Walkthrough, event: WalkthroughEvent): Walkthrough {
  if (event === 'next') return at === 1 ? 2 : at === 2 ? 3 : 'returned';
  return at === 'returned' ? 3 : at === 3 ? 2 : 1;
}
