import type { ExchangeId } from './exchanges.ts';

/**
 * Shared deposit addresses of exchanges: valid, but never a customer's own wallet.
 * The transfer service detects other exchanges by their balance and history on the ledger.
 */
const knownExchangeAddresses: ReadonlyMap<string, ExchangeId> = new Map([
  ['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh', 'kraken'],
  ['rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh', 'binance'],
]);

/** Finds the exchange that owns a listed classic address. */
export function exchangeOfAddress(address: string): ExchangeId | null {
  return knownExchangeAddresses.get(address) ?? null;
}
