import { ArrowLeft, ArrowRight, Pencil, QrCode as QrIcon } from 'lucide-react';
import { lazy, type ReactNode, type Ref, Suspense, useEffect, useState } from 'react';
import type { Transfer } from '../../shared/api/transfers.ts';
import { Address } from '../../shared/ui/address.tsx';
import { Button, OutsideLink, TextButton } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Buttons, Card } from '../../shared/ui/layout.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { type Instructions, logTransferSteps } from './api.ts';
import { ConfirmArrival } from './confirm-arrival.tsx';
import type { DestinationCheckState } from './destination-check.ts';
import { DestinationVerdict } from './destination-verdict.tsx';
import { FirstAmount, needsMore } from './first-amount.tsx';

const QrDialog = lazy(async () => ({ default: (await import('./qr-dialog.tsx')).QrDialog }));

/** The step to do now: what to press, what to enter and what to leave empty. */
export function StepCard({
  ref,
  step,
  count,
  transfer,
  check,
  takesAddress,
  asksAmount,
  onBack,
  onNext,
  onEdit,
}: {
  ref: Ref<HTMLHeadingElement>;
  step: Instructions['steps'][number];
  count: number;
  transfer: Transfer;
  check: DestinationCheckState;
  /** This is where the address is pasted, not only compared. */
  takesAddress: boolean;
  /** From here on it matters how much is sent. */
  asksAmount: boolean;
  onBack: (() => void) | undefined;
  /** Absent on the last step: then it is about the arrival. */
  onNext: (() => void) | undefined;
  /** Absent while the address is asked for anyway. */
  onEdit: (() => void) | undefined;
}) {
  // Actions that name an amount which would fail are not for following.
  const tooSmall = asksAmount && !takesAddress && needsMore(transfer, check);
  const firstAmount = asksAmount && !check.stopped && (
    <FirstAmount transfer={transfer} check={check} urgent={tooSmall} />
  );
  return (
    <Card as="section" aria-labelledby="step" className="grid gap-5">
      <h2 id="step" ref={ref} tabIndex={-1} className="text-xl">
        Step {step.step} of {count}: {step.title}
      </h2>
      <p className="text-ink-2">{step.description}</p>
      {tooSmall && firstAmount}
      {!tooSmall && (
        <ol className="grid list-decimal gap-3 pl-6 marker:font-bold marker:text-water">
          {step.actionItems.map(({ id, text, shows }) => (
            <li key={id} className="pl-1.5">
              <Action text={text} address={shows && step.destinationAddress}>
                {/* What must not be sent to is not offered for copying. */}
                {step.destinationAddress && takesAddress && !check.stopped && (
                  <TakeAlong address={step.destinationAddress} transfer={transfer} noTag={step.destinationTag} />
                )}
                {check.enabled && !check.stopped && onEdit && <DestinationVerdict check={check} onEdit={onEdit} />}
              </Action>
            </li>
          ))}
        </ol>
      )}
      {!tooSmall && firstAmount}
      {step.tips.length > 0 && (
        <Note kind="info" title="Good to know">
          <ul className="grid list-disc gap-1.5 pl-5">
            {step.tips.map((tip, index) => (
              <li key={step.tipIds[index]}>{tip}</li>
            ))}
          </ul>
        </Note>
      )}
      {(step.link || onEdit) && (
        <div className="flex flex-wrap gap-x-6">
          {step.link && (
            <OutsideLink href={step.link.url} className="inline-flex min-h-11 items-center">
              {step.link.label}
            </OutsideLink>
          )}
          {onEdit && (
            <TextButton onClick={onEdit} className="gap-2">
              <Pencil aria-hidden className="size-4.5" />
              Change address, tag or amount
            </TextButton>
          )}
        </div>
      )}
      <Buttons className="border-t border-line pt-5">
        {onNext ? (
          <Button variant={check.stopped || tooSmall || !onEdit ? 'quiet' : 'primary'} onClick={onNext}>
            Done, next step
            <ArrowRight aria-hidden className="size-5" />
          </Button>
        ) : (
          !tooSmall && <ConfirmArrival transfer={transfer} />
        )}
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            <ArrowLeft aria-hidden className="size-5" />
            Back
          </Button>
        )}
      </Buttons>
    </Card>
  );
}

/** An action's sentence; where it shows the address, that stands below it, whole. */
export function Action({ text, address, children }: { text: string; address: string | null; children?: ReactNode }) {
  if (!address) return text;
  return (
    <div className="grid gap-3">
      <p>{text}</p>
      {/* On a phone the address gets the width of the card, so that it breaks once at most. */}
      <div className="grid gap-3 max-sm:-ml-7.5">
        <Address value={address} />
        {children}
      </div>
    </div>
  );
}

/** Ways to take the address along, and the tag, or in `noTag`’s words that there is none. */
function TakeAlong({ address, transfer, noTag }: { address: string; transfer: Transfer; noTag: string }) {
  const [qr, setQr] = useState(false);
  const { destinationTag, fromExchange, toWallet } = transfer;
  useEffect(() => logTransferSteps({ fromExchange, toWallet }), [fromExchange, toWallet]);
  return (
    <div className="grid gap-3">
      <Buttons>
        <CopyButton variant="soft" text={address} label="Copy address" />
        <Button variant="quiet" onClick={() => setQr(true)}>
          <QrIcon aria-hidden className="size-5" />
          Show QR for my phone
        </Button>
      </Buttons>
      {destinationTag === null ? (
        <Note kind="good" title={`Destination tag: ${noTag}. Leave it empty.`} />
      ) : (
        <Note kind="warn" title="Destination tag: enter exactly this">
          <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <span className="font-mono text-lg font-bold">{destinationTag}</span>
            <CopyButton variant="quiet" text={destinationTag} label="Copy tag" />
          </p>
        </Note>
      )}
      {qr && (
        <Suspense>
          <QrDialog address={address} onClose={() => setQr(false)} />
        </Suspense>
      )}
    </div>
  );
}
