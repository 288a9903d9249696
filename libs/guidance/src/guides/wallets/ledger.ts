import { checkedOn, official, unconfirmed, type WalletGuide } from '../guide.ts';

const adapter = 'https://xrpdomains.xyz/xrpl-wallet-kit/docs/adapters/ledger';

export const ledgerGuide: WalletGuide = {
  id: 'ledger',
  names: /\bledger(?: (?:nano(?: [sx])?(?: plus)?|stax|flex|live|wallet|device))?\b|\bnano (?:s|x)\b/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  steps: [
    {
      title: 'Update your device and app',
      description: 'Open Ledger Wallet, which used to be called Ledger Live. Connect your device and update both.',
      clickArea: '“My Ledger” in the Ledger Wallet app',
      picture: { kind: 'computer', label: 'My Ledger' },
    },
    {
      title: 'Install the XRP app on the device',
      description: 'In “My Ledger,” search for XRP and press Install.',
      clickArea: 'The “Install” button next to XRP',
      picture: { kind: 'computer', label: 'Install' },
    },
    {
      title: 'Add an XRP account',
      description: 'Press “Add account” and choose XRP.',
      clickArea: 'The “Add account” button',
      picture: { kind: 'computer', label: 'Add account' },
    },
    {
      title: 'Press Receive',
      description: 'Press Receive and choose your XRP account. When asked, open the XRP app on your device.',
      clickArea: 'The “Receive” button',
      picture: { kind: 'computer', label: 'Receive' },
    },
    {
      title: 'Check the address, then copy it',
      description: 'Check that the whole address matches the one on your device’s screen. Then copy it.',
      clickArea: 'Your device’s screen, then “Copy”',
      picture: { kind: 'device', label: 'r…' },
    },
  ],
  showAddress: 'Open Ledger Wallet and press Receive. Choose your XRP account and look at your device’s own screen.',
  tip: 'No app or website ever needs your recovery phrase. Only get the app from ledger.com.',
  destinationTagInfo: {
    text: 'Your Ledger account has its own address and doesn’t need a destination tag. Leave it blank.',
    ...official('https://xrpl.org/docs/concepts/transactions/source-and-destination-tags'),
  },
  commonErrors: [
    {
      id: 'ledger-opens-xrp-app',
      issue: 'Ledger Wallet asks me to open the XRP app.',
      solution: 'Unlock your device and open the XRP app on it. Then press Receive again.',
      ...official(adapter),
    },
    {
      id: 'ledger-device-screen',
      issue: 'Why do I have to check the address on my device?',
      solution:
        'A virus on your computer can’t change what your device shows. If the addresses differ, trust the device.',
      ...unconfirmed,
    },
    {
      id: 'ledger-looks-empty',
      issue: 'My new Ledger account looks empty.',
      solution: 'That’s normal. It stays empty until its first payment arrives.',
      ...unconfirmed,
    },
    {
      id: 'ledger-cannot-sign',
      issue: 'My exchange wants a signed message to prove the wallet is mine.',
      solution: 'A Ledger device can’t sign messages for XRP. Choose a small deposit as proof instead.',
      ...official(adapter),
    },
  ],
};
