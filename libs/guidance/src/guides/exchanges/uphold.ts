import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed } from '../guide.ts';

export const upholdGuide: ExchangeGuide = {
  id: 'uphold',
  names: /\buphold\b/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  signIn: {
    description: 'Open Uphold from your own bookmark, or type uphold.com yourself.',
    actions: ['Check that the address bar shows uphold.com.', 'Sign in and enter your 2\u2011step code.'],
  },
  withdrawPage: { url: 'https://wallet.uphold.com/dashboard', ...unconfirmed },
  withdraw: {
    description: 'Look for “Send” or “Transact.”',
    actions: ['Press Send (or Transact).', 'Under “From,” choose XRP. Under “To,” choose “Crypto network.”'],
  },
  confirm: {
    description: 'You can’t change or cancel a withdrawal after you confirm it.',
    actions: [
      'If Uphold asks whose wallet it is, say it’s your own (self-hosted).',
      'Confirm with your 2\u2011step code.',
    ],
  },
  formTip: 'Don’t open Uphold from an ad or from a link in a message.',
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'Choose the “XRP Ledger” network.',
    ...unconfirmed,
  },
  tag: {
    text: 'Uphold may ask for a tag. You don’t need one. Leave it blank, or choose “no tag.”',
    ...official('https://support.uphold.com/hc/en-us/articles/17130775100315'),
  },
  holds: [
    {
      text: 'Money from a US bank transfer (ACH) used to be locked for 65 days. Uphold shows what you can send now.',
      minHours: 0,
      maxHours: 1560,
      appliesWhen: 'recentPurchase',
      ...secondary('Reports by Uphold customers'),
    },
  ],
  fee: { value: '0.1', ...official('Uphold help page 206118653, an older page') },
  minimum: { value: '0.001', ...official('Uphold help page 206118653, an older page') },
  commonErrors: [
    {
      id: 'uphold-tag-needed',
      issue: 'Uphold says I need a destination tag.',
      solution:
        'That’s only true when you send to an exchange. You’re sending to your own wallet, so choose “no tag” or leave it blank.',
      ...official('https://support.uphold.com/hc/en-us/articles/17130775100315'),
    },
    {
      id: 'uphold-asks-owner',
      issue: 'Uphold asks who owns the wallet.',
      solution: 'Uphold has to ask in the European Union. Say the wallet is your own.',
      ...official('Uphold EU transfer policy of 16 Feb 2026'),
    },
  ],
};
