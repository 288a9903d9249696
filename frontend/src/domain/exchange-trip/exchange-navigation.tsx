import { useQuery } from '@tanstack/react-query';
import { type ExchangeId, exchangeName } from '@xrp-bridge/contracts/exchanges';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useLayoutEffect, useReducer } from 'react';
import { describe, queryOf, type Reply } from '../../lib/api/client.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Note, NoteButtons } from '../../ui/note.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { useCountsSteps } from '../../ui/page-counter.ts';
import { Skeleton } from '../../ui/state.tsx';
import { StepNumber } from '../../ui/step-line.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { ExchangeLink } from './exchange-link.tsx';
import type { Flow } from './return-marker.ts';
import { ReturnedCard } from './returned-card.tsx';
import { comeBack, endTrip, knownExchanges, useBackFromExchange, useTrip } from './trip-store.ts';
import { walk, walkthroughSteps } from './walkthrough.ts';

type Guide = Reply<'GET /api/exchange-guides/{exchange}'>['guide'];

/**
 * Leads to an exchange's withdrawal form in three steps.
 * The customer reads a step, does it in the exchange's tab and returns for the next one. With `signedIn`, the first
 * step is skipped. `onDone` is called when the customer continues after the last step.
 */
export function ExchangeNavigation({
  exchange,
  flow,
  signedIn = false,
  onDone,
}: {
  exchange: ExchangeId;
  flow: Flow;
  signedIn?: boolean;
  onDone: () => void;
}) {
  const { data, error, refetch, isFetching } = useQuery(
    queryOf('GET /api/exchange-guides/{exchange}', { params: { exchange } }),
  );
  useBackFromExchange(comeBack);
  if (data) {
    return (
      <Walk key={exchange} exchange={exchange} guide={data.guide} flow={flow} signedIn={signedIn} onDone={onDone} />
    );
  }
  if (!error || isFetching) return <WalkSkeleton />;
  return (
    <Note kind="bad" title="We couldn’t load the steps" live>
      <p>{describe(error, 'Please check your connection and try again.')}</p>
      <NoteButtons>
        <Button onClick={() => refetch()}>Try again</Button>
        <Button variant="quiet" onClick={onDone}>
          Continue without the steps
        </Button>
      </NoteButtons>
    </Note>
  );
}

function Walk({
  exchange,
  guide,
  flow,
  signedIn,
  onDone,
}: {
  exchange: ExchangeId;
  guide: Guide;
  flow: Flow;
  signedIn: boolean;
  onDone: () => void;
}) {
  const [at, move] = useReducer(walk, signedIn ? 2 : 1);
  const heading = useStepFocus(at);
  useLayoutEffect(() => {
    // The pressed button disappeared, so the heading gets the focus.
    if (signedIn) heading.current?.focus({ preventScroll: true });
  }, [signedIn, heading]);
  const opened = useTrip()?.exchange === exchange;
  const listed = knownExchanges.find(({ id }) => id === exchange);
  const back = (
    <TextButton onClick={() => move('back')} className="gap-2">
      <ArrowLeft aria-hidden className="size-4.5" />
      Back
    </TextButton>
  );
  if (at === 'returned') {
    return (
      <ReturnedCard
        ref={heading}
        text={`If the form is open at ${exchangeName(exchange)}, leave that tab open and continue here.`}
        onContinue={() => {
          endTrip();
          onDone();
        }}
      >
        {back}
      </ReturnedCard>
    );
  }
  const step = guide.steps[at - 1];
  const toOpen = at === 1 && listed;
  return (
    <Card raised as="section" aria-labelledby="walk" className="grid gap-4">
      <Progress at={at} />
      <h2 id="walk" ref={heading} tabIndex={-1} className="text-xl">
        <StepNumber step={at} of={walkthroughSteps} /> {step?.title}
      </h2>
      <p>{step?.description}</p>
      <Buttons>
        {toOpen && !opened ? (
          <ExchangeLink exchange={toOpen} flow={flow} variant="primary">
            Open {toOpen.name}
          </ExchangeLink>
        ) : (
          <Button onClick={() => move('next')}>
            {at < walkthroughSteps ? 'Done, next step' : 'Done'}
            <ArrowRight aria-hidden className="size-5" />
          </Button>
        )}
      </Buttons>
      {toOpen && (
        <div>
          {opened ? (
            <ExchangeLink exchange={toOpen} flow={flow} className="inline-flex min-h-11 items-center">
              Open {toOpen.name} again
            </ExchangeLink>
          ) : (
            <TextButton onClick={() => move('next')}>I opened {toOpen.name} with my own bookmark or app</TextButton>
          )}
        </div>
      )}
      {at === 2 && guide.transferUrl && (
        <OutsideLink href={guide.transferUrl} className="inline-flex min-h-11 items-center justify-self-start">
          Open the withdrawal page on {listed?.domain}
        </OutsideLink>
      )}
      {at > 1 && <div>{back}</div>}
      {/* The note follows the button, because the button must be visible on a phone without scrolling. */}
      {at === 1 && (
        <Note title="Make sure it’s the real site">
          <p>
            {listed && (
              <>
                The address at the top of the exchange’s tab must be <b>{listed.domain}</b>. If it isn’t, close the tab.{' '}
              </>
            )}
            We never ask for your password.
          </p>
        </Note>
      )}
    </Card>
  );
}

/** Shows the progress, as text for screen readers and as a line of segments. */
function Progress({ at }: { at: number }) {
  useCountsSteps();
  return (
    <div
      role="progressbar"
      aria-label="How to get to the withdrawal form"
      aria-valuemin={0}
      aria-valuemax={walkthroughSteps}
      aria-valuenow={at}
      aria-valuetext={`Step ${at} of ${walkthroughSteps}`}
      className="grid grid-cols-3 gap-2"
    >
      {Array.from({ length: walkthroughSteps }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line do not move
        <span key={index} className={cx('h-2 rounded-full', index < at ? 'bg-water' : 'bg-line')} />
      ))}
    </div>
  );
}

function WalkSkeleton() {
  return (
    <Card raised aria-busy className="grid gap-4">
      <p role="status" className="text-ink-2">
        Loading the steps…
      </p>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-14" />
      <Skeleton className="h-13 w-48 rounded-full" />
    </Card>
  );
}
