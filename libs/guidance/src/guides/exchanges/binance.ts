import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const transferGuide = 'https://emroozi.com/5125.html';

export const binanceGuide: ExchangeGuide = {
  id: 'binance',
  names: /\bbinance(?: us)?\b(?! (?:smart )?chain)/g,
  lastChecked: checkedOn,
  stepsSource: secondary(transferGuide),
  signIn: {
    description: 'Open Binance from your own bookmark, or type the address yourself.',
    actions: [
      'Check that the address bar shows binance.com (in the United States binance.us).',
      'Sign in and finish the security check.',
    ],
  },
  withdrawPage: { url: 'https://www.binance.com/en/my/wallet/account/main/withdrawal/crypto/XRP', ...unconfirmed },
  withdraw: {
    description: 'Binance calls this an on-chain withdrawal.',
    actions: ['Open your wallet, choose XRP, then Withdraw.', 'If Binance asks how, choose “On-chain withdraw”.'],
  },
  confirm: {
    description: 'Binance asks for one or more codes before it sends.',
    actions: [
      'If Binance asks who receives it, choose yourself and your own (self-hosted) wallet.',
      'Confirm with the codes that Binance asks for.',
    ],
  },
  formTip: 'Many false sites have “binance” in their name. Only the part just before .com or .us counts.',
  network: {
    choose: 'XRP Ledger',
    avoid: ['BNB Smart Chain (BEP20)', 'Ethereum (ERC20)'],
    text: 'Choose the network “XRP” (XRP Ledger).',
    ...secondary(transferGuide),
  },
  tag: {
    text: 'Binance calls the tag “Memo”. You need none: leave it empty.',
    ...secondary(transferGuide),
  },
  holds: [
    {
      text: 'If you switch the whitelist off for a new address, Binance can wait 24 to 72 hours.',
      minHours: 0,
      maxHours: 72,
      appliesWhen: 'newAddress',
      ...official('https://academy.binance.com/lt/articles/withdrawal-address-whitelist'),
    },
    {
      text: 'After a new password Binance is said to wait 24 hours. After a new e-mail address or phone it is 72 hours.',
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
      issue: 'Binance says that the address does not match the network.',
      solution: 'Choose the network XRP. An address that begins with r belongs to the XRP Ledger only.',
      ...unconfirmed,
    },
    {
      id: 'binance-asks-receiver',
      issue: 'Binance asks who will receive the XRP.',
      solution:
        'It has to ask in some places, such as the United Kingdom and the European Union. Answer that it is your own wallet.',
      ...unconfirmed,
    },
  ],
};
