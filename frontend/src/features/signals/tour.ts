/** The current step of the tour; null while the tour is closed. */
export type Tour = number | null;
export type TourEvent = 'started' | 'next' | 'back' | 'skipped' | 'completed';

export const tourSteps = [
  {
    id: 'meter',
    title: 'The hot meter',
    description: 'It shows coins for which more was done than usual, while the price has not moved yet.',
    tip: 'Press a coin to see every number that its score is made of.',
  },
  {
    id: 'signals',
    title: 'The signals',
    description: 'Each card is one thing that was done, with the pages that reported it.',
    tip: 'Each card says how sure it is. That shrinks with time.',
  },
  {
    id: 'filters',
    title: 'The filters',
    description: 'Look at banks and funds, at new users, or at new software alone.',
    tip: '“Quantum topics only” keeps what is about quantum computers.',
  },
  {
    id: 'sources',
    title: 'Where it comes from',
    description: 'Under each part you see who gave the figures, and when.',
    tip: 'What is marked “Old” was not heard anew for long.',
  },
] as const;

/** Returns the tour after an event. The tour ends after its last step. */
export function changeTour(tour: Tour, event: TourEvent): Tour {
  switch (event) {
    case 'started':
      return 0;
    case 'next':
      return tour === null || tour === tourSteps.length - 1 ? tour : tour + 1;
    case 'back':
      return tour === null ? null : Math.max(0, tour - 1);
    case 'skipped':
    case 'completed':
      return null;
  }
}
