import { checkedOn, type ExchangeGuide, noFigure, official, unconfirmed } from '../guide.ts';

const withdrawing = 'https://help.crypto.com/en/articles/2500695';
const tagHelp = 'https://help.crypto.com/en/articles/3957426';

export const cryptocomGuide: ExchangeGuide = {
  id: 'cryptocom',
  names: /\bcryptocom\b|\bcrypto (?:dot )?com\b/g,
  lastChecked: checkedOn,
  stepsSource: official(withdrawing),
  signIn: {
    title: 'Open Crypto.com',
    description: 'Most people hold their XRP in the Crypto.com App. Use the app you installed yourself.',
    actions: ['In a browser, check that the address bar shows crypto.com.', 'Sign in and finish the security check.'],
    tips: [
      'The “Crypto.com Onchain” wallet is another app. Your XRP is in the main Crypto.com App or in the Exchange.',
    ],
  },
  withdraw: {
    title: 'Add your address, then open the withdrawal',
    description: 'Crypto.com sends only to addresses that you have put on your whitelist.',
    actions: [
      'Open Accounts, then Crypto Wallet, then Transfer, then Withdraw.',
      'Choose External Wallet and add your address to the whitelist.',
      'Confirm it the way Crypto.com asks, usually by e-mail. Then choose the address and XRP.',
    ],
    tips: [],
  },
  confirm: {
    title: 'Check and send',
    description: 'Crypto.com checks each withdrawal before it sends it.',
    actions: ['Compare address, network and amount with this page.', 'Confirm with the codes Crypto.com asks for.'],
    tips: [],
  },
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'Choose the network “XRP Ledger” (also shown as “XRP”).',
    ...unconfirmed,
  },
  tag: {
    text: 'Crypto.com’s own rule: if you own the recovery phrase of the wallet, it needs no tag. Leave it empty, or choose that no tag is needed.',
    ...official(tagHelp),
  },
  holds: [
    {
      text: 'New whitelist addresses wait 24 hours if you have switched on that lock.',
      minHours: 0,
      maxHours: 24,
      appliesWhen: 'newAddress',
      ...official('https://help.crypto.com/en/articles/6006803'),
    },
    {
      text: 'Crypto.com takes up to 2 or 3 hours to process a withdrawal.',
      minHours: 0,
      maxHours: 3,
      appliesWhen: 'always',
      ...official(withdrawing),
    },
  ],
  fee: noFigure,
  minimum: noFigure,
  notices: [
    {
      id: 'cryptocom-old-reserve',
      text: 'A help page of Crypto.com still names 10 XRP to activate a wallet. That was the ledger’s rule until December 2024.',
      ...official(tagHelp),
    },
  ],
  commonErrors: [
    {
      id: 'cryptocom-address-not-in-list',
      issue: 'My address is not in the list.',
      solution: 'Add it to the whitelist first, and confirm it the way Crypto.com asks.',
      ...official(withdrawing),
    },
  ],
};
