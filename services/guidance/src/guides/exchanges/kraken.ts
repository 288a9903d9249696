import { checkedOn, type ExchangeGuide, noFigure, official, secondary, unconfirmed } from '../guide.ts';

const addAddress = 'https://support.kraken.com/hc/en-us/articles/7631228462484';

export const krakenGuide: ExchangeGuide = {
  id: 'kraken',
  names: /\bkraken(?: pro)?\b/g,
  lastChecked: checkedOn,
  stepsSource: official(addAddress),
  signIn: {
    title: 'Sign in to Kraken',
    description: 'Open Kraken from your own bookmark, or type the address yourself.',
    actions: ['Check that the address bar shows kraken.com.', 'Sign in and finish the 2-step check.'],
    tips: [
      'Telephone numbers for “Kraken support” in search results are a known fraud. Use the help inside kraken.com.',
    ],
  },
  withdraw: {
    title: 'Open the form to withdraw XRP',
    description: 'At Kraken every address is added and confirmed once, then used.',
    actions: [
      'Open Portfolio and press Withdraw.',
      'Search for XRP and choose it.',
      'Press “To”, then “Add new withdrawal address”, and give it a name you have not used before.',
    ],
    tips: ['Each address needs its own name, also across different coins.'],
  },
  confirm: {
    title: 'Confirm the address, then send',
    description: 'Kraken sends an e-mail with a link for each new address.',
    actions: [
      'Open the e-mail from Kraken and press the link within one hour.',
      'Go back to Withdraw, choose the confirmed address and check the amount.',
      'Confirm the withdrawal.',
    ],
    tips: [
      'No e-mail? Look in the spam folder.',
      'The same e-mail holds a link to lock your account: press it only if you did not add the address.',
    ],
  },
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'If Kraken asks for a network, choose “XRP” or “XRP Ledger”.',
    ...unconfirmed,
  },
  tag: {
    text: 'The destination tag of a withdrawal address is optional: for your own wallet leave it empty.',
    ...unconfirmed,
  },
  holds: [
    {
      text: 'A new address works as soon as you have pressed the link in Kraken’s e-mail. The link is good for one hour.',
      minHours: 0,
      maxHours: 1,
      appliesWhen: 'newAddress',
      ...official('https://support.kraken.com/hc/en-us/articles/360000672863'),
    },
    {
      text: 'If you changed your password and use neither 2-step sign-in nor a Master Key, new addresses wait 12 hours (24 hours on Kraken Classic).',
      minHours: 0,
      maxHours: 24,
      appliesWhen: 'passwordChanged',
      ...official(addAddress),
    },
    {
      text: 'After your first instant purchase withdrawals wait 72 hours, after buying by US bank transfer (ACH) 7 days.',
      minHours: 0,
      maxHours: 168,
      appliesWhen: 'recentPurchase',
      ...official('https://support.kraken.com/hc/en-us/articles/360000389606'),
    },
  ],
  fee: { value: '0.02', ...secondary('Undated list of withdrawal fees') },
  minimum: noFigure,
  notices: [],
  commonErrors: [
    {
      id: 'kraken-refuses-label',
      issue: 'Kraken refuses the name (label) of the address.',
      solution: 'Each address needs a name you have not used yet, for example “My own XRP wallet 2”.',
      ...official(addAddress),
    },
    {
      id: 'kraken-cannot-add-address',
      issue: 'Kraken does not let me add an address.',
      solution: 'Your Global Settings Lock is on. Switch it off in the security settings, and note how long it takes.',
      ...official(addAddress),
    },
  ],
};
