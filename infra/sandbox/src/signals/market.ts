import { chance, dayMs, dayOf, normal } from './chance.ts';
import { coins, type SandboxCoin } from './coins.ts';

const firstDay = dayOf(Date.UTC(2025, 0, 1));

/** Returns true for about one day in thirty. On such a day, an event about the coin takes place. */
export function hasEvent({ ticker }: SandboxCoin, day: number): boolean {
  return chance(ticker, 'event', day) < 0.035;
}

/**
 * A busy coin has many different events a day.
 * Another coin becomes busy every 10 days and stays busy for 10 + 7 days. So at any time one coin has been busy for at
 * least a week.
 */
const [nextBusyAfter, busyAgain] = [10, 7];
/**
 * Coins with few texts, of which one or two are busy.
 * A popular coin has so many texts that the additional ones would not matter.
 */
const quietCoins = coins.filter(({ chatter }) => chatter < 10);

export function isBusy({ ticker }: SandboxCoin, day: number): boolean {
  return [day, day - busyAgain].some(
    (at) => quietCoins[Math.floor(at / nextBusyAfter) % quietCoins.length]?.ticker === ticker,
  );
}

/**
 * Returns a day's logarithmic return: the sum of a return of the whole market, the coin's own return,
 * reactions to events, and shocks.
 */
function returnOf(coin: SandboxCoin, day: number): number {
  // Busy days must not move the price, so the return is only small noise until a week after them.
  if ([0, 1, 2, 3, 4, 5, 6, 7].some((ago) => isBusy(coin, day - ago))) return 0.006 * normal(coin.ticker, day);
  const together = 0.018 * normal('market', day);
  const own = 0.028 * normal(coin.ticker, day);
  const moved = [2, 3, 4].some((later) => hasEvent(coin, day - later)) ? 0.03 * chance(coin.ticker, 'answer', day) : 0;
  const shock = chance(coin.ticker, 'shock', day) < 0.012 ? 0.14 * Math.sign(normal(coin.ticker, 'shock', day)) : 0;
  return together + own + moved + shock;
}

export function createMarket() {
  const closes = new Map<string, number[]>();

  /**
   * Returns a coin's price at the end of a day.
   * Prices revert to the initial price, so that the prices stay realistic for years.
   */
  function closeOf(coin: SandboxCoin, day: number): number {
    const known = closes.get(coin.ticker) ?? [Math.log(coin.price)];
    closes.set(coin.ticker, known);
    for (let next = firstDay + known.length; next <= day; next++) {
      const last = known.at(-1) as number;
      known.push(last + returnOf(coin, next) - 0.01 * (last - Math.log(coin.price)));
    }
    return digits(Math.exp(known[Math.max(0, day - firstDay)] as number));
  }

  return {
    closeOf,
    /** Returns a coin's price at a time. */
    priceAt(coin: SandboxCoin, time: number): number {
      const day = dayOf(time);
      const [from, to] = [closeOf(coin, day - 1), closeOf(coin, day)];
      const noise = 0.004 * normal(coin.ticker, 'minute', Math.floor(time / 60_000));
      return digits((from + (to - from) * ((time % dayMs) / dayMs)) * (1 + noise));
    },
    /** Returns the volume of a day in US dollars. */
    volumeOf(coin: SandboxCoin, day: number): number {
      return Math.round(closeOf(coin, day) * coin.supply * (0.02 + 0.03 * chance(coin.ticker, 'volume', day)));
    },
  };
}

/** Rounds to six significant digits. */
function digits(price: number): number {
  return Number(price.toPrecision(6));
}
