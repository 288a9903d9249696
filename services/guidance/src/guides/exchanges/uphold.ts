import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed } from '../guide.ts';

export const upholdGuide: ExchangeGuide = {
  id: 'uphold',
  names: /\buphold\b/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  signIn: {
    title: 'Sign in to Uphold',
    description: 'Open Uphold from your own bookmark, or type the address yourself.',
    actions: ['Check that the address bar shows uphold.com.', 'Sign in and finish the 2-step check.'],
    tips: [],
  },
  withdraw: {
    title: 'Open the form to send XRP',
    description: 'Uphold sends from “Transact” or “Send” to a crypto network.',
    actions: ['Press Send (or Transact).', 'From: choose XRP. To: choose “Crypto network”.'],
    tips: [],
  },
  confirm: {
    title: 'Check and send',
    description: 'A confirmed order cannot be changed or called back.',
    actions: [
      'Compare address, network and amount with this page.',
      'If Uphold asks whose wallet it is, answer that it is your own, self-hosted wallet.',
      'Confirm with your 2-step code.',
    ],
    tips: ['Take a moment here: Uphold cannot undo a confirmed order.'],
  },
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'Choose the network “XRP Ledger”.',
    ...unconfirmed,
  },
  tag: {
    text: 'Uphold’s help says that XRP needs a tag. That is true for exchanges only. For your own wallet leave the field empty, or choose “no tag”.',
    ...official('https://support.uphold.com/hc/en-us/articles/17130775100315'),
  },
  holds: [
    {
      text: 'Money that came by US bank transfer (ACH) was once locked for 65 days. Uphold shows what can be sent now.',
      minHours: 0,
      maxHours: 1560,
      appliesWhen: 'recentPurchase',
      ...secondary('Reports by Uphold customers'),
    },
  ],
  fee: { value: '0.1', ...official('Uphold help page 206118653, an older page') },
  minimum: { value: '0.001', ...official('Uphold help page 206118653, an older page') },
  notices: [
    {
      text: 'In the European Union Uphold’s transfer policy asks who owns the wallet you send to.',
      ...official('Uphold EU transfer policy of 16 Feb 2026'),
    },
  ],
  commonErrors: [
    {
      id: 'uphold-tag-needed',
      issue: 'Uphold says that a destination tag is needed.',
      solution: 'Choose “no tag” or leave the field empty: you send to your own wallet, not to an exchange.',
      ...official('https://support.uphold.com/hc/en-us/articles/17130775100315'),
    },
  ],
};
