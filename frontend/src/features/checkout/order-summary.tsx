import { exchangeName, exchanges } from '@xrp-bridge/contracts/exchanges';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { walletName, wallets } from '@xrp-bridge/contracts/wallets';
import { openTransfer } from '../../domain/transfer/open-transfer.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { paths } from '../../lib/paths.ts';
import { Bridge } from '../../ui/bridge.tsx';
import { TextLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Card } from '../../ui/layout.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';

/** Shows the product, its price and the name on the card statement, above the card's fields. */
export function OrderLine({ transfer, statementName }: { transfer: Transfer; statementName: string }) {
  const product = transfer.serviceFee === '17.76' ? 'Guide with concierge' : 'Guide';
  return (
    <dl className="grid gap-1">
      <div className="flex justify-between gap-4 font-semibold">
        <dt>
          {product}: {exchangeName(transfer.fromExchange)} to {walletName(transfer.toWallet)}
        </dt>
        <dd className="tabular">${transfer.serviceFee}</dd>
      </div>
      <div className="flex flex-wrap gap-x-2 text-sm text-ink-2">
        <dt>On your card statement:</dt>
        <dd translate="no">{statementName}</dd>
      </div>
    </dl>
  );
}

/** Shows the whole order: exchange and wallet, items and total. */
export function OrderSummary({ transfer, fixed }: { transfer: Transfer; fixed: boolean }) {
  const hydrated = useHydrated();
  const lines: [string, string][] = [['Guide', formatCents(prices.guide)]];
  if (transfer.serviceFee === '17.76') lines.push(['Concierge', formatCents(prices.concierge)]);
  return (
    <Card as="section" aria-label="Your order" className="grid gap-2">
      <Bridge
        from={exchanges.find(({ id }) => id === transfer.fromExchange) ?? null}
        to={wallets.find(({ id }) => id === transfer.toWallet) ?? null}
        progress={0}
      />
      {/* “Change selection” deletes the stored transfer, which is not paid yet, so that no page leads back to this
          transfer. Before hydration the link could not delete it. */}
      {!fixed && (
        <TextLink
          to={paths.selection(transfer.fromExchange, transfer.toWallet)}
          onClick={() => openTransfer.forget()}
          className={cx(
            'inline-flex min-h-11 items-center justify-self-start',
            !hydrated && 'invisible noscript:hidden',
          )}
        >
          Change selection
        </TextLink>
      )}
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
  );
}
