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
      description: 'Open Ledger Wallet (once called Ledger Live). Connect your device and update both.',
      clickArea: '“My Ledger” in the Ledger Wallet app',
      picture: { kind: 'computer', label: 'My Ledger' },
    },
    {
      title: 'Install the XRP app on the device',
      description: 'In “My Ledger” search for XRP and press Install.',
      clickArea: 'The button “Install” beside XRP',
      picture: { kind: 'computer', label: 'Install' },
    },
    {
      title: 'Add an XRP account',
      description: 'Press “Add account” and choose XRP.',
      clickArea: 'The button “Add account”',
      picture: { kind: 'computer', label: 'Add account' },
    },
    {
      title: 'Press Receive',
      description: 'Press Receive and choose your XRP account. Open the XRP app on the device when asked.',
      clickArea: 'The button “Receive”',
      picture: { kind: 'computer', label: 'Receive' },
    },
    {
      title: 'Compare on the device, then copy',
      description: 'Compare the address with the one on the device’s own screen, all of it. Then copy it.',
      clickArea: 'The device’s screen, then “Copy”',
      picture: { kind: 'device', label: 'r…' },
    },
  ],
  showAddress: 'Open Ledger Wallet and press Receive. Choose your XRP account and look at the device’s own screen.',
  tip: 'No app or website ever needs your 24 words. Get the app only from ledger.com.',
  destinationTagInfo: {
    text: 'Your Ledger account has an address of its own and needs no destination tag. Leave it empty.',
    ...official('https://xrpl.org/docs/concepts/transactions/source-and-destination-tags'),
  },
  commonErrors: [
    {
      id: 'ledger-opens-xrp-app',
      issue: 'Ledger Wallet asks me to open the XRP app.',
      solution: 'Unlock the device and open the XRP app on it, then press Receive again.',
      ...official(adapter),
    },
    {
      id: 'ledger-device-screen',
      issue: 'Why must I compare the address on the device?',
      solution: 'A virus on your computer cannot change what the device shows. Trust that screen first.',
      ...unconfirmed,
    },
    {
      id: 'ledger-looks-empty',
      issue: 'My new Ledger account looks empty.',
      solution: 'It does until its first payment arrives. That is normal.',
      ...unconfirmed,
    },
    {
      id: 'ledger-cannot-sign',
      issue: 'My exchange wants a signed message as proof that the wallet is mine.',
      solution: 'A Ledger device cannot sign messages for XRP. Choose a small deposit as the proof.',
      ...official(adapter),
    },
  ],
};
