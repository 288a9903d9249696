/** What the product costs, in US cents. Prices are chosen here, by the server; a client names a product, never an amount. */
export const prices = {
  guide: 400,
  concierge: 1376,
  /** Guide and concierge bought together. */
  bundle: 1776,
  /** A month of signals by e-mail, after the trial. */
  signals: 400,
} as const;

export type Product = keyof typeof prices;

/** What was bought, as a receipt names it. */
export const productNames: Record<Product, string> = {
  guide: 'Transfer guide',
  concierge: 'Concierge',
  bundle: 'Transfer guide with concierge',
  signals: 'Signals by e-mail',
};

export const currency = 'USD';

/** Cents as the decimal string that answers and screens use: 1376 → '13.76'. */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.abs(cents);
  return `${sign}${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

/** The two fees a transfer can be created with, and the product each pays for. */
export const productByServiceFee = { '4.00': 'guide', '17.76': 'bundle' } as const satisfies Record<string, Product>;

export type ServiceFee = keyof typeof productByServiceFee;
