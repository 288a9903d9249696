import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const tutorial = 'https://bitstamp.net/learn/bitstamp-tutorials/how-to-send-and-receive-ripple-xrp';

export const bitstampGuide: ExchangeGuide = {
  id: 'bitstamp',
  names: /\bbit ?stamp\b/g,
  lastChecked: checkedOn,
  stepsSource: official(tutorial),
  signIn: {
    description: 'Open Bitstamp (now part of Robinhood) from your own bookmark, or type bitstamp.net yourself.',
    actions: ['Check that the address bar shows bitstamp.net.', 'Sign in and enter your 2\u2011step code.'],
  },
  withdrawPage: { url: 'https://www.bitstamp.net/withdrawal/', ...unconfirmed },
  withdraw: {
    description: 'Look for “Withdraw” under Wallet.',
    actions: ['Open Wallet and press Withdraw.', 'Choose XRP.'],
  },
  confirm: {
    description: 'Bitstamp asks for your 2\u2011step code and usually sends you an email.',
    actions: ['Enter your 2\u2011step code.', 'Open the email from Bitstamp and confirm.'],
  },
  formTip: 'Don’t open Bitstamp from an ad or from a link in a message.',
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'If Bitstamp asks for a network, choose “XRP Ledger” (also shown as “Ripple” or “XRP”).',
    ...unconfirmed,
  },
  tag: {
    text: 'Leave the tag blank. Bitstamp also says your own wallet doesn’t need one.',
    ...official(tutorial),
  },
  holds: [
    {
      text: 'Bitstamp sends your XRP after you press the link in its email.',
      minHours: 0,
      maxHours: null,
      appliesWhen: 'always',
      ...secondary('Guides to Bitstamp withdrawals'),
    },
  ],
  fee: unknownAmount,
  minimum: unknownAmount,
  commonErrors: [
    {
      id: 'bitstamp-refuses-new-address',
      issue: 'Bitstamp won’t accept a new, empty wallet address.',
      solution:
        'We’ve only seen old reports of this. Send at least the test amount shown in your guide. If it still doesn’t work, contact Bitstamp on its own site.',
      ...secondary('https://github.com/rippex/ripple-client-desktop---UNMAINTAINED/issues/29'),
    },
    {
      id: 'bitstamp-no-mail',
      issue: 'I didn’t get the email from Bitstamp.',
      solution: 'Check your spam folder.',
      ...secondary('Guides to Bitstamp withdrawals'),
    },
  ],
};
