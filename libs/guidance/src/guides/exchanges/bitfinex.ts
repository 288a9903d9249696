import { checkedOn, type ExchangeGuide, official, unconfirmed, unknownAmount } from '../guide.ts';

const xrpHelp = 'https://support.bitfinex.com/hc/en-us/articles/115003347105';

export const bitfinexGuide: ExchangeGuide = {
  id: 'bitfinex',
  names: /\bbit ?finex\b/g,
  lastChecked: checkedOn,
  stepsSource: official(xrpHelp),
  signIn: {
    description: 'Open Bitfinex from your own bookmark, or type bitfinex.com yourself.',
    actions: ['Check that the address bar shows bitfinex.com.', 'Sign in and enter your 2\u2011step code.'],
  },
  withdrawPage: { url: 'https://www.bitfinex.com/withdraw', ...unconfirmed },
  withdraw: {
    description: 'Look for “Withdraw” under Wallets.',
    actions: ['Press Withdraw and choose XRP.', 'Choose the wallet that holds your XRP (usually “Exchange”).'],
  },
  confirm: {
    description: 'Bitfinex may ask for your 2\u2011step code and send you an email.',
    actions: ['Request the withdrawal and confirm it.'],
  },
  formTip: 'Don’t open Bitfinex from an ad or from a link in a message.',
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'If Bitfinex asks for a network, choose “XRP” or “XRP Ledger.”',
    ...unconfirmed,
  },
  tag: {
    text: 'Check the “No Tag” box. Your own wallet doesn’t need a tag.',
    ...official(xrpHelp),
  },
  holds: [
    {
      text: 'If you changed your password or security settings, Bitfinex makes you wait 5 days.',
      minHours: 120,
      maxHours: 120,
      appliesWhen: 'passwordChanged',
      ...official('https://support.bitfinex.com/hc/en-us/articles/115003284189'),
    },
    {
      text: 'Bitfinex can take up to 12 hours to process a withdrawal.',
      minHours: 0,
      maxHours: 12,
      appliesWhen: 'always',
      ...official('https://support.bitfinex.com/hc/en-us/articles/214441605'),
    },
  ],
  fee: unknownAmount,
  minimum: unknownAmount,
  commonErrors: [
    {
      id: 'bitfinex-short-address',
      issue: 'Bitfinex says my address is too short.',
      solution:
        'Bitfinex’s help page says addresses have 34 characters, but some real XRP addresses are shorter. Contact support on Bitfinex’s own site and tell them your address. Or create another account in your wallet. Its address may be longer.',
      ...official(xrpHelp),
    },
  ],
};
