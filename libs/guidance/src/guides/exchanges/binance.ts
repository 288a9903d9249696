import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const transferGuide = 'https://emroozi.com/5125.html';

export const binanceGuide: ExchangeGuide = {
  id: 'binance',
  names: /\bbinance(?: us)?\b(?! (?:smart )?chain)/g,
  lastChecked: checkedOn,
  stepsSource: secondary(transferGuide),
  signIn: {
    description: 'Open Binance from your own bookmark, or type its web address yourself.',
    actions: [
      'Check that the address bar shows binance.com (or binance.us in the United States).',
      'Sign in and complete the security check.',
    ],
  },
  withdrawPage: { url: 'https://www.binance.com/en/my/wallet/account/main/withdrawal/crypto/XRP', ...unconfirmed },
  withdraw: {
    description: 'Binance calls this an on-chain withdrawal.',
    actions: [
      'In Binance, open “Wallet,” choose XRP, then press Withdraw.',
      'If Binance asks how to send it, choose “On-chain withdraw.”',
    ],
  },
  confirm: {
    description: 'Binance asks for one or more codes before it sends your XRP.',
    actions: [
      'If Binance asks who will receive it, choose yourself and your own (self-hosted) wallet.',
      'To confirm, enter the codes Binance asks for.',
    ],
  },
  formTip: 'Many fake sites have “binance” in their name. Only the part right before .com or .us counts.',
  network: {
    choose: 'XRP Ledger',
    avoid: ['BNB Smart Chain (BEP20)', 'Ethereum (ERC20)'],
    text: 'Choose the “XRP” network (the “XRP Ledger”).',
    ...secondary(transferGuide),
  },
  tag: {
    text: 'Binance calls the tag “Memo.” You don’t need one, so leave it blank.',
    ...secondary(transferGuide),
  },
  holds: [
    {
      text: 'If you turn off the whitelist to use a new address, Binance may make you wait 24 to 72 hours.',
      minHours: 0,
      maxHours: 72,
      appliesWhen: 'newAddress',
      ...official('https://academy.binance.com/lt/articles/withdrawal-address-whitelist'),
    },
    {
      text: 'After you change your password, Binance usually makes you wait 24 hours. If you change your email or phone, it’s 72 hours.',
      minHours: 24,
      maxHours: 72,
      appliesWhen: 'passwordChanged',
      ...secondary('https://ft-binance.com'),
    },
  ],
  fee: { value: '0.2', ...unconfirmed },
  minimum: unknownAmount,
  commonErrors: [
    {
      id: 'binance-address-not-of-network',
      issue: 'Binance says the address doesn’t match the network.',
      solution: 'Choose the XRP network. An address that starts with r only works on the XRP network.',
      ...unconfirmed,
    },
    {
      id: 'binance-asks-receiver',
      issue: 'Binance asks who will receive the XRP.',
      solution:
        'Binance has to ask in some places, such as the United Kingdom and the European Union. Say it’s your own wallet.',
      ...unconfirmed,
    },
  ],
};
