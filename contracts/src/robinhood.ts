/** Requirements that only Robinhood has for sending XRP, in words for the customer. */
export const robinhoodNotice = {
  lastChecked: '2026-11-20',
  source: 'https://robinhood.com/us/en/support/articles/crypto-transfers/',
  firstTime: 'The first time, Robinhood takes up to 5 business days to enable transfers.',
  recentPurchase: 'XRP bought with instant funds can be sent after up to 5 business days.',
  limit: 'Robinhood sends at most $5,000 or 10 transfers in 24 hours.',
  fee: 'Robinhood adds the network fee to your amount.',
  send: 'Press Send (or Transfer, then Send).',
} as const;
