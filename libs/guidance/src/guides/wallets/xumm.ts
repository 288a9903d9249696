import { checkedOn, official, secondary, unconfirmed, type WalletGuide } from '../guide.ts';

export const xummGuide: WalletGuide = {
  id: 'xumm',
  names: /\b(?:xum+|zum+|xaman|xamman|zaman)(?: wallet)?\b/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  steps: [
    {
      title: 'Open Xaman',
      description: 'Install Xaman (formerly XUMM) on your phone from xaman.app, and open it.',
      clickArea: 'The Xaman app on your phone',
      picture: { kind: 'app', label: 'Xaman' },
    },
    {
      title: 'Create or open your account',
      description:
        'If you create an account, Xaman shows you secret numbers. Write them on paper and keep them to yourself.',
      clickArea: 'The “Add account” button, or your account’s name',
      picture: { kind: 'button', label: 'Add account' },
    },
    {
      title: 'Choose the account',
      description: 'If you have more than one account, choose the one you want your XRP to go to.',
      clickArea: 'The account’s name at the top',
      picture: { kind: 'account', label: 'My account' },
    },
    {
      title: 'Press Request',
      description: 'Press Request (or “Share account”). Xaman shows your address and a QR code.',
      clickArea: 'The “Request” or “Share account” button',
      picture: { kind: 'button', label: 'Request' },
    },
    {
      title: 'Copy your address',
      description: 'Copy the address. It starts with a lowercase r.',
      clickArea: 'The address below the QR code',
      picture: { kind: 'address', label: 'r…' },
    },
  ],
  showAddress: 'Open Xaman, choose your account, and press Request (or “Share account”).',
  tip: 'Xaman is only a phone app. Any “Xaman” for a computer or browser is a scam.',
  destinationTagInfo: {
    text: 'Your own Xaman account has no destination tag. Leave it blank. Only exchanges and other shared wallets need one.',
    ...official('https://help.xaman.app/app/getting-started-with-xaman/sending-tokens-from-xumm'),
  },
  commonErrors: [
    {
      id: 'xumm-now-xaman',
      issue: 'What happened to XUMM?',
      solution: 'XUMM is now called Xaman. It’s the same wallet with the same accounts.',
      ...official('https://xaman.app'),
    },
    {
      id: 'xumm-no-airdrop',
      issue: 'Someone offered me a “Xaman airdrop” or a Xaman app for my computer.',
      solution: 'Neither one exists. Anything with that name is a scam.',
      ...secondary('Warnings from Xaman’s founder in 2026'),
    },
    {
      id: 'xumm-sign-requests',
      issue: 'Xaman asks me to sign something.',
      solution: 'Say no to anything you didn’t start. Ignore gifts and free tokens.',
      ...secondary(
        'https://aped.ai/news/xaman-founder-and-xrp-ledger-dev-warn-of-fake-nft-passes-scam-designed-to-drain-xrp-wallets',
      ),
    },
  ],
};
