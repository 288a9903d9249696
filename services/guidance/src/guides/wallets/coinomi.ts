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
      description: 'Install it from coinomi.com if you do not have it yet, then open and unlock it.',
      clickArea: 'The Coinomi app on your phone or computer',
      tips: ['A new wallet shows you a recovery phrase. Write it on paper and never type it on a website.'],
    },
    {
      title: 'Add XRP',
      description: 'Press “Add coin” and choose XRP.',
      clickArea: 'The plus sign or “Add coin”',
      tips: [],
    },
    { title: 'Open XRP', description: 'Press XRP in your list.', clickArea: 'The row named XRP', tips: [] },
    {
      title: 'Open Receive',
      description: 'Coinomi shows your XRP address and a QR code.',
      clickArea: 'The tab “Receive”',
      tips: [],
    },
    {
      title: 'Copy your address',
      description: 'Press the address to copy it. It begins with a small r.',
      clickArea: 'The address below the QR code',
      tips: ['Never type an address by hand.'],
    },
  ],
  destinationTagInfo: {
    text: 'Coinomi needs no destination tag to receive XRP: leave it empty. If an exchange insists on one, any number does, for example 1.',
    ...official(tagHelp),
  },
  notices: [],
  commonErrors: [
    {
      id: 'coinomi-exchange-wants-tag',
      issue: 'An exchange wants a destination tag for my Coinomi address.',
      solution: 'Coinomi needs none. Leave the field empty; if the form insists, any number such as 1 does no harm.',
      ...official(tagHelp),
    },
  ],
};
