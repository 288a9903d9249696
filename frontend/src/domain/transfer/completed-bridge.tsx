import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { formatDrops, readableXrp } from '@xrp-bridge/contracts/drops';
import { exchanges } from '@xrp-bridge/contracts/exchanges';
import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { wallets } from '@xrp-bridge/contracts/wallets';
import type { ReactNode } from 'react';
import { Bridge } from '../../ui/bridge.tsx';
import { dropsOf } from './drops.ts';

/**
 * Shows the completed bridge and the amount that arrived on the ledger.
 * `children` are shown above the amount.
 */
export function CompletedBridge({ transfer, children }: { transfer: Transfer; children?: ReactNode }) {
  return (
    <div className="grid w-full gap-5 rounded-md bg-water-soft px-[min(1.25rem,4.5vw)] py-6 sm:px-8 sm:py-9 [&_.animate-draw]:[animation-duration:1.8s]">
      <Bridge
        from={exchanges.find(({ id }) => id === transfer.fromExchange) ?? null}
        to={wallets.find(({ id }) => id === transfer.toWallet) ?? null}
        progress={1}
      />
      <div className="grid justify-items-center gap-1 text-center">
        {children}
        <Sum amount={arrivedAmount(transfer)} />
      </div>
    </div>
  );
}

/** Shows the amount as large as possible on one line of a phone. */
function Sum({ amount }: { amount: string }) {
  const size = amount.length <= 8 ? 'text-display' : amount.length <= 12 ? 'text-2xl' : 'text-xl';
  return (
    <p className="font-bold text-water-deep">
      <span className={size}>{amount}</span> <span className="text-xl">XRP</span>
    </p>
  );
}

/** Formats the sum of the arrivals without the unit: '4,998'. */
function arrivedAmount(transfer: Transfer): string {
  return readableXrp(formatDrops(dropsOf(arrivedThisWay(transfer)))).replace(' XRP', '');
}
