import { useMutation, useQueryClient } from '@tanstack/react-query';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { useEffect, useRef } from 'react';
import { cacheTransfer, completeTransfer, isPaid, type Transfer } from '../../domain/transfer/transfers.ts';
import type { Config } from '../../lib/api/config.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { Note, Pill } from '../../ui/note.tsx';

/** Replaces the form while the outcome of a payment is unclear. The only action checks the outcome. */
export function UnclearPayment({
  transfer,
  config,
  onNotPaid,
}: {
  transfer: Transfer;
  config: Config | undefined;
  /** Called if the provider found no payment. Otherwise the guide opens automatically. */
  onNotPaid: () => Promise<void>;
}) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const check = useMutation({
    mutationFn: () => completeTransfer(transfer.id),
    async onSuccess(answer) {
      cacheTransfer(client, answer);
      if (!isPaid(answer)) await onNotPaid();
    },
  });
  return (
    <Card raised as="section" aria-labelledby="unclear" className="grid justify-items-start gap-4">
      <Pill kind="warn">Still checking</Pill>
      <h2 id="unclear" ref={heading} tabIndex={-1} className="text-xl">
        We don’t know yet if your payment went through
      </h2>
      <p className="text-ink-2">
        We’re still waiting to hear whether your payment went through. Please don’t pay again yet. Let us check first.
      </p>
      {check.isError && (
        <Note kind="warn" title="We don’t have an answer yet" live className="w-full">
          <p>Nothing is lost. Please wait a minute, then check again.</p>
          {config && (
            <p>
              If this keeps happening, email us at {config.support.email}. Your reference is {referenceOf(transfer.id)}.
            </p>
          )}
        </Note>
      )}
      <Button wide busy={check.isPending} busyLabel="Checking…" onClick={() => check.mutate()}>
        Check my payment
      </Button>
    </Card>
  );
}
