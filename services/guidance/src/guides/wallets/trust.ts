import { checkedOn, official, secondary, unconfirmed, type WalletGuide } from '../guide.ts';

export const trustGuide: WalletGuide = {
  id: 'trust',
  names:
    /\btrust ?(?:wallet|app)\b|(?<=\b(?:my|in|into|on|from|using|with) )trust\b(?! (?:you|this|it|them|that|him|her|in|anyone|anybody|people))|(?<=\b(?:xrp|coins|it|exchange) to )trust\b|\btrust(?= or (?:ledger|exodus|xaman|xumm|atomic|coinomi|tangem))|(?<=(?:ledger|exodus|xaman|xumm|atomic|coinomi|tangem) or )trust\b/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  steps: [
    {
      title: 'Open Trust Wallet',
      description: 'Install Trust Wallet from its own page if you do not have it yet, then open and unlock it.',
      clickArea: 'The blue shield on your phone or in your browser',
      tips: ['A new wallet shows you a recovery phrase. Write it on paper and never type it on a website.'],
    },
    {
      title: 'Find XRP',
      description: 'Search for XRP and switch it on if it is not in your list.',
      clickArea: 'The search field or the list of coins',
      tips: ['Choose the coin “XRP”, not “XRP” on BNB Smart Chain.'],
    },
    {
      title: 'Open XRP',
      description: 'Press XRP in your list of coins.',
      clickArea: 'The row named XRP',
      tips: [],
    },
    {
      title: 'Press Receive',
      description: 'Trust Wallet shows your XRP address and a QR code.',
      clickArea: 'The button “Receive”',
      tips: ['If you see 0x at the beginning, you have the wrong coin: go back and choose XRP.'],
    },
    {
      title: 'Copy your address',
      description: 'Press Copy. Your address begins with a small r.',
      clickArea: 'The button “Copy” below the QR code',
      tips: ['Never type an address by hand.'],
    },
  ],
  destinationTagInfo: {
    text: 'Trust Wallet is your own wallet: it has no destination tag. Many web pages say otherwise and are wrong. Leave the tag empty.',
    ...official('https://xrpl.org/docs/concepts/transactions/source-and-destination-tags'),
  },
  notices: [
    {
      text: 'The first payment activates your XRP wallet. The reserve it needs is the ledger’s rule, not Trust Wallet’s.',
      ...official('https://github.com/trustwallet/trustsdk-ios/issues/76'),
    },
  ],
  commonErrors: [
    {
      id: 'trust-two-kinds',
      issue: 'Trust Wallet shows two kinds of XRP.',
      solution:
        'Use the one named just “XRP”, with an address that begins with r. The other is a token on BNB Smart Chain.',
      ...secondary('Trust Wallet’s list of coins, as described in guides'),
    },
  ],
};
