import { checkedOn, official, secondary, unconfirmed, type WalletGuide } from '../guide.ts';

export const xummGuide: WalletGuide = {
  id: 'xumm',
  names: /\b(?:xum+|zum+|xaman|xamman|zaman)(?: wallet)?\b/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  steps: [
    {
      title: 'Open Xaman',
      description: 'Install Xaman (once called XUMM) on your phone from xaman.app, and open it.',
      clickArea: 'The Xaman app on your phone',
      picture: { kind: 'app', label: 'Xaman' },
    },
    {
      title: 'Create or open your account',
      description: 'A new account shows you secret numbers. Write them on paper and keep them to yourself.',
      clickArea: 'The button “Add account”, or your account’s name',
      picture: { kind: 'button', label: 'Add account' },
    },
    {
      title: 'Choose the account',
      description: 'If you have several accounts, choose the one that should receive your XRP.',
      clickArea: 'The account’s name at the top',
      picture: { kind: 'account', label: 'My account' },
    },
    {
      title: 'Press Request',
      description: 'Press Request (or “Share account”). Xaman shows your address and a QR code.',
      clickArea: 'The button “Request” or “Share account”',
      picture: { kind: 'button', label: 'Request' },
    },
    {
      title: 'Copy your address',
      description: 'Copy the address. It begins with a small r.',
      clickArea: 'The address below the QR code',
      picture: { kind: 'address', label: 'r…' },
    },
  ],
  showAddress: 'Open Xaman, choose your account and press Request (or “Share account”).',
  tip: 'Xaman is a phone app only. A “Xaman” for a computer or browser is a fraud.',
  destinationTagInfo: {
    text: 'Your own Xaman account has no destination tag: leave it empty. Only exchanges and other shared wallets need one.',
    ...official('https://help.xaman.app/app/getting-started-with-xaman/sending-tokens-from-xumm'),
  },
  commonErrors: [
    {
      id: 'xumm-now-xaman',
      issue: 'I am looking for XUMM.',
      solution: 'XUMM is called Xaman now. It is the same wallet with the same accounts.',
      ...official('https://xaman.app'),
    },
    {
      id: 'xumm-no-airdrop',
      issue: 'Somebody offers me a “Xaman airdrop” or a Xaman for my computer.',
      solution: 'There is none. Whatever carries that name is a fraud.',
      ...secondary('Warnings by Xaman’s founder in 2026'),
    },
    {
      id: 'xumm-sign-requests',
      issue: 'Xaman asks me to sign something.',
      solution: 'Decline what you did not start yourself. Leave gifts and free passes alone.',
      ...secondary(
        'https://aped.ai/news/xaman-founder-and-xrp-ledger-dev-warn-of-fake-nft-passes-scam-designed-to-drain-xrp-wallets',
      ),
    },
  ],
};
