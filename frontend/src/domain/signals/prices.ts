const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 4,
});

/** A price as there is room for it beside a chart. */
export const shortPrice = (dollars: number): string => short.format(dollars);

/** A price to read. */
export const formatPrice = (dollars: number): string =>
  `$${dollars.toLocaleString('en-US', { maximumSignificantDigits: 6 })}`;

const large = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 4,
});

/** A large sum in words: "$135.2 billion". With a currency, `Intl` would shorten them to "B". */
export const formatLargeSum = (dollars: number): string => `$${large.format(dollars)}`;
