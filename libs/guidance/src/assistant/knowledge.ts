import type { Entry } from './entry.ts';
import { amountEntries } from './knowledge/amount.ts';
import { destinationEntries } from './knowledge/destination.ts';
import { exchangeEntries } from './knowledge/exchange.ts';
import { guideEntries } from './knowledge/guides.ts';
import { paymentEntries } from './knowledge/payment.ts';
import { productEntries } from './knowledge/product.ts';
import { safetyEntries } from './knowledge/safety.ts';
import { smallTalkEntries } from './knowledge/small-talk.ts';
import { supportEntries } from './knowledge/support.ts';
import { waitingEntries } from './knowledge/waiting.ts';
import { walletEntries } from './knowledge/wallet.ts';

/** All entries of the assistant. */
export const knowledge: readonly Entry[] = [
  ...productEntries,
  ...paymentEntries,
  ...supportEntries,
  ...exchangeEntries,
  ...destinationEntries,
  ...walletEntries,
  ...amountEntries,
  ...waitingEntries,
  ...safetyEntries,
  ...smallTalkEntries,
  ...guideEntries,
];

const byId = new Map(knowledge.map((entry) => [entry.id, entry]));

/** Finds the entry of an untrusted id; null if unknown. */
export function findEntry(id: string): Entry | null {
  return byId.get(id) ?? null;
}

/** Returns the entry of an id. @throws Error if the id is unknown */
export function entryOf(id: string): Entry {
  const entry = findEntry(id);
  if (!entry) throw new Error(`There is no entry “${id}”`);
  return entry;
}

/** Lists all wordings of an entry's question, its title first. */
export function wordingsOf({ title, wordings }: Entry): string[] {
  return [title, ...wordings.split(/[|\n]/).map((wording) => wording.trim())].filter(Boolean);
}

/** Returns the entries of ids as questions on buttons. @throws Error if an id is unknown */
export function offersOf(ids: readonly string[]): Pick<Entry, 'id' | 'title'>[] {
  return [...new Set(ids)].map(entryOf).map(({ id, title }) => ({ id, title }));
}
