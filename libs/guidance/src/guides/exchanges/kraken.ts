import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const addAddress = 'https://support.kraken.com/hc/en-us/articles/7631228462484';

export const krakenGuide: ExchangeGuide = {
  id: 'kraken',
  names: /\bkraken(?: pro)?\b/g,
  lastChecked: checkedOn,
  stepsSource: official(addAddress),
  signIn: {
    description: 'Open Kraken from your own bookmark, or type kraken.com yourself.',
    actions: ['Check that the address bar shows kraken.com. Then sign in.'],
  },
  withdrawPage: { url: 'https://www.kraken.com/c/funding/withdraw', ...unconfirmed },
  withdraw: {
    description: 'On Kraken, you add each address once and confirm it by email.',
    actions: [
      'Open “Portfolio” and press “Withdraw.”',
      'Search for XRP and choose it.',
      'Press “To.” The first time, press “Add new withdrawal address” and give it its own name.',
    ],
    again: [
      'Open “Portfolio” and press “Withdraw.”',
      'Search for XRP and choose it.',
      'Press “To” and choose the address you added.',
    ],
  },
  confirm: {
    description: 'Kraken emails you a link to confirm each new address.',
    actions: [
      'For a new address, open the email from Kraken and press the link within one hour.',
      'Go back to Withdraw, choose your address, check the amount, and confirm.',
    ],
    again: ['Check the amount and confirm.'],
  },
  formTip: 'Phone numbers for “Kraken support” in search results are a known scam. Use the help page on kraken.com.',
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'If Kraken asks for a network, choose “XRP” or “XRP Ledger.”',
    ...unconfirmed,
  },
  tag: {
    text: 'The tag is optional on Kraken. You don’t need one, so leave it blank.',
    ...unconfirmed,
  },
  holds: [
    {
      text: 'A new address works after you press the link in Kraken’s email. The link is good for one hour.',
      minHours: 0,
      maxHours: 1,
      appliesWhen: 'newAddress',
      ...official('https://support.kraken.com/hc/en-us/articles/360000672863'),
    },
    {
      text: 'After a password change, you may have to wait 12 hours to use a new address. On Kraken Classic, it’s 24 hours. You don’t have to wait if you use 2\u2011step sign-in or a Master Key.',
      minHours: 0,
      maxHours: 24,
      appliesWhen: 'passwordChanged',
      ...official(addAddress),
    },
    {
      text: 'After your first instant purchase, Kraken makes you wait 72 hours. After a US bank transfer (ACH), it’s 7 days.',
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
      issue: 'Kraken won’t accept the name (label) for my address.',
      solution: 'Each address needs a name you haven’t used yet, for example “My own XRP wallet 2.”',
      ...official(addAddress),
    },
    {
      id: 'kraken-cannot-add-address',
      issue: 'I can’t add an address on Kraken.',
      solution:
        'Your Global Settings Lock may be on. Turn it off in your security settings, and check how long that takes.',
      ...official(addAddress),
    },
    {
      id: 'kraken-no-mail',
      issue: 'I didn’t get the email with the link from Kraken.',
      solution: 'Check your spam folder.',
      ...official(addAddress),
    },
    {
      id: 'kraken-lock-link',
      issue: 'The email from Kraken also has a link to lock my account.',
      solution: 'Only press that link if you didn’t add the address yourself.',
      ...official(addAddress),
    },
  ],
};
