import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const withdrawing = 'https://support.kucoin.plus/hc/en-us/articles/900002569586';

export const kucoinGuide: ExchangeGuide = {
  id: 'kucoin',
  names: /\bku ?coin\b|\bkoo ?coin\b/g,
  lastChecked: checkedOn,
  stepsSource: secondary(withdrawing),
  signIn: {
    description: 'Open KuCoin from your own bookmark, or type the address yourself.',
    actions: ['Check that the address bar shows kucoin.com.', 'Sign in and finish the security check.'],
  },
  withdrawPage: { url: 'https://www.kucoin.com/assets/withdraw/XRP', ...unconfirmed },
  withdraw: {
    description: 'Your XRP must be in Funding (Main), not in Trading.',
    actions: [
      'Open Assets. If your XRP is in Trading, move it to Funding (Main) first.',
      'Press Withdraw and choose XRP.',
    ],
  },
  confirm: {
    description: 'KuCoin asks for three checks before it sends.',
    actions: ['Finish the three checks, on KuCoin’s own page only.'],
  },
  formTip: 'Do not open KuCoin from an advert or a link in a message.',
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'Choose the network “XRP” (XRP Ledger).',
    ...unconfirmed,
  },
  tag: {
    text: 'At KuCoin the memo (tag) is optional. You need none: leave it empty.',
    ...official('https://www.kucoin.com/docs/rest/funding/withdrawals/apply-withdraw-v3-'),
  },
  holds: [
    {
      text: 'With the whitelist on, a new address is said to wait 24 hours.',
      minHours: 0,
      maxHours: 24,
      appliesWhen: 'newAddress',
      ...secondary('Overviews of exchange allow-lists'),
    },
    {
      text: 'KuCoin sends within about 30 minutes. Very large sums are checked by a person.',
      minHours: 0,
      maxHours: 0.5,
      appliesWhen: 'always',
      ...secondary(withdrawing),
    },
  ],
  fee: unknownAmount,
  minimum: unknownAmount,
  commonErrors: [
    {
      id: 'kucoin-insufficient-balance',
      issue: 'KuCoin says “Insufficient balance”.',
      solution: 'Your XRP is in the Trading account. Transfer it to Funding (Main), then try again.',
      ...secondary(withdrawing),
    },
    {
      id: 'kucoin-cancel',
      issue: 'Can I cancel a withdrawal at KuCoin?',
      solution: 'Not once KuCoin shows it as successful.',
      ...secondary(withdrawing),
    },
  ],
};
