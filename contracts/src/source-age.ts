/** Maximum age of a source's data: two missed polls (one every 4 hours), and one more hour. */
export const staleAfterMs = 9 * 3_600_000;
