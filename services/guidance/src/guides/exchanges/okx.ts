import { checkedOn, type ExchangeGuide, noFigure, official, secondary, unconfirmed } from '../guide.ts';

const withdrawing = 'https://tr.okx.com/en/help/tr-how-do-i-make-a-withdrawal-app';

export const okxGuide: ExchangeGuide = {
  id: 'okx',
  names: /\bok(?:x|ex)\b|\bok ex\b/g,
  lastChecked: checkedOn,
  stepsSource: official(withdrawing),
  signIn: {
    title: 'Sign in to OKX',
    description: 'Open OKX from your own bookmark, or type the address yourself.',
    actions: ['Check that the address bar shows okx.com.', 'Sign in and finish the security check.'],
    tips: ['Use the exchange account. “OKX Wallet” in the same app is something else.'],
  },
  withdraw: {
    title: 'Open the form to withdraw XRP',
    description: 'XRP must be in your Funding account.',
    actions: [
      'Open Assets. If your XRP is in Trading, transfer it to Funding first.',
      'Press Withdraw, choose XRP, then “On-chain”.',
    ],
    tips: [],
  },
  confirm: {
    title: 'Check and send',
    description: 'OKX may ask you to save the address or to confirm by e-mail and code.',
    actions: [
      'Compare address, network and amount with this page.',
      'If OKX asks whose wallet it is, answer that it is your own.',
      'Confirm with the codes OKX asks for.',
    ],
    tips: [],
  },
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'Choose the network “XRP” (XRP Ledger).',
    ...unconfirmed,
  },
  tag: {
    text: 'OKX shows a tag box, and its help warns that address and tag are both needed. That is true for exchanges only. For your own wallet leave it empty, or choose that no tag is needed.',
    ...official(withdrawing),
  },
  holds: [
    {
      text: 'An address that is not verified may need an extra confirmation by e-mail or code.',
      minHours: 0,
      maxHours: null,
      appliesWhen: 'newAddress',
      ...secondary('Guides to OKX withdrawals'),
    },
  ],
  fee: noFigure,
  minimum: noFigure,
  notices: [],
  commonErrors: [
    {
      id: 'okx-no-xrp-to-withdraw',
      issue: 'OKX shows no XRP to withdraw.',
      solution: 'Transfer it from the Trading to the Funding account first.',
      ...unconfirmed,
    },
  ],
};
