import { checkedOn, official, secondary, unconfirmed, type WalletGuide } from '../guide.ts';

export const xummGuide: WalletGuide = {
  id: 'xumm',
  names: /\b(?:xum+|zum+|xaman|xamman|zaman)(?: wallet)?\b/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  steps: [
    {
      title: 'Open Xaman',
      description: 'Install Xaman (formerly XUMM) on your phone from the link on xaman.app, then open it.',
      clickArea: 'The Xaman app on your phone',
      tips: ['Xaman exists only as a phone app. A “Xaman” for desktop or browser is a fraud.'],
    },
    {
      title: 'Create or open your account',
      description: 'A new account shows you secret numbers. Write them on paper and keep them to yourself.',
      clickArea: 'The button “Add account”, or your account’s name',
      tips: ['Never type the secret numbers on a website and never show them to anyone.'],
    },
    {
      title: 'Choose the account',
      description: 'If you have several accounts, choose the one that should receive your XRP.',
      clickArea: 'The account’s name at the top',
      tips: [],
    },
    {
      title: 'Press Request',
      description: 'Xaman shows your account’s address and a QR code (also under “Share account”).',
      clickArea: 'The button “Request” or “Share account”',
      tips: [],
    },
    {
      title: 'Copy your address',
      description: 'Copy the address. It begins with a small r.',
      clickArea: 'The address below the QR code',
      tips: ['Never type an address by hand.'],
    },
  ],
  destinationTagInfo: {
    text: 'Your own Xaman account has no destination tag: leave it empty. Only accounts at exchanges and other custodians need one.',
    ...official('https://help.xaman.app/app/getting-started-with-xaman/sending-tokens-from-xumm'),
  },
  notices: [
    {
      id: 'xumm-no-airdrop',
      text: 'There is no Xaman airdrop, desktop app or browser add-on. Whatever carries that name is a fraud.',
      ...secondary('Warnings by Xaman’s founder in 2026'),
    },
    {
      text: 'Decline sign requests that you did not start yourself, and leave “NFT passes” alone.',
      ...secondary(
        'https://aped.ai/news/xaman-founder-and-xrp-ledger-dev-warn-of-fake-nft-passes-scam-designed-to-drain-xrp-wallets',
      ),
    },
  ],
  commonErrors: [
    {
      id: 'xumm-now-xaman',
      issue: 'I am looking for XUMM.',
      solution: 'XUMM is called Xaman now. It is the same wallet with the same accounts.',
      ...official('https://xaman.app'),
    },
  ],
};
