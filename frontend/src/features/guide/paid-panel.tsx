import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { paidAmount, type Transfer } from '../../domain/transfer/transfers.ts';
import { reachQuery } from './api.ts';
import { EmailOffer } from './email-offer.tsx';

/** Shows the payment and its receipt, at the top of the guide. */
export function PaidPanel({ transfer }: { transfer: Transfer }) {
  const { data: reach } = useQuery(reachQuery(transfer.id));
  return (
    // The panel always has room for its button, so that nothing moves when the e-mail address is loaded.
    <section
      aria-label="Your payment"
      className="grid min-h-13 grid-cols-[1.5rem_minmax(0,1fr)] items-center gap-x-2 rounded-md bg-good-soft px-3 py-1 text-sm sm:px-5"
    >
      <CircleCheck aria-hidden className="size-6 text-good" />
      <div className="flex min-h-11 flex-wrap items-center gap-x-2">
        <p className="wrap-anywhere">
          <b>Paid ${paidAmount(transfer)}.</b> {reach?.email && sentence(reach.email, reach.receiptSent)}
        </p>
        <EmailOffer id="paid-email" transfer={transfer} label="Want a link by email?" />
      </div>
    </section>
  );
}

function sentence(email: string, receiptSent: boolean): string {
  return receiptSent ? `Receipt sent to ${email}` : `We’ll email you at ${email}`;
}
