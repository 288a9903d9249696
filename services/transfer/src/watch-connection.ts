const accountsPerRequest = 500;

/** Subscription state of one ledger connection. */
export interface Connection {
  /** Addresses that the connection is subscribed to. */
  subscribed: Set<string>;
  /** Addresses that were watched before the connection opened, and are not subscribed yet. */
  rest: Iterator<string>;
  /**
   * Addresses that are not subscribed yet, and are not in `rest`.
   * They were added after the connection opened, or their subscription failed.
   */
  fresh: Set<string>;
  /** Addresses no longer watched, whose subscription must end. */
  gone: Set<string>;
  /** Addresses with unread history. */
  behind: Set<string>;
  /** Addresses to retry at the next poll. */
  again: Set<string>;
  /** Problems already logged for this connection. */
  logged: Set<string>;
}

export function connectionTo(addresses: Iterator<string>): Connection {
  return {
    subscribed: new Set(),
    rest: addresses,
    fresh: new Set(),
    gone: new Set(),
    behind: new Set(),
    again: new Set(),
    logged: new Set(),
  };
}

/** Removes and returns the next addresses to subscribe to, at most as many as fit one request. */
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

/** Splits addresses into batches of one request each. */
export function batches(addresses: readonly string[]): string[][] {
  const count = Math.ceil(addresses.length / accountsPerRequest);
  return Array.from({ length: count }, (_, index) =>
    addresses.slice(index * accountsPerRequest, (index + 1) * accountsPerRequest),
  );
}
