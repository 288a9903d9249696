import { Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Transfer } from '../../shared/api/transfers.ts';
import { useAssistantStep } from '../../shared/assistant-step.ts';
import { defineStored } from '../../shared/storage.ts';
import { sentAddress } from '../../shared/transfer/last-transfer.ts';
import { TextButton } from '../../shared/ui/button.tsx';
import { Card, Page, Row, Sides, useStepFocus } from '../../shared/ui/layout.tsx';
import { Note, Pill } from '../../shared/ui/note.tsx';
import { Skeleton } from '../../shared/ui/state.tsx';
import { Steps } from '../../shared/ui/steps.tsx';
import { AddressCard } from './address-card.tsx';
import type { Instructions } from './api.ts';
import { ArrivalEstimate } from './arrival-estimate.tsx';
import { Arrivals, arrivedXrp, formatMoment, WatchEnded } from './arrivals.tsx';
import { CompletionCard } from './completion-card.tsx';
import { useDestinationCheck } from './destination-check.ts';
import { DestinationVerdict } from './destination-verdict.tsx';
import { GuideSide } from './guide-side.tsx';
import { PrintedSteps, usePrinting } from './printed-steps.tsx';
import { StepCard } from './step-card.tsx';
import { StoppedStep } from './stopped-step.tsx';
import { TransactionDecoder } from './transaction-decoder.tsx';
import { Troubleshooting } from './troubleshooting.tsx';

/** Where the person is, counted from 0. */
const stepReached = defineStored(
  'step',
  (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
  0,
);

/** The guide of a paid transfer: one step at a time, with all of them in view. */
export function Guide({
  transfer,
  instructions,
  outdated,
  lost,
}: {
  transfer: Transfer;
  instructions: Instructions;
  /** The transfer has changed, and its new instructions are still on their way. */
  outdated: boolean;
  /** There is no connection: what is shown may be old. */
  lost: boolean;
}) {
  const { steps, overview, troubleshooting } = instructions;
  const [now, setNow] = useState(() => Math.min(stepReached.get(transfer.id), steps.length - 1));
  const [editing, setEditing] = useState(false);
  const needsAddress = transfer.destinationAddress === 'pending';
  // Steps that still name the address before this one: nobody is to copy it from them, nor to be alarmed by them.
  const behind =
    outdated &&
    steps.some(({ destinationAddress }) => destinationAddress !== (needsAddress ? null : transfer.destinationAddress));
  const heading = useStepFocus(`${transfer.status} ${editing} ${needsAddress} ${behind} ${now}`);
  useEffect(() => stepReached.set(now, transfer.id), [transfer.id, now]);

  const hashField = useRef<HTMLInputElement>(null);

  const pasteStep = steps.findLastIndex(({ actionItems }) => actionItems.some(({ shows }) => shows === 'address'));
  useAssistantStep(assistantStep(transfer, now === pasteStep), transfer.fromExchange, transfer.toWallet);

  const done = transfer.status === 'completed';
  // While a new address is on its way, the old one and the new one are both right.
  const swapped = !editing && isSwapped(transfer, behind ? [] : steps);
  const step = steps[now];
  const check = useDestinationCheck(transfer, !swapped && !needsAddress);
  // Before it, there is time to mend the address; from it on, the steps would send to it.
  const stopsHere = check.stopped && now >= pasteStep;
  // On paper it could not be taken back.
  const printable = !done && !swapped && !behind && !check.stopped;
  const printing = usePrinting() && printable;
  const back = now > 0 ? () => setNow(now - 1) : undefined;
  const progress = done
    ? 1
    : transfer.arrivals.length > 0
      ? 0.94
      : needsAddress
        ? 0.5
        : 0.55 + (0.35 * now) / steps.length;

  return (
    <Page title={tabTitle(transfer) ?? overview.title} heading={overview.title} hideHeading>
      {printing && <PrintedSteps instructions={instructions} />}
      <Sides
        className={printing ? 'hidden' : undefined}
        main={
          <>
            {/* There from the start, so that a screen reader hears the news. */}
            <p role="status" className="sr-only">
              {transfer.arrivals.length > 0 && `${arrivedXrp(transfer)} XRP has arrived on the ledger.`}
            </p>
            <div role="status" className="empty:hidden">
              {lost && <ConnectionLost />}
            </div>
            {transfer.arrivals.length > 0 && !done && <Arrivals transfer={transfer} />}
            {transfer.watch?.state === 'ended' && !swapped && (
              <WatchEnded transfer={transfer} at={transfer.watch.until} />
            )}
            {transfer.addressChangedAt && !swapped && !done && <AddressChanged at={transfer.addressChangedAt} />}
            {done ? (
              <>
                <CompletionCard ref={heading} transfer={transfer} reserveXrp={check.data?.reserveXrp} />
                {transfer.arrivals.length > 0 && <Arrivals transfer={transfer} />}
              </>
            ) : swapped ? (
              <SwappedAddress transfer={transfer} support={troubleshooting.support.email} />
            ) : editing ? (
              <AddressCard
                ref={heading}
                transfer={transfer}
                onSaved={() => setEditing(false)}
                onCancel={() => setEditing(false)}
              />
            ) : behind ? (
              <StepSkeleton />
            ) : (
              <>
                {needsAddress && <AddressCard transfer={transfer} />}
                {check.stopped && !stopsHere && <DestinationVerdict check={check} onEdit={() => setEditing(true)} />}
                {step && stopsHere && (
                  <StoppedStep
                    ref={heading}
                    number={step.step}
                    count={steps.length}
                    transfer={transfer}
                    check={check}
                    onBack={back}
                    onEdit={() => setEditing(true)}
                  />
                )}
                {step && !stopsHere && (
                  <StepCard
                    ref={heading}
                    step={step}
                    count={steps.length}
                    transfer={transfer}
                    check={check}
                    takesAddress={now === pasteStep}
                    asksAmount={now >= pasteStep}
                    onBack={back}
                    onNext={now < steps.length - 1 ? () => setNow(now + 1) : undefined}
                    onEdit={needsAddress ? undefined : () => setEditing(true)}
                  />
                )}
                {check.enabled && !check.stopped && transfer.arrivals.length === 0 && (
                  <ArrivalEstimate transfer={transfer} check={check} />
                )}
              </>
            )}
            <Card as="section" aria-labelledby="all-steps" className="grid gap-6">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h2 id="all-steps" className="text-xl">
                  All steps
                </h2>
                {!done && (
                  <Row>
                    <Pill kind="good">
                      {transfer.status === 'paid' ? 'Preparing your steps' : 'Instructions ready'}
                    </Pill>
                    <Pill>Last checked {overview.lastChecked}</Pill>
                  </Row>
                )}
              </div>
              {!done && <Overview overview={overview} />}
              {printable && (
                <TextButton className="gap-2 justify-self-start" onClick={() => window.print()}>
                  <Printer aria-hidden className="size-4.5" />
                  Print all steps
                </TextButton>
              )}
              <Steps
                steps={steps.map((each, index) => ({
                  title: each.title,
                  text: index === now && !done ? 'You are here.' : undefined,
                  state: done || index < now ? 'done' : index === now ? 'now' : 'next',
                  onOpen: done || swapped || index === now ? undefined : () => setNow(index),
                }))}
              />
            </Card>
          </>
        }
        side={
          <GuideSide
            transfer={transfer}
            instructions={instructions}
            progress={progress}
            hideAddress={swapped}
            lost={lost}
          />
        }
        rest={
          !done && (
            <>
              <TransactionDecoder ref={hashField} transferId={transfer.id} />
              <Troubleshooting {...troubleshooting} onDecode={() => hashField.current?.focus()} />
            </>
          )
        }
      />
    </Page>
  );
}

/** What is worth knowing for somebody who waits in the exchange's tab and sees only the name of this one. */
function tabTitle({ status, arrivals }: Transfer): string | null {
  if (status === 'completed') return 'Your XRP is home';
  return arrivals.length > 0 ? 'Your test has arrived' : null;
}

function StepSkeleton() {
  return (
    <Card aria-busy className="grid gap-5">
      <p role="status" className="text-ink-2">
        Writing your address into the steps…
      </p>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-14" />
      <Skeleton className="h-16" />
      <Skeleton className="h-13 w-48 rounded-full" />
    </Card>
  );
}

/** What the whole way is, how long it takes and what it costs on the way. */
function Overview({ overview }: Pick<Instructions, 'overview'>) {
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{overview.description}</p>
      <dl className="grid gap-x-5 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="font-semibold">Estimated time</dt>
        <dd className="text-ink-2 max-sm:-mt-3">{overview.estimatedTime}</dd>
        <dt className="font-semibold">Network fee</dt>
        <dd className="text-ink-2 max-sm:-mt-3">{overview.networkFee}</dd>
      </dl>
    </div>
  );
}

