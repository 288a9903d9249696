import { ArrowLeft } from 'lucide-react';
import type { Ref } from 'react';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { Address } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { StepNumber } from '../../ui/step-line.tsx';
import type { DestinationCheckState } from './destination-check.ts';
import { DestinationVerdict } from './destination-verdict.tsx';

/** Replaces a step that would send to a forbidden address. Shows the reason and the solution. */
export function StoppedStep({
  ref,
  number,
  count,
  transfer,
  check,
  onBack,
  onEdit,
}: {
  ref: Ref<HTMLHeadingElement>;
  number: number;
  count: number;
  transfer: Transfer;
  check: DestinationCheckState;
  onBack: (() => void) | undefined;
  onEdit: () => void;
}) {
  return (
    <Card raised as="section" aria-labelledby="step" className="grid gap-5">
      <h2 id="step" ref={ref} tabIndex={-1} className="text-xl">
        <StepNumber step={number} of={count} /> You can’t use this address
      </h2>
      <DestinationVerdict check={check} onEdit={onEdit} />
      <div className="grid gap-2">
        <p className="text-ink-2">The address you gave us{transfer.destinationTag === null && ', without a tag'}:</p>
        <Address value={transfer.destinationAddress} />
        {transfer.destinationTag !== null && (
          <p className="text-ink-2">
            with the tag <b className="font-mono text-ink">{transfer.destinationTag}</b>
          </p>
        )}
      </div>
      <p className="text-ink-2">This step and the next ones open as soon as you change the address or tag.</p>
      {onBack && (
        <Buttons className="border-t border-line pt-5">
          <Button variant="quiet" onClick={onBack}>
            <ArrowLeft aria-hidden className="size-5" />
            Back
          </Button>
        </Buttons>
      )}
    </Card>
  );
}
