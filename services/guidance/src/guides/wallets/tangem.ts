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
      description:
        'Install the Tangem app from tangem.com if you do not have it yet, open it and hold your card or ring to the phone.',
      clickArea: 'The back of your phone',
      tips: ['Make a backup with your second card before you receive any money.'],
    },
    {
      title: 'Add XRP',
      description: 'Open “Manage tokens”, search for XRP and switch on the network “XRP Ledger”.',
      clickArea: '“Manage tokens”, then the switch beside XRP Ledger',
      tips: ['Do not switch on XRP on BNB Smart Chain: that is another token.'],
    },
    { title: 'Open XRP', description: 'Press XRP in your list.', clickArea: 'The row named XRP', tips: [] },
    {
      title: 'Press Receive',
      description: 'Tangem shows your XRP address and a QR code.',
      clickArea: 'The button “Receive”',
      tips: [],
    },
    {
      title: 'Copy your address',
      description: 'Press Copy. Your address begins with a small r.',
      clickArea: 'The button “Copy”',
      tips: ['Never type an address by hand.'],
    },
  ],
  destinationTagInfo: {
    text: 'Your Tangem wallet has an address of its own and needs no destination tag. Leave it empty.',
    ...official('https://xrpl.org/docs/concepts/transactions/source-and-destination-tags'),
  },
  notices: [
    {
      text: 'The wallet can send XRP only once the ledger’s reserve is in it.',
      ...official('https://xrpl.org/docs/concepts/accounts/reserves'),
    },
  ],
  commonErrors: [
    {
      id: 'tangem-cannot-send',
      issue: 'My Tangem wallet cannot send XRP yet.',
      solution:
        'It can once the ledger’s reserve is in it: the first payment must bring at least that much. The reserve itself stays in the wallet.',
      ...official('https://xrpl.org/docs/concepts/accounts/reserves'),
    },
  ],
};
