import { checkedOn, type ExchangeGuide, noFigure, official, secondary, unconfirmed } from '../guide.ts';

const tutorial = 'https://bitstamp.net/learn/bitstamp-tutorials/how-to-send-and-receive-ripple-xrp';

export const bitstampGuide: ExchangeGuide = {
  id: 'bitstamp',
  names: /\bbit ?stamp\b/g,
  lastChecked: checkedOn,
  stepsSource: official(tutorial),
  signIn: {
    title: 'Sign in to Bitstamp',
    description: 'Open Bitstamp (now part of Robinhood) from your own bookmark, or type the address yourself.',
    actions: ['Check that the address bar shows bitstamp.net.', 'Sign in and finish the 2-step check.'],
    tips: [],
  },
  withdraw: {
    title: 'Open the form to withdraw XRP',
    description: 'You find it under Wallet.',
    actions: ['Open Wallet and press Withdraw.', 'Choose XRP.'],
    tips: [],
  },
  confirm: {
    title: 'Check and send',
    description: 'Bitstamp asks for your 2-step code and usually sends an e-mail to confirm.',
    actions: [
      'Compare address and amount with this page.',
      'Enter your 2-step code.',
      'Open the e-mail from Bitstamp and confirm the withdrawal.',
    ],
    tips: ['No e-mail? Look in the spam folder.'],
  },
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'If Bitstamp asks for a network, choose “XRP Ledger” (also shown as “Ripple” or “XRP”).',
    ...unconfirmed,
  },
  tag: {
    text: 'Bitstamp says itself that external wallets need no destination tag: leave it empty.',
    ...official(tutorial),
  },
  holds: [
    {
      text: 'The withdrawal starts when you press the link in Bitstamp’s e-mail.',
      minHours: 0,
      maxHours: null,
      appliesWhen: 'always',
      ...secondary('Guides to Bitstamp withdrawals'),
    },
  ],
  fee: noFigure,
  minimum: noFigure,
  notices: [],
  commonErrors: [
    {
      id: 'bitstamp-refuses-new-address',
      issue: 'Bitstamp refuses a new, empty wallet address.',
      solution:
        'This was reported years ago. Send at least the amount that this page names for a first transfer; if it is still refused, ask Bitstamp inside its own site.',
      ...secondary('https://github.com/rippex/ripple-client-desktop---UNMAINTAINED/issues/29'),
    },
  ],
};
