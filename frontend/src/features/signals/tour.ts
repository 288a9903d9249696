/** The current step of the tour; null while the tour is closed. */
export type Tour = number | null;
export type TourEvent = 'started' | 'next' | 'back' | 'skipped' | 'completed';

export const tourSteps = [
  {
    id: 'meter',
    title: 'The hot meter',
    description: 'It ranks coins. A coin ranks high if it made more progress than usual but its price hardly moved.',
    tip: 'Press a coin to see every number behind its score.',
  },
  {
    id: 'signals',
    title: 'The signals',
    description: 'Each card covers one thing that happened and lists the sites that reported it.',
    tip: 'Each card shows how confident we are. That number drops over time.',
  },
  {
    id: 'filters',
    title: 'The filters',
    description: 'Choose a filter to see only news about banks and funds, new users, or new software.',
    tip: '“Quantum topics only” shows just the news on quantum computers.',
  },
  {
    id: 'sources',
    title: 'Where the numbers come from',
    description: 'Below the numbers, you’ll see where they came from and how old they are.',
    tip: 'If a number is marked “Old,” we haven’t updated it in a while.',
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
