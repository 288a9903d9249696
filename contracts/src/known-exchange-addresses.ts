import type { ExchangeId } from './exchanges.ts';

/** Shared deposit addresses of exchanges: valid, but never somebody's own wallet. The ledger tells us about the rest. */
const knownExchangeAddresses: ReadonlyMap<string, ExchangeId> = new Map([
  ['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh', 'kraken'],
  ['rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh', 'binance'],
]);

/** The exchange that a classic address belongs to, as far as known beforehand. */
export function exchangeOfAddress(address: string): ExchangeId | null {
  return knownExchangeAddresses.get(address) ?? null;
}
