import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const addAddress = 'https://support.kraken.com/hc/en-us/articles/7631228462484';

export const krakenGuide: ExchangeGuide = {
  id: 'kraken',
  names: /\bkraken(?: pro)?\b/g,
  lastChecked: checkedOn,
  stepsSource: official(addAddress),
  signIn: {
    description: 'Open Kraken from your own bookmark, or type the address yourself.',
    actions: ['Check that the address bar shows kraken.com. Then sign in.'],
  },
  withdrawPage: { url: 'https://www.kraken.com/c/funding/withdraw', ...unconfirmed },
  withdraw: {
    description: 'At Kraken you add each address once, and confirm it by e-mail.',
    actions: [
      'Open “Portfolio” and press “Withdraw”.',
      'Search for XRP and choose it.',
      'Press “To”. The first time, press “Add new withdrawal address” and give it a new name.',
    ],
    again: [
      'Open “Portfolio” and press “Withdraw”.',
      'Search for XRP and choose it.',
      'Press “To” and choose the address you added.',
    ],
  },
  confirm: {
    description: 'Kraken sends an e-mail with a link for each new address.',
    actions: [
      'For a new address, open the e-mail from Kraken and press the link within one hour.',
      'Go back to Withdraw, choose your address, check the amount and confirm.',
    ],
    again: ['Check the amount and confirm.'],
  },
  formTip: 'Phone numbers for “Kraken support” in search results are a known fraud. Use the help inside kraken.com.',
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'If Kraken asks for a network, choose “XRP” or “XRP Ledger”.',
    ...unconfirmed,
  },
  tag: {
    text: 'At Kraken the tag is optional. You need none: leave it empty.',
    ...unconfirmed,
  },
  holds: [
    {
      text: 'A new address works once you press the link in Kraken’s e-mail. The link is good for one hour.',
      minHours: 0,
      maxHours: 1,
      appliesWhen: 'newAddress',
      ...official('https://support.kraken.com/hc/en-us/articles/360000672863'),
    },
    {
      text: 'After a new password a new address can wait 12 hours, on Kraken Classic 24 hours. This is so if you use no 2\u2011step sign-in and no Master Key.',
      minHours: 0,
      maxHours: 24,
      appliesWhen: 'passwordChanged',
      ...official(addAddress),
    },
    {
      text: 'After your first instant purchase Kraken waits 72 hours. After a US bank transfer (ACH) it waits 7 days.',
      minHours: 0,
      maxHours: 168,
      appliesWhen: 'recentPurchase',
      ...official('https://support.kraken.com/hc/en-us/articles/360000389606'),
    },
  ],
  fee: { value: '0.02', ...secondary('Undated list of withdrawal fees') },
  minimum: unknownAmount,
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
    {
      id: 'kraken-no-mail',
      issue: 'The e-mail from Kraken with the link does not come.',
      solution: 'Look in the spam folder.',
      ...official(addAddress),
    },
    {
      id: 'kraken-lock-link',
      issue: 'The e-mail from Kraken also has a link to lock my account.',
      solution: 'Press that link only if you did not add the address yourself.',
      ...official(addAddress),
    },
  ],
};
