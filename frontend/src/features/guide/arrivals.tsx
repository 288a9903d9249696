import { formatDrops, readableXrp } from '@xrp-bridge/contracts/drops';
import { transactionLinks } from '@xrp-bridge/contracts/explorers';
import { walletName } from '@xrp-bridge/contracts/wallets';
import { CircleCheck } from 'lucide-react';
import { dropsOf } from '../../domain/transfer/drops.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { TextButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Note } from '../../ui/note.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { useTimes } from '../../ui/use-times.ts';

/** Formats the sum of arrivals: '4,998 XRP'. */
export function arrivedXrp({ arrivals }: Pick<Transfer, 'arrivals'>): string {
  return readableXrp(formatDrops(dropsOf(arrivals)));
}

/** Lists the arrivals on the ledger: amount, time and, as a proof, links to explorers. */
export function Arrivals({ arrivals }: Pick<Transfer, 'arrivals'>) {
  const { formatTime } = useTimes();
  return (
    <ul className="grid gap-6">
      {arrivals.map(({ hash, deliveredXrp, at }) => (
        <li key={hash} className="grid grid-cols-[1.625rem_minmax(0,1fr)] gap-3">
          <CircleCheck aria-hidden className="mt-0.5 size-6 text-good" />
          <div className="grid gap-2">
            <p>
              <b className="text-lg tabular">{readableXrp(deliveredXrp)}</b>
              <span className="block text-ink-2">
                Arrived on <time dateTime={at}>{formatTime(at)}</time>
              </span>
            </p>
            <div className="grid gap-1">
              <span className="text-sm text-ink-2">Transaction hash</span>
              <p translate="no" className="rounded-md bg-sunk px-4 py-3 font-mono text-sm break-all">
                {hash}
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
              <CopyButton variant="quiet" text={hash} label="Copy hash" what={`of ${readableXrp(deliveredXrp)}`} />
              {transactionLinks(hash).map(({ label, url }) => (
                <OutsideLink key={url} href={url} className="inline-flex min-h-11 items-center">
                  See this payment on {label}
                </OutsideLink>
              ))}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Shows when the watch of the ledger ended, and the next action. */
export function WatchEnded({ transfer, at, onDecode }: { transfer: Transfer; at: string; onDecode: () => void }) {
  const { formatTime } = useTimes();
  return (
    <Note kind="info" title="We’ve stopped watching for this transfer">
      <p>
        We stopped on <time dateTime={at}>{formatTime(at)}</time>. Your guide still works. If your XRP is in{' '}
        {walletName(transfer.toWallet)} now, press “I’ve completed the transfer” in the last step.
      </p>
      <p>
        Sent your XRP but don’t see it?{' '}
        <TextButton onClick={onDecode}>Paste the transaction hash, and we’ll look it up</TextButton>
      </p>
    </Note>
  );
}
