import { lazy, Suspense, useState } from 'react';
import { defineStored, parseFlag } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { changeTour, type Tour, type TourEvent } from './tour.ts';

const TourDialog = lazy(async () => ({ default: (await import('./tour-dialog.tsx')).TourDialog }));

/** Whether the tour was gone through; nobody is asked to go again. */
const toured = defineStored('signals-toured', parseFlag, false);

/** A few words about what stands on the page, for whoever wants them. */
export function QuickTour() {
  const [tour, setTour] = useState<Tour>(null);
  const [done, setDone] = useState(() => toured.get());
  function tell(event: TourEvent) {
    setTour(changeTour(tour, event));
    if (event !== 'completed') return;
    toured.set(true);
    setDone(true);
  }
  return (
    <>
      <Button variant="quiet" onClick={() => tell('started')}>
        {done ? 'See the quick tour again' : 'Quick tour'}
      </Button>
      {tour !== null && (
        <Suspense>
          <TourDialog step={tour} tell={tell} />
        </Suspense>
      )}
    </>
  );
}