function ConnectionLost() {
  return (
    <Note kind="warn" title="No connection just now">
      <p>
        Your steps stay as they are. Whatever happens on the ledger in the meantime appears here by itself as soon as
        you are connected again.
      </p>
    </Note>
  );
}

/** The step by which the assistant knows what is in front of the person. */
function assistantStep({ destinationAddress, destinationTag }: Transfer, takesAddress: boolean): string {
  if (destinationAddress === 'pending') return 'wallet-setup-guidance';
  if (!takesAddress) return 'instructions';
  return destinationTag === null ? 'destination-tag-not-needed' : 'destination-tag-required';
}

/** True when the server gives another address than the one this browser sent: then nothing must be copied. */
function isSwapped(transfer: Transfer, steps: Instructions['steps']): boolean {
  const sent = sentAddress.get(transfer.id);
  if (!sent) return false;
  return [transfer.destinationAddress, ...steps.map((step) => step.destinationAddress)].some(
    (address) => address !== null && address !== sent,
  );
}

function AddressChanged({ at }: { at: string }) {
  return (
    <Note kind="warn" title={`The address was changed on ${formatMoment(at)}`}>
      <p>
        If that was you, all is well. If it was not, do not send anything: compare the address with the one in your
        wallet, group by group, and write to us.
      </p>
    </Note>
  );
}

/** The alarm: the server's address is not shown, so that nobody copies it. */
function SwappedAddress({ transfer, support }: { transfer: Transfer; support: string }) {
  return (
    <>
      <Note kind="bad" title="Stop: do not send anything yet" live>
        <p>
          The address stored for this transfer is not the one you entered in this browser. It may have been changed on
          another device, or by somebody who should not have. We do not show it.
        </p>
        <p>
          Open Receive in your wallet and enter your address again below. If you did not change it yourself, also write
          to{' '}
          <a className="text-water underline underline-offset-3" href={`mailto:${support}`}>
            {support}
          </a>
          .
        </p>
      </Note>
      <AddressCard transfer={transfer} blank />
    </>
  );
}
