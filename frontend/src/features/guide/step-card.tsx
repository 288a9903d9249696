import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import { ArrowLeft, ArrowRight, Check, Pencil, QrCode as QrIcon } from 'lucide-react';
import { lazy, type Ref, Suspense, useEffect, useState } from 'react';
import type { Transfer } from '../../shared/api/transfers.ts';
import { Address } from '../../shared/ui/address.tsx';
import { Button, OutsideLink, TextButton } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Card, Row } from '../../shared/ui/layout.tsx';
import { Note, Pill } from '../../shared/ui/note.tsx';
import { type Instructions, logTransferSteps } from './api.ts';
import { ConfirmArrival } from './confirm-arrival.tsx';

const QrDialog = lazy(async () => ({ default: (await import('./qr-dialog.tsx')).QrDialog }));

/** The step to do now: what to press, what to enter and what to leave empty. */
export function StepCard({
  ref,
  step,
  count,
  estimatedTime,
  transfer,
  onBack,
  onNext,
  onEdit,
}: {
  ref: Ref<HTMLHeadingElement>;
  step: Instructions['steps'][number];
  count: number;
  estimatedTime: string;
  transfer: Transfer;
  onBack: (() => void) | undefined;
  /** Absent on the last step: then it is about the arrival. */
  onNext: (() => void) | undefined;
  onEdit: () => void;
}) {
  return (
    <Card as="section" aria-labelledby="step" className="grid gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 id="step" ref={ref} tabIndex={-1} className="text-xl">
          Step {step.step} of {count}: {step.title}
        </h2>
        <Pill kind="water">{estimatedTime}</Pill>
      </div>
      <p className="text-ink-2">{step.description}</p>
      {step.actions.length > 0 && (
        <ol className="grid gap-2.5">
          {step.actions.map((action) => (
            <li key={action} className="grid grid-cols-[24px_minmax(0,1fr)] gap-3">
              <Check aria-hidden className="mt-0.5 size-5.5 text-water" />
              {action}
            </li>
          ))}
        </ol>
      )}
      {step.destinationAddress && (
        <Target step={step} address={step.destinationAddress} transfer={transfer} onEdit={onEdit} />
      )}
      {step.amount && (
        <p>
          Amount: <b className="tabular">{step.amount} XRP</b>
        </p>
      )}
      {step.tips.map((tip) => (
        <Note key={tip} kind="info">
          <p>{tip}</p>
        </Note>
      ))}
      {step.link && (
        <p>
          <OutsideLink href={step.link.url} className="inline-flex min-h-11 items-center">
            {step.link.label}
          </OutsideLink>
        </p>
      )}
      <Row className="border-t border-line pt-5">
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            <ArrowLeft aria-hidden className="size-5" />
            Back
          </Button>
        )}
        {onNext ? (
          <Button onClick={onNext}>
            Done, next step
            <ArrowRight aria-hidden className="size-5" />
          </Button>
        ) : (
          <ConfirmArrival transfer={transfer} />
        )}
      </Row>
    </Card>
  );
}

/** Where it goes: the address whole, the tag or that there is none, ways to take both along. */
function Target({
  step,
  address,
  transfer,
  onEdit,
}: {
  step: Instructions['steps'][number];
  address: string;
  transfer: Transfer;
  onEdit: () => void;
}) {
  const [qr, setQr] = useState(false);
  const [copied, setCopied] = useState(false);
  const { fromExchange, toWallet } = transfer;
  useEffect(() => logTransferSteps(fromExchange, toWallet), [fromExchange, toWallet]);
  const exchange = exchangeName(fromExchange);
  return (
    <div className="grid gap-4">
      <Address value={address} />
      <Row>
        <CopyButton variant="soft" text={address} label="Copy address" onCopied={() => setCopied(true)} />
        <Button variant="quiet" onClick={() => setQr(true)}>
          <QrIcon aria-hidden className="size-5" />
          Show QR for my phone
        </Button>
        <TextButton onClick={onEdit} className="gap-2">
          <Pencil aria-hidden className="size-4.5" />
          Change address
        </TextButton>
      </Row>
      {copied && (
        <Note kind="info" title={`After pasting it at ${exchange}, compare`}>
          <p>The first, the middle and the last group must be the same as here. If one differs, do not send.</p>
        </Note>
      )}
      {transfer.destinationTag === null ? (
        <Note kind="good" title="Destination tag: leave it empty">
          <p>Your own wallet needs none. Where {exchange} asks, choose “no tag” or leave the field as it is.</p>
        </Note>
      ) : (
        <Note kind="warn" title="Destination tag: enter exactly this">
          <p className="flex flex-wrap items-center gap-3">
            <span className="font-mono text-lg font-bold">{step.destinationTag}</span>
            <CopyButton variant="quiet" text={transfer.destinationTag} label="Copy tag" />
          </p>
          <p>Without it, your XRP may not be credited.</p>
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
