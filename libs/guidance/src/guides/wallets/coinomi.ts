import { checkedOn, official, unconfirmed, type WalletGuide } from '../guide.ts';

const tagHelp = 'https://coinomi.freshdesk.com/support/solutions/articles/29000027368';

export const coinomiGuide: WalletGuide = {
  id: 'coinomi',
  names: /\bcoinomi(?: wallet)?\b/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  steps: [
    {
      title: 'Open Coinomi',
      description: 'Install Coinomi from coinomi.com and open it. Write its recovery phrase on paper.',
      clickArea: 'The Coinomi app on your phone or computer',
      picture: { kind: 'app', label: 'Coinomi' },
    },
    {
      title: 'Add XRP',
      description: 'Press “Add coin” and choose XRP.',
      clickArea: 'The plus sign or “Add coin”',
      picture: { kind: 'button', label: 'Add coin' },
    },
    {
      title: 'Open XRP',
      description: 'Press XRP in your list.',
      clickArea: 'The XRP row in your list',
      picture: { kind: 'row', label: 'XRP' },
    },
    {
      title: 'Open Receive',
      description: 'Open Receive. Coinomi shows your XRP address and a QR code.',
      clickArea: 'The “Receive” tab',
      picture: { kind: 'button', label: 'Receive' },
    },
    {
      title: 'Copy your address',
      description: 'Press the address to copy it. It starts with a lowercase r.',
      clickArea: 'The address below the QR code',
      picture: { kind: 'address', label: 'r…' },
    },
  ],
  showAddress: 'Open Coinomi, press XRP in your list, and open Receive.',
  tip: 'Only get Coinomi from coinomi.com.',
  destinationTagInfo: {
    text: 'Coinomi doesn’t need a destination tag to receive XRP. Leave it blank. If an exchange insists on one, you can enter any number, such as 1.',
    ...official(tagHelp),
  },
  commonErrors: [
    {
      id: 'coinomi-exchange-wants-tag',
      issue: 'My exchange wants a destination tag for my Coinomi address.',
      solution:
        'Coinomi doesn’t need one. Leave the field blank. If the form insists, you can enter any number, such as 1.',
      ...official(tagHelp),
    },
  ],
};
