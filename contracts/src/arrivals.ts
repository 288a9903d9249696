/**
 * Filters the arrivals since the last change of address or tag. Earlier arrivals went to another
 * destination, so they do not prove that the current one works. Both times are ISO dates in UTC.
 */
export function arrivedThisWay<Arrival extends { at: string }>(transfer: {
  arrivals: readonly Arrival[];
  addressChangedAt?: string | null | undefined;
}): Arrival[] {
  const since = transfer.addressChangedAt ?? '';
  return transfer.arrivals.filter(({ at }) => at > since);
}
