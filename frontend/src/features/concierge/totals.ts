import { multiply } from './decimal.ts';
import { type Holding, sortHoldings } from './holdings.ts';

/** The amount of a coin and its value. The value is null without a price. */
interface Line extends Holding {
  value: bigint | null;
}

/** Adds up the holdings of each coin. `value` is the total value of the coins that have a price. */
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
