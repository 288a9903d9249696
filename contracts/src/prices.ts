/** Prices in US cents. The server chooses them; a client names a product, never an amount. */
export const prices = {
  guide: 400,
  concierge: 1376,
  /** Guide and concierge bought together. */
  bundle: 1776,
  /** One month of signals by e-mail, charged after the trial. */
  signals: 400,
} as const;

export type Product = keyof typeof prices;

/** Product names on receipts. */
export const productNames: Record<Product, string> = {
  guide: 'Guide',
  concierge: 'Concierge',
  bundle: 'Guide with concierge',
  signals: 'Signals by email',
};

export const currency = 'USD';

/** Formats cents as the decimal string in responses and screens: 1376 → '13.76'. */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.abs(cents);
  return `${sign}${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

/** The two possible service fees of a new transfer, with the product that each one pays for. */
export const productByServiceFee = { '4.00': 'guide', '17.76': 'bundle' } as const satisfies Record<string, Product>;

export type ServiceFee = keyof typeof productByServiceFee;
