import { checkedOn, type ExchangeGuide, noFigure, official, secondary, unconfirmed } from '../guide.ts';

const addressBook = 'https://support.gemini.com/hc/en-us/articles/35332177226779';

export const geminiGuide: ExchangeGuide = {
  id: 'gemini',
  names: /\bgemini\b/g,
  lastChecked: checkedOn,
  stepsSource: official(addressBook),
  signIn: {
    title: 'Sign in to Gemini',
    description: 'Open Gemini from your own bookmark, or type the address yourself.',
    actions: ['Check that the address bar shows gemini.com.', 'Sign in and finish the 2-step check.'],
    tips: ['Do not reach Gemini through an advertisement or a link in a message.'],
  },
  withdraw: {
    title: 'Open the form to withdraw XRP',
    description: 'You can save your address in Gemini’s Address Book first.',
    actions: [
      'To save the address: open Settings, then Address Book, then “Add address”.',
      'Press Transfer, then Withdraw, and choose XRP.',
    ],
    tips: [],
  },
  confirm: {
    title: 'Check and send',
    description: 'Gemini asks you to approve the withdrawal on your phone.',
    actions: [
      'Compare address and amount with this page.',
      'If Gemini asks where it goes, choose “A self-hosted wallet” and yourself as the recipient.',
      'Approve the withdrawal in your authenticator app or by code.',
    ],
    tips: [],
  },
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'If Gemini asks for a network, choose “XRP Ledger” or “XRP”.',
    ...unconfirmed,
  },
  tag: {
    text: 'Gemini shows a field for a destination tag. For your own wallet leave it empty.',
    ...unconfirmed,
  },
  holds: [
    {
      text: 'With Withdrawal Protection (approved addresses) switched on, a new address waits 7 days. Without it, a new address works at once.',
      minHours: 0,
      maxHours: 168,
      appliesWhen: 'newAddress',
      ...official('https://support.gemini.com/hc/en-us/articles/360001411543'),
    },
  ],
  fee: noFigure,
  minimum: noFigure,
  notices: [
    {
      id: 'gemini-europe',
      text: 'If Gemini serves you as a customer in the European Union or the EEA: since the end of 2024 only Bitcoin, Ether and ERC-20 tokens can be sent from Gemini, so XRP cannot leave. Ask Gemini before you go on.',
      ...official('https://support.gemini.com/hc/en-us/articles/31698227634715'),
    },
    {
      text: 'In Singapore Gemini asks for a small test deposit or a signature to prove that the wallet is yours. A Ledger device cannot sign such a message, so choose the small deposit.',
      ...official('https://support.gemini.com/hc/en-us/articles/35431838814747'),
    },
  ],
  commonErrors: [
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
