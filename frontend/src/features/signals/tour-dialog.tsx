import { Button, TextButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Row } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { type TourEvent, tourSteps } from './tour.ts';

/** Shows a step of the tour. Escape and the close button skip the other steps. */
export function TourDialog({ step, dispatch }: { step: number; dispatch: (event: TourEvent) => void }) {
  const heading = useStepFocus(step);
  const { title, description, tip } = tourSteps[step] as (typeof tourSteps)[number];
  const isLast = step === tourSteps.length - 1;
  return (
    <Dialog title={`Quick tour, ${step + 1} of ${tourSteps.length}`} onClose={() => dispatch('skipped')}>
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
        {title}
      </h3>
      <p>{description}</p>
      <Note title="Tip">
        <p>{tip}</p>
      </Note>
      <Row>
        {step > 0 && (
          <Button variant="quiet" onClick={() => dispatch('back')}>
            Back
          </Button>
        )}
        <Button onClick={() => dispatch(isLast ? 'completed' : 'next')}>{isLast ? 'Done' : 'Next'}</Button>
        {!isLast && <TextButton onClick={() => dispatch('skipped')}>Skip the tour</TextButton>}
      </Row>
    </Dialog>
  );
}
