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
      description: 'Install Tangem from tangem.com. Hold your card or ring to the phone, and make the backup.',
      clickArea: 'The back of your phone',
      picture: { kind: 'card', label: 'Hold it here' },
    },
    {
      title: 'Add XRP',
      description: 'Open “Manage tokens”, search for XRP and switch on the network “XRP Ledger”.',
      clickArea: '“Manage tokens”, then the switch beside XRP Ledger',
      picture: { kind: 'switch', label: 'XRP Ledger' },
    },
    {
      title: 'Open XRP',
      description: 'Press XRP in your list.',
      clickArea: 'The row named XRP',
      picture: { kind: 'row', label: 'XRP' },
    },
    {
      title: 'Press Receive',
      description: 'Press Receive. Tangem shows your XRP address and a QR code.',
      clickArea: 'The button “Receive”',
      picture: { kind: 'button', label: 'Receive' },
    },
    {
      title: 'Copy your address',
      description: 'Press Copy. Your address begins with a small r.',
      clickArea: 'The button “Copy”',
      picture: { kind: 'copy', label: 'Copy' },
    },
  ],
  showAddress: 'Open Tangem, press XRP in your list and then Receive.',
  tip: 'Do not switch on XRP on BNB Smart Chain: that is another token.',
  destinationTagInfo: {
    text: 'Your Tangem wallet has an address of its own and needs no destination tag. Leave it empty.',
    ...official('https://xrpl.org/docs/concepts/transactions/source-and-destination-tags'),
  },
  commonErrors: [
    {
      id: 'tangem-backup',
      issue: 'Do I need the second Tangem card?',
      solution: 'Yes. Make a backup with it before any money comes in.',
      ...secondary(adding),
    },
    {
      id: 'tangem-cannot-send',
      issue: 'My Tangem wallet cannot send XRP yet.',
      solution:
        'It can once the reserve is in it. The first payment must bring at least that much. The reserve itself stays in the wallet.',
      ...official('https://xrpl.org/docs/concepts/accounts/reserves'),
    },
  ],
};
