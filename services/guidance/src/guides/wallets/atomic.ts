import { checkedOn, official, unconfirmed, type WalletGuide } from '../guide.ts';

const help = 'https://atomicwallet.freshdesk.com/support/solutions/articles/36000088576';

export const atomicGuide: WalletGuide = {
  id: 'atomic',
  names: /\batomic(?: wallet)?\b/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  steps: [
    {
      title: 'Open Atomic Wallet',
      description: 'Install it from atomicwallet.io if you do not have it yet, then open and unlock it.',
      clickArea: 'The Atomic Wallet app on your phone or computer',
      tips: ['A new wallet shows you a backup phrase. Write it on paper and never type it on a website.'],
    },
    {
      title: 'Find XRP',
      description: 'Search for XRP in your list of coins and open it.',
      clickArea: 'The search field, then the row named XRP',
      tips: [],
    },
    {
      title: 'Press Receive',
      description: 'Atomic Wallet shows your XRP address and a QR code.',
      clickArea: 'The button “Receive”',
      tips: [],
    },
    {
      title: 'Copy your address',
      description: 'Press Copy.',
      clickArea: 'The button “Copy address”',
      tips: ['Never type an address by hand.'],
    },
    {
      title: 'Check how it begins',
      description: 'Paste it here and check that it begins with a small r.',
      clickArea: 'The address field on this page',
      tips: [],
    },
  ],
  destinationTagInfo: {
    text: 'Atomic Wallet needs no destination tag: your address is yours alone. Leave it empty.',
    ...official(help),
  },
  notices: [
    {
      id: 'atomic-old-reserve',
      text: 'Older help pages of Atomic Wallet name a reserve of 20 XRP. That was the ledger’s rule until 2021; it is far smaller now.',
      ...official('https://support.atomicwallet.io/article/43'),
    },
  ],
  commonErrors: [
    {
      id: 'atomic-exchange-wants-tag',
      issue: 'An exchange wants a destination tag for my Atomic Wallet address.',
      solution:
        'Atomic Wallet has none. Leave the field empty or choose “no tag”. If the form insists, any number such as 1 does no harm.',
      ...official(help),
    },
  ],
};
