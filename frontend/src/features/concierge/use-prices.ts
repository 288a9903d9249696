import { useQuery } from '@tanstack/react-query';
import { marketQuery } from '../../domain/signals/api.ts';
import { parseDecimal } from './decimal.ts';

/** Returns the available prices in dollars, their sources, and the time of the oldest price. */
export function usePrices() {
  const { data } = useQuery(marketQuery);
  const tokens = data?.tokens ?? [];
  return {
    of: new Map(
      tokens.flatMap(({ symbol, price }) => {
        const parsed = parseDecimal(price);
        return parsed === null ? [] : [[symbol, parsed] as const];
      }),
    ),
    sources: [...new Set(tokens.map(({ source }) => source))].sort(),
    oldest: tokens.map(({ lastUpdate }) => lastUpdate).sort()[0] ?? null,
  };
}
