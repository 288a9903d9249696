import { multiply } from './decimal.ts';
import { type Holding, sortHoldings } from './holdings.ts';

/** How much there is of a coin, and what that is worth; null where we know no price of it. */
interface Line extends Holding {
  value: bigint | null;
}

/** What several places hold in all, coin by coin; `value` counts the coins that have a price. */
export function addUp(
  holdings: readonly Holding[],
  prices: ReadonlyMap<string, bigint>,
): { lines: Line[]; value: bigint } {
  const sums = new Map<string, bigint>();
  for (const { coin, amount } of holdings) sums.set(coin, (sums.get(coin) ?? 0n) + amount);
  const lines = [...sums].map(([coin, amount]) => {
    const price = prices.get(coin);
    return { coin, amount, value: price === undefined ? null : multiply(price, amount) };
  });
  return { lines: sortHoldings(lines), value: lines.reduce((sum, { value }) => sum + (value ?? 0n), 0n) };
}
