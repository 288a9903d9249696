import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const withdrawing = 'https://tr.okx.com/en/help/tr-how-do-i-make-a-withdrawal-app';

export const okxGuide: ExchangeGuide = {
  id: 'okx',
  names: /\bok(?:x|ex)\b|\bok ex\b/g,
  lastChecked: checkedOn,
  stepsSource: official(withdrawing),
  signIn: {
    description: 'Open OKX from your own bookmark, or type okx.com yourself.',
    actions: ['Check that the address bar shows okx.com.', 'Sign in and complete the security check.'],
  },
  withdrawPage: { url: 'https://www.okx.com/balance/withdrawal', ...unconfirmed },
  withdraw: {
    description: 'Your XRP has to be in your Funding account.',
    actions: [
      'Open Assets. If your XRP is in Trading, move it to Funding first.',
      'Press Withdraw, choose XRP, then choose “On-chain.”',
    ],
  },
  confirm: {
    description: 'OKX may ask you to save or confirm the address.',
    actions: ['If OKX asks whose wallet it is, say it’s your own.', 'To confirm, enter the codes OKX asks for.'],
  },
  formTip: 'Use your exchange account. “OKX Wallet” in the same app is a separate wallet.',
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'Choose the “XRP” network (the “XRP Ledger”).',
    ...unconfirmed,
  },
  tag: {
    text: 'OKX may ask for a tag. You don’t need one. Leave it blank, or choose the option for no tag.',
    ...official(withdrawing),
  },
  holds: [
    {
      text: 'For a new address, OKX may ask you to confirm with an extra code or email.',
      minHours: 0,
      maxHours: null,
      appliesWhen: 'newAddress',
      ...secondary('Guides to OKX withdrawals'),
    },
  ],
  fee: unknownAmount,
  minimum: unknownAmount,
  commonErrors: [
    {
      id: 'okx-no-xrp-to-withdraw',
      issue: 'OKX shows no XRP to withdraw.',
      solution: 'If your XRP is in your Trading account, move it to your Funding account first.',
      ...unconfirmed,
    },
  ],
};
