import { compareBoldGroups } from '@xrp-bridge/contracts/address-groups';
import { readableXrp } from '@xrp-bridge/contracts/drops';
import type { ReactNode } from 'react';
import { Address } from '../../ui/address.tsx';
import type { Instructions } from './api.ts';

/**
 * Lists the values that the exchange must show before the customer confirms.
 * At that moment, errors can still be corrected.
 */
export function FinalCheck({
  address,
  tag,
  network,
  sendNow,
  outdated,
}: {
  address: string;
  tag: string | null;
  network: string;
  sendNow: Instructions['sendNow'];
  /** True if the amount is outdated and must not be compared. */
  outdated: boolean;
}) {
  return (
    <section
      aria-labelledby="last-look"
      className="@container grid gap-3 rounded-md border-2 border-water p-3.5 sm:p-5"
    >
      <div className="grid gap-1">
        <h3 id="last-look" className="text-lg">
          Check that the form matches this
        </h3>
        <p className="text-ink-2">{compareBoldGroups}</p>
      </div>
      <Address value={address} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 @max-tight:grid-cols-1">
        <Line name="Tag">{tag === null ? 'None (leave it blank)' : <span className="font-mono">{tag}</span>}</Line>
        <Line name="Network">{network}</Line>
        <Line name="Amount">{outdated ? <span role="status">One moment…</span> : amountOf(sendNow)}</Line>
      </dl>
    </section>
  );
}

function amountOf({ kind, amountXrp }: Instructions['sendNow']): string {
  if (amountXrp) return readableXrp(amountXrp);
  return kind === 'rest' ? 'The rest' : 'All of it';
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-semibold break-words">{children}</dd>
    </>
  );
}
