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
      clickArea: 'The search box, then the XRP row',
      picture: { kind: 'search', label: 'XRP' },
    },
    {
      title: 'Press Receive',
      description: 'Press Receive. Atomic Wallet shows your XRP address and a QR code.',
      clickArea: 'The “Receive” button',
      picture: { kind: 'button', label: 'Receive' },
    },
    {
      title: 'Copy your address',
      description: 'Press Copy.',
      clickArea: 'The “Copy address” button',
      picture: { kind: 'copy', label: 'Copy' },
    },
    {
      title: 'Check how it starts',
      description: 'Check that it starts with a lowercase r.',
      clickArea: 'The address you copied',
      picture: { kind: 'address', label: 'r…' },
    },
  ],
  showAddress: 'Open Atomic Wallet, open XRP in your list, and press Receive.',
  tip: 'Only get Atomic Wallet from atomicwallet.io.',
  destinationTagInfo: {
    text: 'Atomic Wallet doesn’t need a destination tag, because your address is yours alone. Leave it blank.',
    ...official(help),
  },
  commonErrors: [
    {
      id: 'atomic-exchange-wants-tag',
      issue: 'My exchange wants a destination tag for my Atomic Wallet address.',
      solution:
        'Atomic Wallet doesn’t have one. Leave the field blank or choose “no tag.” If the form insists, you can enter any number, such as 1.',
      ...official(help),
    },
    {
      id: 'atomic-old-reserve',
      issue: 'Atomic Wallet’s help page says the reserve is 20 XRP.',
      solution: 'That was the rule until 2021. The reserve is much smaller now.',
      ...official('https://support.atomicwallet.io/article/43'),
    },
  ],
};
