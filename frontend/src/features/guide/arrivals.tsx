import { formatDrops, parseDrops } from '@xrp-bridge/contracts/drops';
import { transactionLinks } from '@xrp-bridge/contracts/explorers';
import { walletName } from '@xrp-bridge/contracts/wallets';
import { CircleCheck } from 'lucide-react';
import type { Transfer } from '../../shared/api/transfers.ts';
import { OutsideLink } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Card } from '../../shared/ui/layout.tsx';
import { Note } from '../../shared/ui/note.tsx';

/** All that has arrived for a transfer, in XRP. */
export function arrivedXrp({ arrivals }: Transfer): string {
  return formatDrops(arrivals.reduce((sum, { deliveredXrp }) => sum + toDrops(deliveredXrp), 0n));
}

/** What was seen on the ledger: how much, when, and the proof that anyone can look up. */
export function Arrivals({ transfer }: { transfer: Transfer }) {
  const done = transfer.status === 'completed';
  return (
    <Card as="section" aria-labelledby="arrivals" className="grid animate-rise gap-5">
      <h2 id="arrivals" className="text-xl">
        {done ? 'What arrived' : 'Your test has arrived'}
      </h2>
      {!done && <p>{whatNext(transfer)}</p>}
      <ul className="grid gap-6">
        {transfer.arrivals.map(({ hash, deliveredXrp, at }) => (
          <li key={hash} className="grid grid-cols-[1.625rem_minmax(0,1fr)] gap-3">
            <CircleCheck aria-hidden className="mt-0.5 size-6 text-good" />
            <div className="grid gap-2">
              <p>
                <b className="text-lg tabular">{deliveredXrp} XRP</b>
                <span className="block text-ink-2">
                  On the ledger since <time dateTime={at}>{formatMoment(at)}</time>
                </span>
              </p>
              <div className="grid gap-1">
                <span className="text-sm text-ink-2">Transaction hash</span>
                <p translate="no" className="rounded-md bg-sunk px-4 py-3 font-mono text-sm break-all">
                  {hash}
                </p>
              </div>
              <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
                <CopyButton variant="quiet" text={hash} label="Copy hash" what={`of ${deliveredXrp} XRP`} />
                {transactionLinks(hash).map(({ label, url }) => (
                  <OutsideLink key={url} href={url} className="inline-flex min-h-11 items-center">
                    See it on {label}
                  </OutsideLink>
                ))}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The ledger is no longer watched for this transfer: since when, and what to do instead. */
export function WatchEnded({ transfer, at }: { transfer: Transfer; at: string }) {
  return (
    <Note kind="info" title="We no longer watch the ledger for this transfer">
      <p>
        We stopped on <time dateTime={at}>{formatMoment(at)}</time>. If your XRP has arrived since, you see it in{' '}
        {walletName(transfer.toWallet)}: then press “I’ve completed the transfer”. If you have sent it and do not see
        it, paste the transaction hash below, and we look it up now. Your guide stays open.
      </p>
    </Note>
  );
}

function whatNext(transfer: Transfer): string {
  const wallet = walletName(transfer.toWallet);
  const watching = transfer.watch?.state === 'watching';
  const rest = toDrops(transfer.sourceAmount) - toDrops(arrivedXrp(transfer));
  if (rest > 0n) {
    return `The way works. Look in ${wallet}: it should be there. Then send the rest, about ${formatDrops(rest)} XRP, the same way.${watching ? ' We keep watching.' : ''}`;
  }
  return `The way works. Look in ${wallet}: it should be there. Send the rest the same way${watching ? ', and we keep watching' : ''}. If this was all, press “I’ve completed the transfer”.`;
}

function toDrops(xrp: string): bigint {
  const parsed = parseDrops(xrp);
  return parsed.ok ? parsed.drops : 0n;
}

/** Day and time in this device's time zone. */
export function formatMoment(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
