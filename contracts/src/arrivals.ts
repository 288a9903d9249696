/**
 * What has arrived since address and tag are what they are. What came before a change went another way: it has arrived,
 * but it proves nothing of this one. Both times are ISO dates in UTC.
 */
export function arrivedThisWay<Arrival extends { at: string }>(transfer: {
  arrivals: readonly Arrival[];
  addressChangedAt?: string | null | undefined;
}): Arrival[] {
  const since = transfer.addressChangedAt ?? '';
  return transfer.arrivals.filter(({ at }) => at > since);
}
