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
      description: 'Search for XRP and turn it on if it’s not on your list.',
      clickArea: 'The search box or “Add more”',
      picture: { kind: 'search', label: 'XRP' },
    },
    {
      title: 'Open XRP',
      description: 'Press XRP in your list.',
      clickArea: 'The XRP row in your list',
      picture: { kind: 'row', label: 'XRP' },
    },
    {
      title: 'Press Receive',
      description: 'Press Receive. Exodus shows your XRP address and a QR code.',
      clickArea: 'The “Receive” button',
      picture: { kind: 'button', label: 'Receive' },
    },
    {
      title: 'Copy your address',
      description: 'Press Copy. Your address starts with a lowercase r.',
      clickArea: 'The copy icon next to the address',
      picture: { kind: 'copy', label: 'Copy' },
    },
  ],
  showAddress: 'Open Exodus, press XRP in your list, and then press Receive.',
  tip: 'Only get Exodus from exodus.com.',
  destinationTagInfo: {
    text: 'Exodus doesn’t need a destination tag to receive XRP, because your address is yours alone. Leave it blank.',
    ...official(faq),
  },
  commonErrors: [
    {
      id: 'exodus-shows-less',
      issue: 'Exodus shows less XRP than I received.',
      solution:
        'Exodus holds back the small reserve that every XRP wallet keeps. It also holds back a little more for each token you add. All of it is still yours.',
      ...official(faq),
    },
    {
      id: 'exodus-close-account',
      issue: 'Can I get the reserve back from Exodus?',
      solution:
        'Exodus can close an XRP account later and return most of its reserve. Only do this if you no longer need the account.',
      ...official(faq),
    },
  ],
};
