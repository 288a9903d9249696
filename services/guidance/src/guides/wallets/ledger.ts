import { checkedOn, official, unconfirmed, type WalletGuide } from '../guide.ts';

const adapter = 'https://xrpdomains.xyz/xrpl-wallet-kit/docs/adapters/ledger';

export const ledgerGuide: WalletGuide = {
  id: 'ledger',
  names: /\bledger(?: (?:nano(?: [sx])?(?: plus)?|stax|flex|live|wallet|device))?\b|\bnano (?:s|x)\b/g,
  lastChecked: checkedOn,
  stepsSource: unconfirmed,
  steps: [
    {
      title: 'Update device and app',
      description:
        'Open Ledger Wallet (formerly Ledger Live) on your computer or phone, connect your device and update both.',
      clickArea: '“My Ledger” in the Ledger Wallet app',
      tips: [
        'Get the app only from ledger.com. No app or website ever needs your 24 words; they go into the device alone.',
      ],
    },
    {
      title: 'Install the XRP app on the device',
      description: 'In “My Ledger” search for XRP and press Install.',
      clickArea: 'The button “Install” beside XRP',
      tips: [],
    },
    {
      title: 'Add an XRP account',
      description: 'Press “Add account” and choose XRP.',
      clickArea: 'The button “Add account”',
      tips: ['A new account looks empty until its first payment arrives. That is normal.'],
    },
    {
      title: 'Press Receive',
      description: 'Choose your XRP account, then open the XRP app on the device when asked.',
      clickArea: 'The button “Receive”',
      tips: ['The XRP app must be open on the device.'],
    },
    {
      title: 'Compare on the device, then copy',
      description: 'Compare the address with the one on the device’s own screen, all of it. Then copy it.',
      clickArea: 'The device’s screen, then “Copy”',
      tips: ['The device’s screen cannot be changed by a virus on your computer. Trust it first.'],
    },
  ],
  destinationTagInfo: {
    text: 'Your Ledger account has an address of its own and needs no destination tag. Leave it empty.',
    ...official('https://xrpl.org/docs/concepts/transactions/source-and-destination-tags'),
  },
  notices: [
    {
      text: 'If an exchange wants a signed message as proof that the wallet is yours: a Ledger device cannot sign messages for XRP. Choose another proof, such as a small deposit.',
      ...official(adapter),
    },
  ],
  commonErrors: [
    {
      id: 'ledger-opens-xrp-app',
      issue: 'Ledger Wallet asks me to open the XRP app.',
      solution: 'Unlock the device and open the XRP app on it, then press Receive again.',
      ...official(adapter),
    },
  ],
};
