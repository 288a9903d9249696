import { expect, test } from 'vitest';
import { changeTour, type Tour, type TourEvent, tourSteps } from './tour.ts';

const last = tourSteps.length - 1;

test.each<[Tour, TourEvent, Tour]>([
  [null, 'started', 0],
  [null, 'next', null],
  [null, 'back', null],
  [0, 'next', 1],
  [0, 'back', 0],
  [1, 'back', 0],
  [last, 'next', last],
  [last, 'completed', null],
  [1, 'skipped', null],
  [last, 'started', 0],
])('changeTour from step %s with the event “%s” returns step %s (null: closed)', (tour, event, next) => {
  expect(changeTour(tour, event)).toBe(next);
});
