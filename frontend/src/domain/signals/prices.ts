const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 4,
});

/** Formats a price briefly, for a chart's axis. */
export const shortPrice = (dollars: number): string => short.format(dollars);

/** Formats a price with at most six significant digits. */
export const formatPrice = (dollars: number): string =>
  `$${dollars.toLocaleString('en-US', { maximumSignificantDigits: 6 })}`;

const large = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 4,
});

/**
 * Formats a large sum in words: "$135.2 billion".
 * The currency is added here, because with a currency `Intl` would abbreviate to "B".
 */
export const formatLargeSum = (dollars: number): string => `$${large.format(dollars)}`;
