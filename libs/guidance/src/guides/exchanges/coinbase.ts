import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

export const coinbaseGuide: ExchangeGuide = {
  id: 'coinbase',
  names: /\bcoin ?base(?: pro)?\b(?! wallet)/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  signIn: {
    description: 'Open Coinbase from your own bookmark, or type coinbase.com yourself.',
    actions: ['Check that the address bar shows coinbase.com.', 'Sign in and enter your 2\u2011step code.'],
  },
  withdrawPage: { url: 'https://www.coinbase.com/home', ...unconfirmed },
  withdraw: {
    description: 'Look for “Transfer” or “Send.”',
    actions: ['Choose “Transfer,” then “Send crypto.”', 'Choose XRP.'],
  },
  confirm: {
    description: 'Coinbase shows you everything one more time before it sends.',
    actions: ['Press “Send now” and enter your 2\u2011step code.'],
  },
  formTip: 'Don’t open Coinbase from an ad or from a link in a message.',
  network: {
    choose: 'XRP Ledger',
    avoid: ['Base'],
    text: 'Choose the “XRP Ledger” (or “XRP”) network.',
    ...secondary('https://yoyo.ilark.io/currencies/coinbase-wrapped-xrp/cbxrp/ngn'),
  },
  tag: {
    text: 'You don’t need a tag. Leave it blank, or choose “I don’t need a tag.”',
    ...official('https://help.coinbase.com (destination tag FAQ)'),
  },
  holds: [
    {
      text: 'If your allowlist is on, you have to wait 48 hours to use a new address.',
      minHours: 0,
      maxHours: 48,
      appliesWhen: 'newAddress',
      ...official('https://help.coinbase.com/en/coinbase/managing-my-account/other/address-book-allowlist'),
    },
    {
      text: 'If you bought XRP with a card or bank account, you may have to wait. Coinbase shows the date you can send it.',
      minHours: 0,
      maxHours: null,
      appliesWhen: 'recentPurchase',
      ...unconfirmed,
    },
  ],
  fee: {
    value: '0.00001',
    ...secondary('Guides to Coinbase withdrawals (network fee only)'),
  },
  minimum: unknownAmount,
  commonErrors: [
    {
      id: 'coinbase-two-networks',
      issue: 'Coinbase offers both “Base” and “XRP Ledger” as networks.',
      solution: 'Choose “XRP Ledger.” With Base, you’d send a different token, and your address doesn’t exist there.',
      ...secondary('https://yoyo.ilark.io/currencies/coinbase-wrapped-xrp/cbxrp/ngn'),
    },
    {
      id: 'coinbase-still-bought',
      issue: 'Coinbase won’t let me send my XRP yet.',
      solution: 'You may have bought it too recently. Wait until Coinbase shows it as available to send.',
      ...unconfirmed,
    },
  ],
};
