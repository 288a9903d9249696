import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { ArrowLeft, ArrowRight, Pencil, QrCode as QrIcon } from 'lucide-react';
import { lazy, type ReactNode, type Ref, Suspense, useEffect, useState } from 'react';
import { openExchange } from '../../domain/exchange-trip/trip-store.ts';
import { logTransferSteps, type Transfer } from '../../domain/transfer/transfers.ts';
import { Address } from '../../ui/address.tsx';
import { Button, TextButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { StepNumber } from '../../ui/step-line.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { AddressForm } from './address-form.tsx';
import { AmountForm, NumberToType, needsMore, TestOrAll, TooSmall } from './amount-step.tsx';
import type { Instructions } from './api.ts';
import { ArrivalEstimate } from './arrival-estimate.tsx';
import { ConfirmArrival } from './confirm-arrival.tsx';
import type { DestinationCheckState } from './destination-check.ts';
import { DestinationTag } from './destination-tag.tsx';
import { DestinationVerdict } from './destination-verdict.tsx';
import { FinalCheck } from './final-check.tsx';

const QrDialog = lazy(async () => ({ default: (await import('./qr-dialog.tsx')).QrDialog }));

/** Shows the current step: its actions and values, and one button to continue. */
export function StepCard({
  ref,
  step,
  instructions,
  transfer,
  outdated,
  check,
  onBack,
  onNext,
  onEdit,
  onGiveAddress,
  onSent,
  isWatched,
}: {
  ref: Ref<HTMLHeadingElement>;
  step: Instructions['steps'][number];
  instructions: Instructions;
  transfer: Transfer;
  /** True while the server computes the amount to send. */
  outdated: boolean;
  check: DestinationCheckState;
  onBack: (() => void) | undefined;
  /** Opens the next step; undefined on the last step, which is about the arrival. */
  onNext: (() => void) | undefined;
  onEdit: () => void;
  /** Opens the step that requests the address; undefined if the address is not missing. */
  onGiveAddress: (() => void) | undefined;
  /** Called when the customer states that the payment was sent. */
  onSent: () => void;
  /** True if a card above shows the watch, so that the step does not repeat it. */
  isWatched: boolean;
}) {
  const { steps, sendNow, network } = instructions;
  const { id, destinationAddress, tips, tipIds } = step;
  /**
   * True after the customer opened the exchange through this step's link.
   * The link then opens the exchange's page for signed-in users.
   */
  const [wasOpened, setWasOpened] = useState(false);
  const link = (wasOpened && step.signedInLink) || step.link;
  function leave() {
    openExchange(transfer.fromExchange, 'guide');
    // The update is deferred, because the browser reads the link's URL only after this handler.
    setTimeout(() => setWasOpened(true));
  }
  const atAmount = id === 'amount' || id === 'send';
  // Actions are hidden if they would lead to a payment that fails.
  const tooSmall = atAmount && needsMore(transfer, check);
  const opens = !tooSmall && !onGiveAddress;
  /**
   * True while the customer must choose between a test and the whole amount.
   * All other actions wait for this answer.
   */
  const [asking, setAsking] = useState(false);
  const asksAddress = id === 'wallet' && destinationAddress === null;
  // When an address is saved, it replaces the form and takes the focus.
  const place = useStepFocus<HTMLDivElement>(destinationAddress);
  return (
    <Card raised as="section" aria-labelledby="step" className="grid gap-3.5">
      <h2 id="step" ref={ref} tabIndex={-1} className="text-xl">
        <StepNumber step={step.step} of={steps.length} /> {step.title}
      </h2>
      <p className="text-ink-2">{step.description}</p>
      {link && (
        <OutsideLink
          href={link.url}
          onClick={id === 'form' ? leave : undefined}
          className="-my-2 inline-flex min-h-11 items-center justify-self-start"
        >
          {link.label}
        </OutsideLink>
      )}
      {tooSmall && <TooSmall transfer={transfer} check={check} />}
      {onGiveAddress && <p>First we need your address. Then we’ll open this step.</p>}
      {opens && (
        <>
          {id === 'amount' && <NumberToType transfer={transfer} sendNow={sendNow} outdated={outdated} />}
          {id === 'send' && destinationAddress && (
            <FinalCheck
              address={destinationAddress}
              tag={transfer.destinationTag}
              network={network}
              sendNow={sendNow}
              outdated={outdated}
            />
          )}
          <ol className="grid list-decimal gap-2.5 pl-6 marker:font-bold marker:text-water">
            {step.actionItems
              .filter(({ id: action }) => !isWatched || action !== 'watch')
              .map(({ id: action, text, shows }) => (
                <li key={action} className="pl-1.5">
                  <Action text={text} address={shows && destinationAddress} place={place}>
                    {destinationAddress && id === 'address' && (
                      <TakeAlong address={destinationAddress} transfer={transfer} />
                    )}
                    {check.enabled && !check.stopped && (
                      <DestinationVerdict check={check} brief={id === 'address'} onEdit={onEdit} />
                    )}
                  </Action>
                </li>
              ))}
          </ol>
          {id === 'address' && destinationAddress && transfer.destinationTag !== null && (
            <DestinationTag transfer={transfer} />
          )}
        </>
      )}
      {asksAddress ? (
        <AddressForm transfer={transfer} waiting={transfer.destinationAddress !== 'pending'} />
      ) : (
        <Buttons>
          {onGiveAddress ? (
            <Button onClick={onGiveAddress}>Add my address first</Button>
          ) : asking ? null : onNext ? (
            <Button variant={check.stopped || tooSmall ? 'quiet' : 'primary'} onClick={onNext}>
              Done, next step
              <ArrowRight aria-hidden className="size-5" />
            </Button>
          ) : (
            !tooSmall && <ConfirmArrival transfer={transfer} seen={false} variant="soft" onWait={onSent} />
          )}
        </Buttons>
      )}
      <div className="flex flex-wrap justify-between gap-x-6 empty:hidden">
        {onBack && (
          <TextButton onClick={onBack} className="gap-2">
            <ArrowLeft aria-hidden className="size-4.5" />
            Back
          </TextButton>
        )}
        {destinationAddress && id !== 'form' && id !== 'amount' && (
          <TextButton onClick={onEdit} className="gap-2">
            <Pencil aria-hidden className="size-4.5" />
            Change my address
          </TextButton>
        )}
        {id === 'amount' && opens && (
          <TestOrAll transfer={transfer} sendNow={sendNow} asking={asking} onAsk={setAsking} />
        )}
      </div>
      {/* Few customers have a tag, so the tag is not part of the main actions. */}
      {id === 'address' && destinationAddress && transfer.destinationTag === null && (
        <DestinationTag transfer={transfer} />
      )}
      {id === 'amount' && <AmountForm key={transfer.sourceAmount} transfer={transfer} />}
      {id === 'send' && check.enabled && arrivedThisWay(transfer).length === 0 && (
        <ArrivalEstimate transfer={transfer} check={check} />
      )}
      {tips.length > 0 && !isWatched && (
        <Note kind="info" title="Good to know">
          <ul className="grid list-disc gap-1.5 pl-5">
            {tips.map((tip, index) => (
              <li key={tipIds[index]}>{tip}</li>
            ))}
          </ul>
        </Note>
      )}
    </Card>
  );
}

export function StepSkeleton() {
  return (
    <Card raised aria-busy className="grid gap-5">
      <p role="status" className="text-ink-2">
        Updating your steps…
      </p>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-14" />
      <Skeleton className="h-16" />
      <Skeleton className="h-13 w-48 rounded-full" />
    </Card>
  );
}

/** Shows the text of an action, and below it the complete address if the action is about the address. */
export function Action({
  text,
  address,
  place,
  children,
}: {
  text: string;
  address: string | null;
  /** The ref of the element with the address, which takes the focus when the address appears. */
  place?: Ref<HTMLDivElement>;
  children?: ReactNode;
}) {
  if (!address) return text;
  return (
    <div ref={place} tabIndex={place ? -1 : undefined} className="grid gap-3 outline-none">
      <p>{text}</p>
      {/* On a phone the address is as wide as the card, so that it wraps at most once. */}
      <div className="grid gap-3 max-sm:-ml-7.5">
        <Address value={address} />
        {children}
      </div>
    </div>
  );
}

/**
 * Offers ways to take the address to the exchange.
 * A phone shows no QR code, because it cannot scan its own screen.
 */
function TakeAlong({ address, transfer }: { address: string; transfer: Transfer }) {
  const [qr, setQr] = useState(false);
  const { fromExchange, toWallet } = transfer;
  useEffect(() => logTransferSteps({ fromExchange, toWallet }), [fromExchange, toWallet]);
  return (
    <>
      <Buttons>
        <CopyButton variant="soft" text={address} label="Copy address" />
        <Button variant="quiet" onClick={() => setQr(true)} className="max-md:hidden pointer-coarse:hidden">
          <QrIcon aria-hidden className="size-5" />
          Show QR code for your exchange’s app
        </Button>
      </Buttons>
      {qr && (
        <Suspense>
          <QrDialog address={address} onClose={() => setQr(false)} />
        </Suspense>
      )}
    </>
  );
}
