import { relativeTime } from '../../lib/ages.ts';
import { Card } from '../../ui/layout.tsx';
import { formatAmount, formatDollars } from './decimal.ts';
import type { Holding } from './holdings.ts';
import { addUp } from './totals.ts';
import type { usePrices } from './use-prices.ts';

/**
 * Shows the total of each coin across all wallets and exchange accounts, and its value if the price
 * is available.
 */
export function Total({
  holdings,
  prices,
  isPartial,
}: {
  holdings: readonly Holding[];
  prices: ReturnType<typeof usePrices>;
  /** True if the balance of at least one wallet is missing. */
  isPartial: boolean;
}) {
  const { lines, value } = addUp(holdings, prices.of);
  const unpriced = lines.filter((line) => line.value === null).map(({ coin }) => coin);
  return (
    <Card as="section" aria-labelledby="total" className="grid gap-3">
      <div className="flex max-w-xl flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="total" className="text-xl">
          Total
        </h2>
        {value > 0n && <p className="text-xl font-semibold tabular">About {formatDollars(value)}</p>}
      </div>
      <dl className="grid max-w-xl">
        {lines.map((line) => (
          <div
            key={line.coin}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-0"
          >
            <dt className="font-semibold">{line.coin}</dt>
            <dd className="text-right tabular">
              {formatAmount(line.amount)}
              {line.value !== null && (
                <span className="block text-sm text-ink-2">About {formatDollars(line.value)}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isPartial && <p className="text-ink-2">This total doesn’t include all of your wallets yet.</p>}
      {unpriced.length > 0 && prices.oldest && (
        <p className="text-ink-2">
          The dollar total leaves out these coins, because we don’t have a price for them: {unpriced.join(', ')}.
        </p>
      )}
      {prices.oldest && (
        <p className="text-sm text-ink-2">
          Prices from {prices.sources.join(', ')}. Oldest price: {relativeTime(prices.oldest, Date.now())}
        </p>
      )}
    </Card>
  );
}
