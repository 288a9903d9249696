/** Every address of the application, in one place. */
export const paths = {
  home: '/',
  selection: (from: string, to: string) => `/?${new URLSearchParams({ from, to })}`,
  transfer: '/transfer',
  guide: (id: string) => `/transfer/${encodeURIComponent(id)}`,
  checkout: (id: string) => `/checkout?transfer=${encodeURIComponent(id)}`,
  checkoutSuccess: (id: string) => `/checkout-success?transfer=${encodeURIComponent(id)}`,
  concierge: '/concierge',
  signals: '/nansen',
  howItWorks: '/#how-it-works',
  fees: '/#fees',
  safety: '/#safety',
  help: '/#help',
} as const;

/** The transfer's id from a query: three spellings are in use. */
export function transferIdFrom(query: URLSearchParams): string | null {
  return query.get('transfer') ?? query.get('transferId') ?? query.get('transfer_id');
}
