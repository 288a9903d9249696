import { checkedOn, type ExchangeGuide, noFigure, official, secondary, unconfirmed } from '../guide.ts';

const withdrawing = 'https://support.kucoin.plus/hc/en-us/articles/900002569586';

export const kucoinGuide: ExchangeGuide = {
  id: 'kucoin',
  names: /\bku ?coin\b|\bkoo ?coin\b/g,
  lastChecked: checkedOn,
  stepsSource: secondary(withdrawing),
  signIn: {
    title: 'Sign in to KuCoin',
    description: 'Open KuCoin from your own bookmark, or type the address yourself.',
    actions: ['Check that the address bar shows kucoin.com.', 'Sign in and finish the security check.'],
    tips: [],
  },
  withdraw: {
    title: 'Open the form to withdraw XRP',
    description: 'XRP must be in your Funding (Main) account, not in the Trading account.',
    actions: [
      'Open Assets. If your XRP is in Trading, transfer it to Funding (Main) first.',
      'Press Withdraw and choose XRP.',
    ],
    tips: [],
  },
  confirm: {
    title: 'Check and send',
    description: 'KuCoin asks for three checks before it sends.',
    actions: [
      'Compare address, network and amount with this page.',
      'Finish KuCoin’s three security checks, on KuCoin’s own page only.',
    ],
    tips: ['Once KuCoin shows the withdrawal as successful, it cannot be cancelled.'],
  },
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'Choose the network “XRP” (XRP Ledger).',
    ...unconfirmed,
  },
  tag: {
    text: 'KuCoin’s memo field is optional. For your own wallet leave it empty, or choose that no memo is needed.',
    ...official('https://www.kucoin.com/docs/rest/funding/withdrawals/apply-withdraw-v3-'),
  },
  holds: [
    {
      text: 'With the address whitelist on, a new address is said to wait 24 hours.',
      minHours: 0,
      maxHours: 24,
      appliesWhen: 'newAddress',
      ...secondary('Overviews of exchange allow-lists'),
    },
    {
      text: 'KuCoin processes withdrawals within about 30 minutes; very large ones are checked by a person.',
      minHours: 0,
      maxHours: 0.5,
      appliesWhen: 'always',
      ...secondary(withdrawing),
    },
  ],
  fee: noFigure,
  minimum: noFigure,
  notices: [],
  commonErrors: [
    {
      id: 'kucoin-insufficient-balance',
      issue: 'KuCoin says “Insufficient balance”.',
      solution: 'Your XRP is in the Trading account. Transfer it to Funding (Main), then try again.',
      ...secondary(withdrawing),
    },
  ],
};
