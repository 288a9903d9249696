/** Requirements that only Robinhood has for sending XRP, in words for the customer. */
export const robinhoodNotice = {
  lastChecked: '2026-11-20',
  source: 'https://robinhood.com/us/en/support/articles/crypto-transfers/',
  firstTime: 'The first time, Robinhood takes up to 5 business days to turn on transfers.',
  recentPurchase: 'If you bought XRP with instant funds, you may have to wait up to 5 business days to send it.',
  limit: 'Robinhood lets you send up to $5,000 in 24 hours, in up to 10 transfers.',
  fee: 'Robinhood adds the network fee to your amount.',
  send: 'Press Send (or Transfer, then Send).',
} as const;
