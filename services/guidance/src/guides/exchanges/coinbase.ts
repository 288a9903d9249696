import { checkedOn, type ExchangeGuide, noFigure, official, secondary, unconfirmed } from '../guide.ts';

export const coinbaseGuide: ExchangeGuide = {
  id: 'coinbase',
  names: /\bcoin ?base(?: pro)?\b(?! wallet)/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  signIn: {
    title: 'Sign in to Coinbase',
    description: 'Open Coinbase from your own bookmark, or type the address yourself.',
    actions: ['Check that the address bar shows coinbase.com.', 'Sign in and finish the 2-step verification.'],
    tips: ['Do not reach Coinbase through an advertisement or a link in a message.'],
  },
  withdraw: {
    title: 'Open the form to send XRP',
    description: 'The Coinbase app and website call it “Transfer” or “Send”.',
    actions: ['Choose Transfer, then Send crypto.', 'Choose XRP.'],
    tips: ['If XRP is still being bought, wait until Coinbase shows it as available to send.'],
  },
  confirm: {
    title: 'Check and send',
    description: 'Coinbase shows everything once more before it sends.',
    actions: ['Compare address, network and amount with this page.', 'Press Send now and enter your 2-step code.'],
    tips: [],
  },
  network: {
    choose: 'XRP Ledger',
    avoid: ['Base'],
    text: 'Choose the network “XRP Ledger” (or “XRP”), not “Base”. Over Base you would receive cbXRP, another token, on an address your wallet does not have.',
    ...secondary('https://yoyo.ilark.io/currencies/coinbase-wrapped-xrp/cbxrp/ngn'),
  },
  tag: {
    text: 'Coinbase shows a destination tag field. Wallets that you control yourself are the one case in which Coinbase asks for no tag: leave it empty, or choose “I don’t need a tag”.',
    ...official('https://help.coinbase.com (destination tag FAQ)'),
  },
  holds: [
    {
      text: 'If you have switched on the allow-list in the address book, a new address waits 48 hours.',
      minHours: 0,
      maxHours: 48,
      appliesWhen: 'newAddress',
      ...official('https://help.coinbase.com/en/coinbase/managing-my-account/other/address-book-allowlist'),
    },
    {
      text: 'XRP bought by bank or card may have to wait; Coinbase shows from when you can send it.',
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
  minimum: noFigure,
  notices: [],
  commonErrors: [
    {
      id: 'coinbase-two-networks',
      issue: 'Coinbase offers the networks “Base” and “XRP Ledger”.',
      solution: 'Choose “XRP Ledger”. An address that begins with r does not exist on Base.',
      ...secondary('https://yoyo.ilark.io/currencies/coinbase-wrapped-xrp/cbxrp/ngn'),
    },
  ],
};
