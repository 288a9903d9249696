import { exchangeName, exchanges } from '@xrp-bridge/contracts/exchanges';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { walletName, wallets } from '@xrp-bridge/contracts/wallets';
import type { Transfer } from '../../shared/api/transfers.ts';
import { paths } from '../../shared/paths.ts';
import { Bridge } from '../../shared/ui/bridge.tsx';
import { TextLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/layout.tsx';
import { Note } from '../../shared/ui/note.tsx';

/** What is bought, for which path, and the total. */
export function OrderSummary({ transfer }: { transfer: Transfer }) {
  const lines: [string, string][] = [['Guided transfer', formatCents(prices.guide)]];
  if (transfer.serviceFee === '17.76') lines.push(['Concierge', formatCents(prices.concierge)]);
  return (
    <>
      <Card as="section" aria-label="Your order" className="grid gap-5">
        <Bridge
          from={exchanges.find(({ id }) => id === transfer.fromExchange) ?? null}
          to={wallets.find(({ id }) => id === transfer.toWallet) ?? null}
          progress={0.5}
        />
        <TextLink
          to={paths.selection(transfer.fromExchange, transfer.toWallet)}
          className="inline-flex min-h-11 items-center justify-self-start"
        >
          Change selection
        </TextLink>
        <dl className="tabular grid">
          {lines.map(([label, amount]) => (
            <div key={label} className="flex justify-between gap-4 border-b border-line py-3">
              <dt>{label}</dt>
              <dd>${amount}</dd>
            </div>
          ))}
          <div className="flex justify-between gap-4 pt-3 text-lg font-bold">
            <dt>Total today</dt>
            <dd>${transfer.serviceFee}</dd>
          </div>
        </dl>
      </Card>
      <Note kind="good" title="What you get">
        <p>
          Steps for {exchangeName(transfer.fromExchange)} and {walletName(transfer.toWallet)}, with the date they were
          last checked; your address checked on the ledger; and a page that tells you when your XRP has arrived.
        </p>
      </Note>
    </>
  );
}
