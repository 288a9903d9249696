import { readableXrp } from '@xrp-bridge/contracts/drops';
import type { ReactNode } from 'react';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { Address } from '../../ui/address.tsx';

export function DestinationSummary({ transfer, withAmount }: { transfer: Transfer; withAmount?: boolean }) {
  const { destinationAddress, destinationTag, sourceAmount } = transfer;
  return (
    <div className="@container grid gap-4">
      <Address value={destinationAddress} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 @max-tight:grid-cols-1">
        <Line name="Tag">{destinationTag ?? 'None'}</Line>
        {withAmount && (
          <Line name="Total XRP">{sourceAmount === '0' ? 'Not entered yet' : readableXrp(sourceAmount)}</Line>
        )}
      </dl>
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-semibold break-words">{children}</dd>
    </>
  );
}
