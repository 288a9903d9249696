import { Button, TextButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Row, useStepFocus } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { type TourEvent, tourSteps } from './tour.ts';

/** One step of the tour; Escape and the cross skip it. */
export function TourDialog({ step, tell }: { step: number; tell: (event: TourEvent) => void }) {
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
