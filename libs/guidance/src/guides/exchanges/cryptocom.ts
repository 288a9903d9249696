import { checkedOn, type ExchangeGuide, official, unconfirmed, unknownAmount } from '../guide.ts';

const withdrawing = 'https://help.crypto.com/en/articles/2500695';
const tagHelp = 'https://help.crypto.com/en/articles/3957426';

export const cryptocomGuide: ExchangeGuide = {
  id: 'cryptocom',
  names: /\bcryptocom\b|\bcrypto (?:dot )?com\b/g,
  lastChecked: checkedOn,
  stepsSource: official(withdrawing),
  signIn: {
    description: 'Most people keep their XRP in the Crypto.com App. Use the app you installed yourself.',
    actions: ['Open your own app. If you use a browser, check that the address bar shows crypto.com.'],
  },
  withdrawPage: {
    url: 'https://crypto.com/exchange/wallets/spot/balances',
    ...official('https://help.crypto.com/en/articles/3511870'),
  },
  withdraw: {
    description: 'Crypto.com only sends to addresses on your whitelist.',
    actions: [
      'Open “Accounts,” “Crypto Wallet,” “Transfer,” then “Withdraw.”',
      'Choose “External Wallet.” The first time, add your address to the whitelist.',
      'Confirm it the way Crypto.com asks, often by email. Then choose the address, then XRP.',
    ],
    again: [
      'Open “Accounts,” “Crypto Wallet,” “Transfer,” then “Withdraw.”',
      'Choose “External Wallet,” then the address you added, then XRP.',
    ],
  },
  confirm: {
    description: 'Crypto.com checks each withdrawal before sending it.',
    actions: ['To confirm, enter the codes Crypto.com asks for.'],
  },
  formTip: 'The “Crypto.com Onchain” wallet is a separate app. Your XRP is in the main app or in the Exchange.',
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'Choose the “XRP Ledger” network (also shown as “XRP”).',
    ...unconfirmed,
  },
  tag: {
    text: 'Leave the tag blank. If you hold the recovery phrase, your wallet doesn’t need a tag.',
    ...official(tagHelp),
  },
  holds: [
    {
      text: 'If you turned on the whitelist lock, you have to wait 24 hours to use a new address.',
      minHours: 0,
      maxHours: 24,
      appliesWhen: 'newAddress',
      ...official('https://help.crypto.com/en/articles/6006803'),
    },
    {
      text: 'Crypto.com can take up to 3 hours to process a withdrawal.',
      minHours: 0,
      maxHours: 3,
      appliesWhen: 'always',
      ...official(withdrawing),
    },
  ],
  fee: unknownAmount,
  minimum: unknownAmount,
  commonErrors: [
    {
      id: 'cryptocom-address-not-in-list',
      issue: 'My address isn’t on the list.',
      solution: 'Add it to the whitelist first, and confirm it the way Crypto.com asks.',
      ...official(withdrawing),
    },
    {
      id: 'cryptocom-old-reserve',
      issue: 'Crypto.com’s help page says it takes 10 XRP to activate a wallet.',
      solution: 'That was the rule until December 2024. The reserve is much smaller now.',
      ...official(tagHelp),
    },
  ],
};
