import { type ExchangeId, exchanges } from './exchanges.ts';
import { type WalletId, wallets } from './wallets.ts';

// Names for use in lists. Use `exchangeName` in sentences.

export const exchangeNames = namesOf<ExchangeId>(exchanges);
export const walletNames = namesOf<WalletId>(wallets);

function namesOf<Id extends string>(all: readonly { id: Id; name: string }[]): Readonly<Record<Id, string>> {
  return Object.fromEntries(all.map(({ id, name }) => [id, name])) as Record<Id, string>;
}
