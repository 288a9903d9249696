import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

export const coinbaseGuide: ExchangeGuide = {
  id: 'coinbase',
  names: /\bcoin ?base(?: pro)?\b(?! wallet)/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  signIn: {
    description: 'Open Coinbase from your own bookmark, or type the address yourself.',
    actions: ['Check that the address bar shows coinbase.com.', 'Sign in and finish the 2\u2011step check.'],
  },
  withdrawPage: { url: 'https://www.coinbase.com/home', ...unconfirmed },
  withdraw: {
    description: 'Coinbase calls it “Transfer” or “Send”.',
    actions: ['Choose Transfer, then Send crypto.', 'Choose XRP.'],
  },
  confirm: {
    description: 'Coinbase shows everything once more before it sends.',
    actions: ['Press Send now and enter your 2\u2011step code.'],
  },
  formTip: 'Do not open Coinbase from an advert or a link in a message.',
  network: {
    choose: 'XRP Ledger',
    avoid: ['Base'],
    text: 'Choose the network “XRP Ledger” (or “XRP”).',
    ...secondary('https://yoyo.ilark.io/currencies/coinbase-wrapped-xrp/cbxrp/ngn'),
  },
  tag: {
    text: 'You need no tag: leave it empty, or choose “I don’t need a tag”.',
    ...official('https://help.coinbase.com (destination tag FAQ)'),
  },
  holds: [
    {
      text: 'With the allow-list on, a new address waits 48 hours.',
      minHours: 0,
      maxHours: 48,
      appliesWhen: 'newAddress',
      ...official('https://help.coinbase.com/en/coinbase/managing-my-account/other/address-book-allowlist'),
    },
    {
      text: 'XRP bought by bank or card may have to wait. Coinbase shows from when you can send it.',
      minHours: 0,
      maxHours: null,
      appliesWhen: 'recentPurchase',
      ...unconfirmed,
    },
  ],
  fee: {
    value: '0.00001',
    ...secondary('Guides to Coinbase withdrawals: the network’s cost only'),
  },
  minimum: unknownAmount,
  commonErrors: [
    {
      id: 'coinbase-two-networks',
      issue: 'Coinbase offers the networks “Base” and “XRP Ledger”.',
      solution: 'Choose “XRP Ledger”. Base would send another token, and your address does not exist there.',
      ...secondary('https://yoyo.ilark.io/currencies/coinbase-wrapped-xrp/cbxrp/ngn'),
    },
    {
      id: 'coinbase-still-bought',
      issue: 'Coinbase does not let me send my XRP yet.',
      solution: 'You may have bought it only lately. Wait until Coinbase shows it as available to send.',
      ...unconfirmed,
    },
  ],
};
