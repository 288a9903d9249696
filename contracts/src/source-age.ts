/** A source that was not heard for so long is too old to be taken for news: two looks without an answer, and an hour. */
export const staleAfterMs = 9 * 3_600_000;
