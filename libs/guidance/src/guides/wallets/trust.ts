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
      description: 'Install Trust Wallet from trustwallet.com and open it. Write its recovery phrase on paper.',
      clickArea: 'The Trust Wallet icon (a blue shield)',
      picture: { kind: 'app', label: 'Trust Wallet' },
    },
    {
      title: 'Find XRP',
      description: 'Search for XRP and turn it on if it’s not on your list.',
      clickArea: 'The search box or your list of coins',
      picture: { kind: 'search', label: 'XRP' },
    },
    {
      title: 'Open XRP',
      description: 'Press XRP in your list of coins.',
      clickArea: 'The XRP row in your list',
      picture: { kind: 'row', label: 'XRP' },
    },
    {
      title: 'Press Receive',
      description: 'Press Receive. Trust Wallet shows your XRP address and a QR code.',
      clickArea: 'The “Receive” button',
      picture: { kind: 'button', label: 'Receive' },
    },
    {
      title: 'Copy your address',
      description: 'Press Copy. Your address starts with a lowercase r.',
      clickArea: 'The “Copy” button below the QR code',
      picture: { kind: 'copy', label: 'Copy' },
    },
  ],
  showAddress: 'Open Trust Wallet, press XRP in your list, and then press Receive.',
  tip: 'Choose the coin “XRP,” not “XRP” on BNB Smart Chain.',
  destinationTagInfo: {
    text: 'Trust Wallet is your own wallet, so it has no destination tag. Many websites say otherwise, but they’re wrong. Leave the tag blank.',
    ...official('https://xrpl.org/docs/concepts/transactions/source-and-destination-tags'),
  },
  commonErrors: [
    {
      id: 'trust-two-kinds',
      issue: 'Trust Wallet shows two kinds of XRP.',
      solution:
        'Use the one that’s just called “XRP,” with an address that starts with r. The other one is a token on BNB Smart Chain.',
      ...secondary('Trust Wallet’s list of coins, as described in guides'),
    },
    {
      id: 'trust-0x',
      issue: 'My Trust Wallet address starts with 0x.',
      solution: 'That’s the wrong coin. Go back and choose XRP.',
      ...unconfirmed,
    },
    {
      id: 'trust-first-payment',
      issue: 'Trust Wallet asks for a payment to activate XRP.',
      solution:
        'Every XRP wallet keeps a small reserve, and your first payment has to cover it. That’s a rule of the XRP network, not of Trust Wallet.',
      ...official('https://github.com/trustwallet/trustsdk-ios/issues/76'),
    },
  ],
};
