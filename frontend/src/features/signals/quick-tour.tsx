import { lazy, Suspense, useState } from 'react';
import { defineStored, parseFlag } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { changeTour, type Tour, type TourEvent } from './tour.ts';

const TourDialog = lazy(async () => ({ default: (await import('./tour-dialog.tsx')).TourDialog }));

/** True once the customer has finished the tour. The button then offers to see the tour again. */
const toured = defineStored('signals-toured', parseFlag, false);

/** Offers an optional tour of the page. */
export function QuickTour() {
  const [tour, setTour] = useState<Tour>(null);
  const [done, setDone] = useState(() => toured.get());
  function dispatch(event: TourEvent) {
    setTour(changeTour(tour, event));
    if (event !== 'completed') return;
    toured.set(true);
    setDone(true);
  }
  return (
    <>
      <Button variant="quiet" onClick={() => dispatch('started')}>
        {done ? 'See the quick tour again' : 'Quick tour'}
      </Button>
      {tour !== null && (
        <Suspense>
          <TourDialog step={tour} dispatch={dispatch} />
        </Suspense>
      )}
    </>
  );
}
