import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const withdrawing = 'https://support.kucoin.plus/hc/en-us/articles/900002569586';

export const kucoinGuide: ExchangeGuide = {
  id: 'kucoin',
  names: /\bku ?coin\b|\bkoo ?coin\b/g,
  lastChecked: checkedOn,
  stepsSource: secondary(withdrawing),
  signIn: {
    description: 'Open KuCoin from your own bookmark, or type kucoin.com yourself.',
    actions: ['Check that the address bar shows kucoin.com.', 'Sign in and complete the security check.'],
  },
  withdrawPage: { url: 'https://www.kucoin.com/assets/withdraw/XRP', ...unconfirmed },
  withdraw: {
    description: 'Your XRP has to be in Funding (Main), not in Trading.',
    actions: [
      'Open Assets. If your XRP is in Trading, move it to Funding (Main) first.',
      'Press Withdraw and choose XRP.',
    ],
  },
  confirm: {
    description: 'KuCoin asks for three security checks before it sends your XRP.',
    actions: ['Complete the three checks, but only on KuCoin’s own page.'],
  },
  formTip: 'Don’t open KuCoin from an ad or from a link in a message.',
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'Choose the “XRP” network (the “XRP Ledger”).',
    ...unconfirmed,
  },
  tag: {
    text: 'The memo (tag) is optional on KuCoin. You don’t need one, so leave it blank.',
    ...official('https://www.kucoin.com/docs/rest/funding/withdrawals/apply-withdraw-v3-'),
  },
  holds: [
    {
      text: 'If your whitelist is on, you often have to wait 24 hours to use a new address.',
      minHours: 0,
      maxHours: 24,
      appliesWhen: 'newAddress',
      ...secondary('Overviews of exchange allow lists'),
    },
    {
      text: 'KuCoin sends your XRP within about 30 minutes. Its staff checks very large amounts first.',
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
      issue: 'KuCoin says “Insufficient balance.”',
      solution: 'If your XRP is in your Trading account, move it to Funding (Main). Then try again.',
      ...secondary(withdrawing),
    },
    {
      id: 'kucoin-cancel',
      issue: 'Can I cancel a withdrawal on KuCoin?',
      solution: 'You can’t cancel a withdrawal once KuCoin shows it as successful.',
      ...secondary(withdrawing),
    },
  ],
};
