import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { endTrip, useBackFromExchange } from '../../domain/exchange-trip/trip-store.ts';
import { isHome } from '../../domain/transfer/end-title.ts';
import { isSwapped } from '../../domain/transfer/last-transfer.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { useComparison } from '../../domain/transfer/use-comparison.ts';
import { configQuery } from '../../lib/api/config.ts';
import { stepKey } from '../../lib/api/initial-data.ts';
import { isTyping } from '../../lib/is-typing.ts';
import { TextButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { openTo } from '../../ui/disclosure.tsx';
import { Buttons, Page } from '../../ui/layout.tsx';
import { Sides } from '../../ui/sides.tsx';
import { dismissToast } from '../../ui/toast.ts';
import { useBrowserState } from '../../ui/use-browser-state.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { useIsWideOnceHydrated } from '../../ui/use-is-wide.ts';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { AddressChanged, ChangeAddress, SwappedAddress } from './address-form.tsx';
import { needsMore } from './amount-step.tsx';
import type { Instructions } from './api.ts';
import { ArrivalCard, arrivalTitle, useArrivalNews } from './arrival-card.tsx';
import { arrivedXrp, WatchEnded } from './arrivals.tsx';
import { ClaimedCard } from './claimed-card.tsx';
import { CompareAddress } from './compare-address.tsx';
import { CompletionCard } from './completion-card.tsx';
import { ConfirmArrival } from './confirm-arrival.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { useDestinationCheck } from './destination-check.ts';
import { DestinationVerdict } from './destination-verdict.tsx';
import { GuideFolds } from './guide-folds.tsx';
import { GuideSide } from './guide-side.tsx';
import { assistantStep, nextActionOf, useNextAction } from './next-action.ts';
import { OwnTransfer } from './own-transfer.tsx';
import { PaidPanel } from './paid-panel.tsx';
import { PrintedSteps, StepsWithoutScripts, usePrinting } from './printed-steps.tsx';
import { saveStep, stepReached } from './progress.ts';
import { RefundRequested, useRefund } from './refund-request.tsx';
import { useSentAt } from './sent-payment.ts';
import { StepCard, StepSkeleton } from './step-card.tsx';
import { StoppedStep } from './stopped-step.tsx';
import { tabTitle } from './tab-title.ts';
import { TipCard } from './tip-card.tsx';
import { WatchingCard } from './watching-card.tsx';

/** Shows the guide of a paid transfer, one step at a time, with all other content collapsed below. */
export function Guide({
  transfer,
  instructions,
  outdated,
  lost,
}: {
  transfer: Transfer;
  instructions: Instructions;
  /** True while the instructions for a changed transfer are loading. */
  outdated: boolean;
  /** True if the connection is lost, so that the content may be outdated. */
  lost: boolean;
}) {
  const { steps, overview, sendNow, troubleshooting } = instructions;
  const hydrated = useHydrated();
  const rendered = Number(useQueryClient().getQueryData([stepKey]) ?? 0);
  const [reached, setNow] = useBrowserState(() => stepReached.get(transfer.id) ?? 0, rendered);
  const now = Math.min(reached, steps.length - 1);
  const [editing, setEditing] = useState(false);
  const step = steps[now];
  const stepOf = (id: string) => steps.findIndex((each) => each.id === id);
  const done = transfer.status === 'completed';
  const { data: config } = useQuery(configQuery);
  const conciergeOpen = Boolean(config?.conciergeOffered) || transfer.access.concierge === 'owned';
  const needsAddress = transfer.destinationAddress === 'pending';
  // While the steps are outdated, they may contain the previous address or tag, which must neither be copied nor cause
  // an alarm.
  const tag = transfer.destinationTag ?? 'Not required';
  const behind =
    outdated &&
    steps.some(
      ({ destinationAddress, destinationTag }) =>
        destinationAddress !== null && (destinationAddress !== transfer.destinationAddress || destinationTag !== tag),
    );
  // While a new address is being saved, the old and the new address are both valid.
  const given = [transfer, ...(behind ? [] : steps)].map(({ destinationAddress }) => destinationAddress);
  const swapped = hydrated && !editing && isSwapped(transfer.id, given);
  const arrival = useArrivalNews(transfer, sendNow);
  // The payment is sent at the last step, so the address is compared before that step.
  const comparison = useComparison(transfer, step?.id === 'send');
  /**
   * True while the address must not be shown.
   * The server has replaced the address, or the customer must first compare it on this device.
   */
  const hidden = swapped || comparison.before === 'steps';
  const arrived = arrival.shown && !hidden && !editing && !behind;

  const claimedAt = done ? null : transfer.arrivalClaimedAt;

  const check = useDestinationCheck(transfer, !swapped && !needsAddress);
  const [sent, setSent] = useSentAt(transfer);
  /** True while the guide is about a step, and not about a doubtful address, an arrival or the end. */
  const atStep = !done && !hidden && !editing && !behind && !arrived && !claimedAt && comparison.before !== 'send';
  const isWatched =
    atStep &&
    step?.id === 'send' &&
    transfer.watch?.state === 'watching' &&
    !check.stopped &&
    !needsMore(transfer, check);
  const sentAt = isWatched ? sent : null;

  useNextAction(transfer, step ? nextActionOf(step, sendNow, Boolean(sent || claimedAt)) : null);

  const place = `${transfer.status} ${editing} ${behind} ${arrived} ${claimedAt} ${comparison.before} ${now} ${sentAt}`;
  // After hydration, the values of this browser may replace the step, without an action of the customer.
  const settled = useRef(false);
  const heading = useStepFocus(place, () => settled.current && !isTyping());
  const shownPlace = useRef(place);
  useEffect(() => {
    // On a phone, a toast would cover the new heading.
    if (shownPlace.current !== place) dismissToast();
    shownPlace.current = place;
  }, [place]);
  useEffect(() => {
    settled.current = hydrated;
    if (hydrated) saveStep(now, transfer.id);
  }, [hydrated, transfer.id, now]);
  const refund = useRefund(transfer);
  // A customer who requests a refund sees no offers.
  const showConcierge =
    transfer.access.concierge !== 'none' || (Boolean(config?.conciergeOffered) && !refund.requested);
  const isWide = useIsWideOnceHydrated();
  const refundPlace = useStepFocus<HTMLDivElement>(refund.requested, () => !isTyping());
  const hashField = useRef<HTMLInputElement>(null);
  const decode = () => openTo(hashField.current);

  // Before this step the customer can still correct the address. From this step on, the steps send to the address.
  const sends = now >= stepOf('address');
  useAssistantStep(assistantStep(transfer, step?.id === 'address'), transfer.fromExchange, transfer.toWallet, now + 1);

  // A customer who has returned to the guide no longer needs a link back to it.
  useBackFromExchange(endTrip);

  // A printed address cannot be corrected later, so an address that may be wrong is not printed.
  const printable = !done && !hidden && !behind && !check.stopped;
  const printing = usePrinting() && printable;
  const back = now > 0 ? () => setNow(now - 1) : undefined;
  const edit = () => setEditing(true);
  const news = arrival.news ? arrivalTitle(transfer, sendNow) : null;

  return (
    <Page
      title={tabTitle(transfer, news, step?.id === 'send') ?? overview.title}
      heading={overview.title}
      stop={isHome(transfer) ? 'arrived' : 'send'}
      hideHeading
    >
      {printing && <PrintedSteps instructions={instructions} />}
      {!done && <StepsWithoutScripts transfer={transfer} instructions={instructions} />}
      <Sides
        // Until this browser's values are read, public/theme.js hides an address that the browser may have to refuse.
        className={cx('noscript:hidden', printing && 'hidden', !hydrated && '[[data-doubt]_&]:invisible')}
        main={
          <>
            {/* The region is rendered from the start, so that screen readers read the news out. */}
            <p role="status" className="sr-only">
              {transfer.arrivals.length > 0 && `${arrivedXrp(transfer)} has arrived on the XRP network.`}
            </p>
            {refund.requested && <RefundRequested ref={refundPlace} transfer={transfer} />}
            {atStep && !isWatched && !refund.requested && transfer.arrivals.length === 0 && (
              <PaidPanel transfer={transfer} />
            )}
            {isWatched && (
              <WatchingCard
                ref={sentAt ? heading : undefined}
                transfer={transfer}
                instructions={instructions}
                check={check}
                lost={lost}
                sentAt={sentAt}
              >
                {sentAt && (
                  <Buttons className="items-center">
                    <ConfirmArrival transfer={transfer} seen={false} variant="quiet" />
                    <TextButton onClick={() => setSent(false)}>Show step {steps.length} again</TextButton>
                  </Buttons>
                )}
              </WatchingCard>
            )}
            {done ? (
              <>
                <CompletionCard
                  ref={heading}
                  transfer={transfer}
                  reserveXrp={check.data?.reserveXrp}
                  conciergeOpen={conciergeOpen}
                />
                {config?.tip && <TipCard tip={config.tip} transferId={transfer.id} conciergeOpen={conciergeOpen} />}
              </>
            ) : swapped ? (
              <SwappedAddress transfer={transfer} support={troubleshooting.support.email} />
            ) : editing ? (
              <ChangeAddress
                ref={heading}
                transfer={transfer}
                askTag={check.data?.verdict === 'tag_required'}
                onDone={() => setEditing(false)}
              />
            ) : comparison.before === 'steps' ? (
              <CompareAddress
                key="steps"
                ref={heading}
                transfer={transfer}
                before="steps"
                onSame={comparison.confirm}
                onEdit={edit}
              />
            ) : behind ? (
              <StepSkeleton />
            ) : arrived ? (
              <ArrivalCard
                ref={heading}
                transfer={transfer}
                sendNow={sendNow}
                outdated={outdated}
                check={check}
                onEdit={edit}
                onNext={() => {
                  arrival.acknowledge();
                  setNow(stepOf('form'));
                }}
              />
            ) : claimedAt ? (
              <ClaimedCard ref={heading} transfer={transfer} claimedAt={claimedAt} steps={steps.length} lost={lost} />
            ) : sentAt ? null : step && check.stopped && sends ? (
              <StoppedStep
                ref={heading}
                number={step.step}
                count={steps.length}
                transfer={transfer}
                check={check}
                onBack={back}
                onEdit={edit}
              />
            ) : comparison.before === 'send' ? (
              <CompareAddress
                key="send"
                ref={heading}
                transfer={transfer}
                before="send"
                onSame={comparison.confirm}
                onEdit={edit}
              />
            ) : (
              step && (
                <>
                  {check.stopped && <DestinationVerdict check={check} onEdit={edit} />}
                  <StepCard
                    key={step.id}
                    ref={heading}
                    step={step}
                    instructions={instructions}
                    transfer={transfer}
                    outdated={outdated}
                    check={check}
                    onBack={back}
                    onNext={now < steps.length - 1 ? () => setNow(now + 1) : undefined}
                    onEdit={edit}
                    isWatched={isWatched}
                    onSent={() => setSent(true)}
                    onGiveAddress={needsAddress && sends ? () => setNow(stepOf('wallet')) : undefined}
                  />
                </>
              )
            )}
            {/* These parts are below the current step, because they may appear later and must not move the step. */}
            <OwnTransfer id={transfer.id} />
            {transfer.addressChangedAt && !swapped && !done && <AddressChanged at={transfer.addressChangedAt} />}
            {transfer.watch?.state === 'ended' && !swapped && !done && !claimedAt && (
              <WatchEnded transfer={transfer} at={transfer.watch.until} onDecode={decode} />
            )}
          </>
        }
        side={
          <GuideSide
            transfer={transfer}
            instructions={instructions}
            now={now}
            onOpen={hidden || editing || arrived || claimedAt ? undefined : setNow}
            unsure={lost}
            inDoubt={hidden || check.stopped}
            isWide={isWide}
            showConcierge={showConcierge}
            showBridge={!isWatched && !claimedAt}
          />
        }
        rest={
          <GuideFolds
            transfer={transfer}
            instructions={instructions}
            hashField={hashField}
            onDecode={decode}
            refund={refund}
            printable={printable}
            showAddress={!hidden}
            showArrivals={!arrived}
            isWide={isWide}
            showConcierge={showConcierge}
          />
        }
      />
      <ConnectionBar lost={lost} />
    </Page>
  );
}
