/** Maximum age of a source: two missed polls (one every 4 hours) and an hour. */
export const staleAfterMs = 9 * 3_600_000;
