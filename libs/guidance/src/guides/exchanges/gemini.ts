import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const addressBook = 'https://support.gemini.com/hc/en-us/articles/35332177226779';

export const geminiGuide: ExchangeGuide = {
  id: 'gemini',
  names: /\bgemini\b/g,
  lastChecked: checkedOn,
  stepsSource: official(addressBook),
  signIn: {
    description: 'Open Gemini from your own bookmark, or type the address yourself.',
    actions: ['Check that the address bar shows gemini.com.', 'Sign in and finish the 2\u2011step check.'],
  },
  withdrawPage: { url: 'https://exchange.gemini.com/transfer/withdraw', ...unconfirmed },
  withdraw: {
    description: 'You can save your address in Gemini’s Address Book first.',
    actions: [
      'To save it, open Settings, then Address Book, then “Add address”.',
      'Press Transfer, then Withdraw, and choose XRP.',
    ],
  },
  confirm: {
    description: 'Gemini asks you to approve what you send.',
    actions: [
      'If Gemini asks where it goes, choose “A self-hosted wallet” and yourself.',
      'Approve it on your phone or by code.',
    ],
  },
  formTip:
    'In the European Union and the EEA, XRP cannot leave Gemini. If you live there, ask Gemini before you go on.',
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'If Gemini asks for a network, choose “XRP Ledger” or “XRP”.',
    ...unconfirmed,
  },
  tag: {
    text: 'Gemini shows a field for a tag. You need none: leave it empty.',
    ...unconfirmed,
  },
  holds: [
    {
      text: 'With Withdrawal Protection on, a new address waits 7 days. Without it, a new address works at once.',
      minHours: 0,
      maxHours: 168,
      appliesWhen: 'newAddress',
      ...official('https://support.gemini.com/hc/en-us/articles/360001411543'),
    },
  ],
  fee: unknownAmount,
  minimum: unknownAmount,
  commonErrors: [
    {
      id: 'gemini-europe',
      issue: 'I live in the European Union. Can I send XRP from Gemini?',
      solution:
        'Since the end of 2024 Gemini sends no XRP in the European Union and the EEA: XRP cannot leave. Only Bitcoin, Ether and ERC-20 tokens can. Ask Gemini before you go on.',
      ...official('https://support.gemini.com/hc/en-us/articles/31698227634715'),
    },
    {
      id: 'gemini-singapore',
      issue: 'Gemini asks for proof that the wallet is mine.',
      solution:
        'In Singapore it asks for a small test deposit or a signed message. A Ledger device cannot sign such a message, so choose the small deposit.',
      ...official('https://support.gemini.com/hc/en-us/articles/35431838814747'),
    },
    {
      id: 'gemini-exchange-not-supported',
      issue: 'Gemini says “Exchange not supported”.',
      solution: 'Gemini takes your address for another exchange’s. Check that it comes from your own wallet.',
      ...official('https://support.gemini.com/hc/en-us/articles/31698227634715'),
    },
    {
      id: 'gemini-cannot-change-addresses',
      issue: 'I cannot change approved addresses in the Gemini app.',
      solution: 'Use Gemini’s website: the app only shows them.',
      ...secondary('https://support.gemini.com/hc/en-us/articles/360001411543, an earlier version'),
    },
  ],
};
