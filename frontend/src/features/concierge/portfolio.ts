import { defineStored, fieldsOf } from '../../lib/storage.ts';
import { parseDecimal, writeDecimal } from './decimal.ts';
import type { Holding } from './holdings.ts';

/** A wallet by its public address; the balance comes from the XRP Ledger. */
export interface WalletPlace {
  kind: 'wallet';
  id: number;
  name: string;
  /** The address in classic form. */
  address: string;
}

/** An account at an exchange, with the holdings of its file. */
export interface ExchangePlace {
  kind: 'exchange';
  id: number;
  name: string;
  holdings: readonly { coin: string; amount: string }[];
  /** The time at which the page read the file. */
  readAt: string;
}

export type Place = WalletPlace | ExchangePlace;

/**
 * The open form or address of the portfolio.
 * Only one of them can be open, so the page never shows two addresses. The form of an exchange updates the account with
 * this `id`, or adds an account if `id` is null.
 */
export type Open = { form: 'wallet' } | { form: 'exchange'; id: number | null } | { address: number } | null;

export interface Portfolio {
  places: readonly Place[];
  open: Open;
}

type PortfolioEvent =
  | { type: 'opened'; open: Open }
  | { type: 'wallet-added'; name: string; address: string }
  | { type: 'file-read'; id: number | null; name: string; holdings: readonly Holding[]; at: string }
  | { type: 'removed'; id: number };

/** The maximum number of places, because a longer page would be hard to read. */
export const mostPlaces = 20;
export const longestName = 40;
const mostCoins = 500;

/**
 * Returns the portfolio after an event.
 * An invalid addition changes nothing. An addition closes the open form. Removing a place closes the open address, and
 * the form for this place.
 */
export function changePortfolio({ places, open }: Portfolio, event: PortfolioEvent): Portfolio {
  switch (event.type) {
    case 'opened':
      return { places, open: event.open };
    case 'removed': {
      const staysOpen = open && 'form' in open && !('id' in open && open.id === event.id);
      return { places: places.filter(({ id }) => id !== event.id), open: staysOpen ? open : null };
    }
    case 'wallet-added': {
      const { name, address } = event;
      if (whyNot(places, { name, address })) return { places, open };
      return { places: [...places, { kind: 'wallet', id: nextId(places), name, address }], open: null };
    }
    case 'file-read': {
      const { id, name, at } = event;
      if (whyNot(places, { id, name })) return { places, open };
      const holdings = event.holdings
        .slice(0, mostCoins)
        .map(({ coin, amount }) => ({ coin, amount: writeDecimal(amount) }));
      const read: ExchangePlace = { kind: 'exchange', id: id ?? nextId(places), name, holdings, readAt: at };
      // A newer file of an account replaces the account's older file.
      if (id !== null) return { places: places.map((place) => (place.id === id ? read : place)), open: null };
      return { places: [...places, read], open: null };
    }
  }
}

export const noRoom = `You can have up to ${mostPlaces} wallets and exchanges here. Remove one to add another.`;

/**
 * Returns the error of a new place and the field with this error, or null if the place is valid.
 * @param candidate `id` is the account that a newer file updates. The account may retain its name and does not count as
 * a new place
 */
export function whyNot(
  places: readonly Place[],
  candidate: { id?: number | null; name: string; address?: string },
): { about: 'name' | 'address'; text: string } | null {
  const others = places.filter(({ id }) => id !== candidate.id);
  if (others.length >= mostPlaces) return { about: 'name', text: noRoom };
  const sameAddress = others.find((place) => place.kind === 'wallet' && place.address === candidate.address);
  if (sameAddress) return { about: 'address', text: `You already added this address as “${sameAddress.name}.”` };
  const sameName = others.find(({ name }) => name === candidate.name);
  if (!sameName) return null;
  const text = `You’re already using the name “${sameName.name}.” Choose a different one`;
  const canBeRead = sameName.kind === 'exchange' && candidate.address === undefined;
  return {
    about: 'name',
    text: canBeRead ? `${text}, or press “Use a newer file” on that exchange’s card.` : `${text}.`,
  };
}

function nextId(places: readonly Place[]): number {
  return 1 + Math.max(0, ...places.map(({ id }) => id));
}

/** The places are stored in this browser only. */
export const storedPlaces = defineStored<readonly Place[]>('portfolio', parsePlaces, []);

function parsePlaces(value: unknown): readonly Place[] | undefined {
  if (!Array.isArray(value) || value.length > mostPlaces) return undefined;
  const places = value.map(parsePlace);
  const isWhole = places.every((place) => place !== undefined);
  return isWhole && new Set(places.map((place) => place.id)).size === places.length ? places : undefined;
}

function parsePlace(value: unknown): Place | undefined {
  const { kind, id, name, address, holdings, readAt } = fieldsOf(value);
  const isNamed = typeof name === 'string' && name.trim() !== '' && name.length <= longestName;
  if (!isNamed || !Number.isSafeInteger(id) || Number(id) < 1) return undefined;
  const common = { id: Number(id), name };
  if (kind === 'wallet') return isAddress(address) ? { kind, ...common, address } : undefined;
  if (kind !== 'exchange' || typeof readAt !== 'string' || Number.isNaN(Date.parse(readAt))) return undefined;
  if (!Array.isArray(holdings) || holdings.length > mostCoins || !holdings.every(isHolding)) return undefined;
  return { kind, ...common, holdings, readAt };
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(value);
}

function isHolding(value: unknown): value is { coin: string; amount: string } {
  const { coin, amount } = fieldsOf(value);
  const isCoin = typeof coin === 'string' && /^[A-Z0-9]{1,12}$/.test(coin);
  return isCoin && typeof amount === 'string' && parseDecimal(amount) !== null;
}
