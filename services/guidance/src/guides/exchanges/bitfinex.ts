import { checkedOn, type ExchangeGuide, noFigure, official, unconfirmed } from '../guide.ts';

const xrpHelp = 'https://support.bitfinex.com/hc/en-us/articles/115003347105';

export const bitfinexGuide: ExchangeGuide = {
  id: 'bitfinex',
  names: /\bbit ?finex\b/g,
  lastChecked: checkedOn,
  stepsSource: official(xrpHelp),
  signIn: {
    title: 'Sign in to Bitfinex',
    description: 'Open Bitfinex from your own bookmark, or type the address yourself.',
    actions: ['Check that the address bar shows bitfinex.com.', 'Sign in and finish the 2-step check.'],
    tips: ['Do not reach Bitfinex through an advertisement or a link in a message.'],
  },
  withdraw: {
    title: 'Open the form to withdraw XRP',
    description: 'You find it under Wallets.',
    actions: ['Press Withdraw and choose XRP.', 'Choose the wallet that holds your XRP (usually “Exchange”).'],
    tips: [],
  },
  confirm: {
    title: 'Check and send',
    description: 'Bitfinex may ask for your 2-step code and a confirmation by e-mail.',
    actions: [
      'Compare address and amount with this page, and check that “No Tag” is ticked.',
      'Request the withdrawal and confirm it.',
    ],
    tips: [],
  },
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'If Bitfinex asks for a network, choose “XRP” or “XRP Ledger”.',
    ...unconfirmed,
  },
  tag: {
    text: 'Bitfinex has a box “No Tag”: tick it, because your own wallet needs none.',
    ...official(xrpHelp),
  },
  holds: [
    {
      text: 'After a new password or a change of your security settings withdrawals wait 5 days.',
      minHours: 120,
      maxHours: 120,
      appliesWhen: 'passwordChanged',
      ...official('https://support.bitfinex.com/hc/en-us/articles/115003284189'),
    },
    {
      text: 'Bitfinex takes up to 12 hours to process a withdrawal.',
      minHours: 0,
      maxHours: 12,
      appliesWhen: 'always',
      ...official('https://support.bitfinex.com/hc/en-us/articles/214441605'),
    },
  ],
  fee: noFigure,
  minimum: noFigure,
  notices: [],
  commonErrors: [
    {
      id: 'bitfinex-short-address',
      issue: 'Bitfinex refuses an address that is shorter than 34 characters.',
      solution:
        'Bitfinex’s help says that addresses have 34 characters, but shorter ones are valid too. Show Bitfinex’s support your address, inside its own site, or make another account in your wallet.',
      ...official(xrpHelp),
    },
  ],
};
