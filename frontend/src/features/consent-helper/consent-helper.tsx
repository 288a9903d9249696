import { Compass, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useChosenPath } from '../../domain/path/chosen-path.ts';
import { choiceIds } from '../../domain/path/path-form.tsx';
import { useProductName } from '../../lib/api/config.ts';
import { turnVoiceOnByConsent } from '../../lib/speech.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Card, Row } from '../../ui/layout.tsx';
import { useCountsSteps } from '../../ui/page-counter.ts';
import { pictureButton } from '../../ui/picture-button.ts';
import { StepNumber } from '../../ui/step-line.tsx';
import { useToastWhile } from '../../ui/toast.ts';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { VoiceToggle } from '../../ui/voice-toggle.tsx';
import { stageOf } from './helper.ts';
import { PaymentStage } from './payment-stage.tsx';
import { useHelper } from './use-helper.ts';
import { useReading } from './use-reading.ts';

const texts = {
  exchange: 'Choose the exchange that holds your XRP now. That’s usually where you bought it.',
  wallet: 'Good job! Now choose the wallet you want your XRP in.',
  payment: 'Nice work! You’ve chosen your exchange and your wallet. If both look right, continue below.',
} as const;

/**
 * Offers guidance, as text and aloud, while the customer chooses exchange and wallet.
 * At first the question is one line, which opens into the panel. After the customer closes the panel or refuses, a
 * small button replaces the panel.
 */
export function ConsentHelper() {
  const product = useProductName();
  const [{ consent, open }, dispatch] = useHelper();
  const { from, to } = useChosenPath();
  const stage = stageOf({ consent, from, to });
  const [unfolded, setUnfolded] = useState(false);
  const text = stage === 'intro' ? null : texts[stage];
  useReading(consent && open ? text : null);
  // The stage at which the customer pressed “Next step” without a choice; null after the next choice.
  const [skipped, setSkipped] = useState<{ stage: string } | null>(null);
  if (skipped && skipped.stage !== stage) setSkipped(null);
  useToastWhile(skipped, () => ({
    title: 'Please complete selections',
    description: 'Select both an exchange and wallet first',
  }));
  const isPaying = consent && open && stage === 'payment';
  useCountsSteps(consent && open);
  // The focus moves if the pressed button has disappeared, or if both choices are made and the payment appears here.
  // After a change in another tab, the focus stays.
  const place = useStepFocus<HTMLDivElement>(
    `${consent} ${open} ${unfolded} ${isPaying}`,
    () => isPaying || document.activeElement === document.body,
  );
  const headings = {
    intro: `Would you like ${product} to guide you step-by-step?`,
    exchange: <StepHeading step={1}>your exchange</StepHeading>,
    wallet: <StepHeading step={2}>your wallet</StepHeading>,
    payment: <StepHeading step={3}>payment</StepHeading>,
  };

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {open && stage === 'intro' && !unfolded ? (
        <h2 id="helper" className="text-base font-normal tracking-normal">
          <TextButton aria-expanded={false} className="gap-2.5 max-sm:min-h-14" onClick={() => setUnfolded(true)}>
            <Compass aria-hidden className="size-5 shrink-0" />
            {headings.intro}
          </TextButton>
        </h2>
      ) : open ? (
        <Card as="section" aria-labelledby="helper" className="group my-4 grid gap-4">
          <div className="flex flex-wrap items-start gap-x-3">
            <h2 id="helper" className="flex-[1_1_10rem] text-xl">
              {headings[stage]}
            </h2>
            <div className="-mt-1.5 -mr-2 ml-auto flex">
              {consent && <VoiceToggle className={iconButton} />}
              <button
                ref={pictureButton}
                type="button"
                aria-label="Close the step-by-step help"
                className={iconButton}
                onClick={() => dispatch('closed')}
              >
                <X aria-hidden className="size-5.5" />
              </button>
            </div>
          </div>
          {text && (
            // The praise is hidden if the order failed, because it would contradict the error.
            <p role="status" className="max-w-[60ch] text-ink-2 group-has-[[role=alert]]:hidden">
              {text}
            </p>
          )}
          {stage === 'intro' && (
            <Row>
              <Button
                variant="soft"
                onClick={() => {
                  turnVoiceOnByConsent();
                  dispatch('yes');
                }}
              >
                Yes
              </Button>
              <Button variant="soft" onClick={() => dispatch('no')}>
                No
              </Button>
            </Row>
          )}
          {(stage === 'exchange' || stage === 'wallet') && (
            <Button
              variant="soft"
              className="justify-self-start"
              onClick={() => {
                setSkipped({ stage });
                leadTo(from ? 'to' : 'from');
              }}
            >
              Next step
            </Button>
          )}
          {stage === 'payment' && from && to && <PaymentStage from={from} to={to} />}
          {consent && (
            <TextButton className="justify-self-start" onClick={() => dispatch('no')}>
              Stop helping me
            </TextButton>
          )}
        </Card>
      ) : (
        <Button
          variant="quiet"
          onClick={() => {
            setUnfolded(true);
            dispatch('opened');
          }}
        >
          <Compass aria-hidden className="size-5" />
          Guide me step by step
        </Button>
      )}
    </div>
  );
}

function StepHeading({ step, children }: { step: number; children: ReactNode }) {
  return (
    <>
      <StepNumber step={step} of={3} /> {children}
    </>
  );
}

/** Focuses the first option of the missing choice. */
function leadTo(side: keyof typeof choiceIds): void {
  const first = document.getElementById(choiceIds[side]);
  first?.closest('fieldset')?.scrollIntoView();
  first?.focus({ preventScroll: true });
}

const iconButton = 'grid size-11 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk';
