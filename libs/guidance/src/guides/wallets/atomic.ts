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
      description: 'Install it from atomicwallet.io and open it. Write its recovery phrase on paper.',
      clickArea: 'The Atomic Wallet app on your phone or computer',
      picture: { kind: 'app', label: 'Atomic' },
    },
    {
      title: 'Find XRP',
      description: 'Search for XRP in your list of coins and open it.',
      clickArea: 'The search field, then the row named XRP',
      picture: { kind: 'search', label: 'XRP' },
    },
    {
      title: 'Press Receive',
      description: 'Press Receive. Atomic Wallet shows your XRP address and a QR code.',
      clickArea: 'The button “Receive”',
      picture: { kind: 'button', label: 'Receive' },
    },
    {
      title: 'Copy your address',
      description: 'Press Copy.',
      clickArea: 'The button “Copy address”',
      picture: { kind: 'copy', label: 'Copy' },
    },
    {
      title: 'Check how it begins',
      description: 'Check that it begins with a small r.',
      clickArea: 'The address you copied',
      picture: { kind: 'address', label: 'r…' },
    },
  ],
  showAddress: 'Open Atomic Wallet, open XRP in your list and press Receive.',
  tip: 'Get Atomic Wallet only from atomicwallet.io.',
  destinationTagInfo: {
    text: 'Atomic Wallet needs no destination tag: your address is yours alone. Leave it empty.',
    ...official(help),
  },
  commonErrors: [
    {
      id: 'atomic-exchange-wants-tag',
      issue: 'An exchange wants a destination tag for my Atomic Wallet address.',
      solution:
        'Atomic Wallet has none. Leave the field empty or choose “no tag”. If the form insists, any number such as 1 does no harm.',
      ...official(help),
    },
    {
      id: 'atomic-old-reserve',
      issue: 'Atomic Wallet’s help names a reserve of 20 XRP.',
      solution: 'That was the XRP Ledger’s rule until 2021. It is far smaller now.',
      ...official('https://support.atomicwallet.io/article/43'),
    },
  ],
};
