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
      description: 'Install Exodus from exodus.com and open it. Write its recovery phrase on paper.',
      clickArea: 'The Exodus app on your phone or computer',
      picture: { kind: 'app', label: 'Exodus' },
    },
    {
      title: 'Add XRP',
      description: 'Search for XRP and switch it on if it is not in your list.',
      clickArea: 'The search field or “Add more”',
      picture: { kind: 'search', label: 'XRP' },
    },
    {
      title: 'Open XRP',
      description: 'Press XRP in your list.',
      clickArea: 'The row named XRP',
      picture: { kind: 'row', label: 'XRP' },
    },
    {
      title: 'Press Receive',
      description: 'Press Receive. Exodus shows your XRP address and a QR code.',
      clickArea: 'The button “Receive”',
      picture: { kind: 'button', label: 'Receive' },
    },
    {
      title: 'Copy your address',
      description: 'Press Copy. Your address begins with a small r.',
      clickArea: 'The copy sign beside the address',
      picture: { kind: 'copy', label: 'Copy' },
    },
  ],
  showAddress: 'Open Exodus, press XRP in your list and then Receive.',
  tip: 'Get Exodus only from exodus.com.',
  destinationTagInfo: {
    text: 'Exodus needs no destination tag to receive XRP: your address is yours alone. Leave it empty.',
    ...official(faq),
  },
  commonErrors: [
    {
      id: 'exodus-shows-less',
      issue: 'Exodus shows less XRP than I received.',
      solution: 'The reserve is held back, and a little more for each token you add. It is still yours.',
      ...official(faq),
    },
    {
      id: 'exodus-close-account',
      issue: 'Can I get the reserve back from Exodus?',
      solution:
        'Exodus can close an XRP account later and give back most of its reserve. Do that only when you no longer need the account.',
      ...official(faq),
    },
  ],
};
