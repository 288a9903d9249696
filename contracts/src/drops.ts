/**
 * XRP Ledger amounts are integer drops: 1 XRP = 1,000,000 drops.
 * Source: https://xrpl.org/docs/references/protocol/data-types/basic-data-types
 */
export const dropsPerXrp = 1_000_000n;

/** The total supply of XRP. */
const maxDrops = 100_000_000_000n * dropsPerXrp;

export type ParsedDrops = { ok: true; drops: bigint } | { ok: false; reason: string };

/** Parses a decimal XRP amount exactly. Refuses signs, exponents, separators and more than 6 decimals. */
export function parseDrops(input: string | number): ParsedDrops {
  const text = typeof input === 'number' ? plainDecimal(input) : input.trim();
  if (/^-/.test(text)) return { ok: false, reason: 'The amount can’t be less than 0.' };
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text);
  if (!match) return { ok: false, reason: 'Enter the amount in numbers, like 25 or 25.5.' };
  const fraction = match[2] ?? '';
  if (fraction.length > 6) return { ok: false, reason: 'XRP can have up to 6 decimal places.' };
  const drops = BigInt(match[1] as string) * dropsPerXrp + BigInt(fraction.padEnd(6, '0'));
  if (drops > maxDrops) return { ok: false, reason: 'That’s more XRP than exists.' };
  return { ok: true, drops };
}

/** Formats drops as decimal XRP without trailing zeros: '1500000' → '1.5'. */
export function formatDrops(drops: string | bigint): string {
  const value = BigInt(drops);
  const fraction = (value % dropsPerXrp)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,6}$/, '');
  return `${value / dropsPerXrp}${fraction ? `.${fraction}` : ''}`;
}

/** Formats decimal XRP for reading, not for copying: '4998' → '4,998 XRP'. */
export function readableXrp(xrp: string): string {
  const [whole = '', fraction] = xrp.split('.');
  const digits = BigInt(whole).toString();
  const groups: string[] = [];
  // Not by Intl: its first use takes a slow phone 80 ms.
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return `${groups.join(',')}${fraction ? `.${fraction}` : ''} XRP`;
}

/** Expands exponent notation (below 1e-6), so that `parseDrops` refuses the number's decimals. */
function plainDecimal(value: number): string {
  const text = String(value);
  return text.includes('e-') ? value.toFixed(20) : text;
}
