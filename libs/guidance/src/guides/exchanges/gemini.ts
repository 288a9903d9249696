import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const addressBook = 'https://support.gemini.com/hc/en-us/articles/35332177226779';

export const geminiGuide: ExchangeGuide = {
  id: 'gemini',
  names: /\bgemini\b/g,
  lastChecked: checkedOn,
  stepsSource: official(addressBook),
  signIn: {
    description: 'Open Gemini from your own bookmark, or type gemini.com yourself.',
    actions: ['Check that the address bar shows gemini.com.', 'Sign in and enter your 2\u2011step code.'],
  },
  withdrawPage: { url: 'https://exchange.gemini.com/transfer/withdraw', ...unconfirmed },
  withdraw: {
    description: 'You can save your address in Gemini’s Address Book first.',
    actions: [
      'To save it, open Settings, then Address Book, then “Add address.”',
      'Press Transfer, then Withdraw, and choose XRP.',
    ],
  },
  confirm: {
    description: 'Gemini asks you to approve each withdrawal.',
    actions: [
      'If Gemini asks where your XRP is going, choose “A self-hosted wallet” and say it’s yours.',
      'Approve it on your phone or with a code.',
    ],
  },
  formTip:
    'You can’t withdraw XRP from Gemini in the European Union and the EEA. If you live there, ask Gemini before you continue.',
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'If Gemini asks for a network, choose “XRP Ledger” or “XRP.”',
    ...unconfirmed,
  },
  tag: {
    text: 'Gemini shows a field for a tag. You don’t need one, so leave it blank.',
    ...unconfirmed,
  },
  holds: [
    {
      text: 'If Withdrawal Protection is on, you have to wait 7 days to use a new address. If it’s off, a new address works right away.',
      minHours: 0,
      maxHours: 168,
      appliesWhen: 'newAddress',
      ...official('https://support.gemini.com/hc/en-us/articles/360001411543'),
    },
  ],
  fee: unknownAmount,
  minimum: unknownAmount,
  commonErrors: [
    {
      id: 'gemini-europe',
      issue: 'I live in the European Union. Can I send XRP from Gemini?',
      solution:
        'No. Since the end of 2024, you can’t withdraw XRP from Gemini in the European Union and the EEA. You can only withdraw Bitcoin, Ether, and ERC-20 tokens. Ask Gemini before you continue.',
      ...official('https://support.gemini.com/hc/en-us/articles/31698227634715'),
    },
    {
      id: 'gemini-singapore',
      issue: 'Gemini wants proof that the wallet is mine.',
      solution:
        'In Singapore, Gemini asks for a small test deposit or a signed message. A Ledger device can’t sign this kind of message, so choose the small deposit.',
      ...official('https://support.gemini.com/hc/en-us/articles/35431838814747'),
    },
    {
      id: 'gemini-exchange-not-supported',
      issue: 'Gemini says “Exchange not supported.”',
      solution: 'Gemini thinks your address belongs to another exchange. Check that it’s from your own wallet.',
      ...official('https://support.gemini.com/hc/en-us/articles/31698227634715'),
    },
    {
      id: 'gemini-cannot-change-addresses',
      issue: 'I can’t change approved addresses in the Gemini app.',
      solution: 'Use Gemini’s website. The app only lets you view them.',
      ...secondary('https://support.gemini.com/hc/en-us/articles/360001411543, an earlier version'),
    },
  ],
};
