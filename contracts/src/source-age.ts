/**
 * A source without a valid answer for this long is stale: two missed polls (each every 4 hours) and an
 * hour.
 */
export const staleAfterMs = 9 * 3_600_000;
