import { checkedOn, official, unconfirmed, type WalletGuide } from '../guide.ts';

const faq = 'https://www.exodus.com/support/en/articles/8598617-xrp-faqs-learn-more-about-xrp';

export const exodusGuide: WalletGuide = {
  id: 'exodus',
  names: /\bexodus(?: wallet)?\b/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  steps: [
    {
      title: 'Open Exodus',
      description: 'Install Exodus from exodus.com if you do not have it yet, then open it and finish the backup.',
      clickArea: 'The Exodus app on your phone or computer',
      tips: ['The backup is a recovery phrase. Write it on paper and never type it on a website.'],
    },
    {
      title: 'Add XRP',
      description: 'Search for XRP and switch it on if it is not in your list.',
      clickArea: 'The search field or “Add more”',
      tips: [],
    },
    { title: 'Open XRP', description: 'Press XRP in your list.', clickArea: 'The row named XRP', tips: [] },
    {
      title: 'Press Receive',
      description: 'Exodus shows your XRP address and a QR code.',
      clickArea: 'The button “Receive”',
      tips: [],
    },
    {
      title: 'Copy your address',
      description: 'Press Copy. Your address begins with a small r.',
      clickArea: 'The copy sign beside the address',
      tips: ['Never type an address by hand.'],
    },
  ],
  destinationTagInfo: {
    text: 'Exodus needs no destination tag to receive XRP: your address is yours alone. Leave it empty.',
    ...official(faq),
  },
  notices: [
    {
      id: 'exodus-close-account',
      text: 'Exodus can close an XRP account later and give back most of its reserve. Only do that when the account is no longer needed.',
      ...official(faq),
    },
  ],
  commonErrors: [
    {
      id: 'exodus-shows-less',
      issue: 'Exodus shows less XRP than I received.',
      solution: 'The ledger’s reserve is held back, and a little more for each token you add. It is still yours.',
      ...official(faq),
    },
  ],
};
