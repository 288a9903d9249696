const accountsPerRequest = 500;

/** What belongs to one connection of the ledger, and ends with it. */
export interface Connection {
  /** Addresses that it tells us of. */
  subscribed: Set<string>;
  /** Of those that were watched before it, the ones that it was not asked for yet. */
  rest: Iterator<string>;
  /** Addresses that are watched since, and those that are not any more. */
  fresh: Set<string>;
  gone: Set<string>;
  /** Addresses of which something is missing that came before we heard of them, and those to be tried again at the next look. */
  behind: Set<string>;
  again: Set<string>;
  /** What was said of its troubles. */
  told: Set<string>;
}

export function connectionTo(addresses: Iterator<string>): Connection {
  return {
    subscribed: new Set(),
    rest: addresses,
    fresh: new Set(),
    gone: new Set(),
    behind: new Set(),
    again: new Set(),
    told: new Set(),
  };
}

/** Takes the next addresses to subscribe to, as many as one request holds. */
export function takeUnsubscribed({ fresh, rest, subscribed }: Connection): string[] {
  const accounts = new Set<string>();
  for (const address of fresh) {
    if (accounts.size === accountsPerRequest) break;
    fresh.delete(address);
    accounts.add(address);
  }
  while (accounts.size < accountsPerRequest) {
    const { done, value } = rest.next();
    if (done) break;
    if (!subscribed.has(value)) accounts.add(value);
  }
  return [...accounts];
}

/** Splits addresses into what one request holds. */
export function batches(addresses: readonly string[]): string[][] {
  const count = Math.ceil(addresses.length / accountsPerRequest);
  return Array.from({ length: count }, (_, index) =>
    addresses.slice(index * accountsPerRequest, (index + 1) * accountsPerRequest),
  );
}
