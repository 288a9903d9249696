import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const tutorial = 'https://bitstamp.net/learn/bitstamp-tutorials/how-to-send-and-receive-ripple-xrp';

export const bitstampGuide: ExchangeGuide = {
  id: 'bitstamp',
  names: /\bbit ?stamp\b/g,
  lastChecked: checkedOn,
  stepsSource: official(tutorial),
  signIn: {
    description: 'Open Bitstamp (now part of Robinhood) from your own bookmark, or type the address yourself.',
    actions: ['Check that the address bar shows bitstamp.net.', 'Sign in and finish the 2\u2011step check.'],
  },
  withdrawPage: { url: 'https://www.bitstamp.net/withdrawal/', ...unconfirmed },
  withdraw: {
    description: 'You find it under Wallet.',
    actions: ['Open Wallet and press Withdraw.', 'Choose XRP.'],
  },
  confirm: {
    description: 'Bitstamp asks for your 2\u2011step code, and usually sends an e-mail.',
    actions: ['Enter your 2\u2011step code.', 'Open the e-mail from Bitstamp and confirm.'],
  },
  formTip: 'Do not open Bitstamp from an advert or a link in a message.',
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'If Bitstamp asks for a network, choose “XRP Ledger” (also shown as “Ripple” or “XRP”).',
    ...unconfirmed,
  },
  tag: {
    text: 'Bitstamp says it too: your own wallet needs no tag. Leave it empty.',
    ...official(tutorial),
  },
  holds: [
    {
      text: 'Bitstamp sends once you press the link in its e-mail.',
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
      issue: 'Bitstamp refuses a new, empty wallet address.',
      solution:
        'This was seen years ago. Send at least the amount of the test that your guide names. If it is still refused, ask Bitstamp inside its own site.',
      ...secondary('https://github.com/rippex/ripple-client-desktop---UNMAINTAINED/issues/29'),
    },
    {
      id: 'bitstamp-no-mail',
      issue: 'The e-mail from Bitstamp does not come.',
      solution: 'Look in the spam folder.',
      ...secondary('Guides to Bitstamp withdrawals'),
    },
  ],
};
