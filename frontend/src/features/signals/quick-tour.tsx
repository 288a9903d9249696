import { useState } from 'react';
import { defineStored, parseFlag } from '../../shared/storage.ts';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Row, useStepFocus } from '../../shared/ui/layout.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { changeTour, type Tour, type TourEvent, tourSteps } from './tour.ts';

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
      {tour !== null && <TourDialog step={tour} tell={tell} />}
    </>
  );
}

function TourDialog({ step, tell }: { step: number; tell: (event: TourEvent) => void }) {
  const heading = useStepFocus(step);
  const { title, description, tip } = tourSteps[step] as (typeof tourSteps)[number];
  const isLast = step === tourSteps.length - 1;
  return (
    <Dialog title={`Quick tour, ${step + 1} of ${tourSteps.length}`} onClose={() => tell('skipped')}>
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
        {title}
      </h3>
      <p>{description}</p>
      <Note title="Tip">
        <p>{tip}</p>
      </Note>
      <Row>
        {step > 0 && (
          <Button variant="quiet" onClick={() => tell('back')}>
            Back
          </Button>
        )}
        <Button onClick={() => tell(isLast ? 'completed' : 'next')}>{isLast ? 'Done' : 'Next'}</Button>
        {!isLast && <TextButton onClick={() => tell('skipped')}>Skip the tour</TextButton>}
      </Row>
    </Dialog>
  );
}
