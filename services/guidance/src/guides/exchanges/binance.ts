import { checkedOn, type ExchangeGuide, noFigure, official, secondary, unconfirmed } from '../guide.ts';

const transferGuide = 'https://emroozi.com/5125.html';

export const binanceGuide: ExchangeGuide = {
  id: 'binance',
  names: /\bbinance(?: us)?\b(?! (?:smart )?chain)/g,
  lastChecked: checkedOn,
  stepsSource: secondary(transferGuide),
  signIn: {
    title: 'Sign in to Binance',
    description: 'Open Binance from your own bookmark, or type the address yourself.',
    actions: [
      'Check that the address bar shows binance.com (binance.us if your account is in the United States).',
      'Sign in and finish the security check.',
    ],
    tips: ['Many look-alike sites have “binance” in their name. Only the part just before .com or .us counts.'],
  },
  withdraw: {
    title: 'Open the form to withdraw XRP',
    description: 'Binance calls this an on-chain withdrawal.',
    actions: ['Open your wallet, choose XRP, then Withdraw.', 'Choose “On-chain withdraw” if Binance asks how.'],
    tips: [],
  },
  confirm: {
    title: 'Check and send',
    description: 'Binance asks for one or more codes before it sends.',
    actions: [
      'Compare address, network and amount with this page.',
      'If Binance asks who receives it, choose yourself and an own or self-hosted wallet.',
      'Confirm with the codes Binance asks for.',
    ],
    tips: [],
  },
  network: {
    choose: 'XRP Ledger',
    avoid: ['BNB Smart Chain (BEP20)', 'Ethereum (ERC20)'],
    text: 'Choose the network “XRP” (XRP Ledger), not BNB Smart Chain (BEP20): an XRP address does not exist there.',
    ...secondary(transferGuide),
  },
  tag: {
    text: 'Binance shows a field “Memo” or “Tag”. For your own wallet leave it empty and confirm that no memo is needed.',
    ...secondary(transferGuide),
  },
  holds: [
    {
      text: 'If you switch the withdrawal whitelist off to use a new address, withdrawals can pause for 24 to 72 hours.',
      minHours: 0,
      maxHours: 72,
      appliesWhen: 'newAddress',
      ...official('https://academy.binance.com/lt/articles/withdrawal-address-whitelist'),
    },
    {
      text: 'After a new password or a new 2-step method withdrawals are said to pause for 24 hours, after a new e-mail address or phone for 72 hours.',
      minHours: 24,
      maxHours: 72,
      appliesWhen: 'passwordChanged',
      ...secondary('https://ft-binance.com'),
    },
  ],
  fee: { value: '0.2', ...unconfirmed },
  minimum: noFigure,
  notices: [
    {
      text: 'In the United Kingdom, the European Union and some other places Binance asks who will receive the XRP. Answer that it is your own wallet.',
      ...unconfirmed,
    },
  ],
  commonErrors: [
    {
      id: 'binance-address-not-of-network',
      issue: 'Binance says that the address does not match the network.',
      solution: 'Choose the network XRP. An address that begins with r belongs to the XRP Ledger only.',
      ...unconfirmed,
    },
  ],
};
