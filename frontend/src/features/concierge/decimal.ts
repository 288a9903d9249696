// Amounts of coins and dollars are integers in units of 10^-18. Unlike with floats, sums are exact, and products are
// exact to 18 decimals.

const places = 18;
/** The maximum length of an amount's text. It is enough for 18 digits, the point and 18 decimals. */
const longest = 40;
const most = 10n ** 36n;

/**
 * Parses an amount such as '1234.5', '.5' or '1e-8'. Decimals after the 18th are cut.
 * Returns null for other text, a negative number, or an amount of 10^18 or more.
 */
export function parseDecimal(text: string): bigint | null {
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i.exec(text) ?? [];
  if (text.length > longest || !(whole + fraction)) return null;
  const shift = places - fraction.length + Number(exponent);
  const value = BigInt(whole + fraction);
  const decimal = shift < 0 ? value / 10n ** BigInt(-shift) : value * 10n ** BigInt(shift);
  return decimal < most ? decimal : null;
}

/** Formats a value with all its digits: '1234.5'. */
export function writeDecimal(value: bigint): string {
  const digits = value.toString().padStart(places + 1, '0');
  const fraction = trimZeros(digits.slice(-places));
  return `${digits.slice(0, -places)}${fraction && `.${fraction}`}`;
}

function trimZeros(fraction: string): string {
  let end = fraction.length;
  while (fraction[end - 1] === '0') end--;
  return fraction.slice(0, end);
}

export function multiply(price: bigint, amount: bigint): bigint {
  return (price * amount) / 10n ** BigInt(places);
}

/** Formats an amount for people, cut after eight decimals: '1,234.5'. */
export function formatAmount(value: bigint): string {
  const [whole = '', fraction = ''] = writeDecimal(value).split('.');
  const shown = trimZeros(fraction.slice(0, 8));
  return `${BigInt(whole).toLocaleString('en-US')}${shown ? `.${shown}` : ''}`;
}

/** Formats a price for people, rounded to the cent: '$1,234.50'. */
export function formatDollars(value: bigint): string {
  const cent = 10n ** BigInt(places - 2);
  const cents = (value + cent / 2n) / cent;
  return `$${(cents / 100n).toLocaleString('en-US')}.${String(cents % 100n).padStart(2, '0')}`;
}
