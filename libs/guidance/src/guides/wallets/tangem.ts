import { checkedOn, official, secondary, type WalletGuide } from '../guide.ts';

const adding = 'https://ecgin.com/5192.html';

export const tangemGuide: WalletGuide = {
  id: 'tangem',
  names: /\btangem(?: (?:wallet|card|ring))?\b/g,
  lastChecked: checkedOn,
  stepsSource: secondary(adding),
  steps: [
    {
      title: 'Scan your card or ring',
      description: 'Install Tangem from tangem.com. Hold your card or ring to your phone, and make a backup.',
      clickArea: 'The back of your phone',
      picture: { kind: 'card', label: 'Hold it here' },
    },
    {
      title: 'Add XRP',
      description: 'Open “Manage tokens,” search for XRP, and turn on the “XRP Ledger” network.',
      clickArea: '“Manage tokens,” then the switch next to “XRP Ledger”',
      picture: { kind: 'switch', label: 'XRP Ledger' },
    },
    {
      title: 'Open XRP',
      description: 'Press XRP in your list.',
      clickArea: 'The XRP row in your list',
      picture: { kind: 'row', label: 'XRP' },
    },
    {
      title: 'Press Receive',
      description: 'Press Receive. Tangem shows your XRP address and a QR code.',
      clickArea: 'The “Receive” button',
      picture: { kind: 'button', label: 'Receive' },
    },
    {
      title: 'Copy your address',
      description: 'Press Copy. Your address starts with a lowercase r.',
      clickArea: 'The “Copy” button',
      picture: { kind: 'copy', label: 'Copy' },
    },
  ],
  showAddress: 'Open Tangem, press XRP in your list, and then press Receive.',
  tip: 'Don’t turn on XRP on BNB Smart Chain. That’s a different token.',
  destinationTagInfo: {
    text: 'Your Tangem wallet has its own address and doesn’t need a destination tag. Leave it blank.',
    ...official('https://xrpl.org/docs/concepts/transactions/source-and-destination-tags'),
  },
  commonErrors: [
    {
      id: 'tangem-backup',
      issue: 'Do I need the second Tangem card?',
      solution: 'Yes. Use it to make a backup before you send any XRP to the wallet.',
      ...secondary(adding),
    },
    {
      id: 'tangem-cannot-send',
      issue: 'My Tangem wallet can’t send XRP yet.',
      solution:
        'You can send once your first payment covers the small reserve that every XRP wallet keeps. The reserve itself stays in the wallet.',
      ...official('https://xrpl.org/docs/concepts/accounts/reserves'),
    },
  ],
};
