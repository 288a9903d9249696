import { robinhoodNotice } from '@xrp-bridge/contracts/robinhood';
import { type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const transfers = robinhoodNotice.source;

export const robinhoodGuide: ExchangeGuide = {
  id: 'robinhood',
  names: /\brobin ?hood\b/g,
  lastChecked: robinhoodNotice.lastChecked,
  stepsSource: official(transfers),
  signIn: {
    description: 'The Robinhood app on your phone is the easiest way. The website works too.',
    actions: [
      'If you use a browser, check that the address bar shows robinhood.com.',
      'Sign in. The first time, turn on transfers. Robinhood will check your ID.',
    ],
    again: ['If you use a browser, check that the address bar shows robinhood.com. Then sign in.'],
  },
  withdrawPage: { url: 'https://robinhood.com/crypto/XRP', ...official(transfers) },
  withdraw: {
    description: 'In Robinhood, you send XRP from the XRP page.',
    actions: ['Search for XRP and open its page.', robinhoodNotice.send],
  },
  confirm: {
    description: robinhoodNotice.fee,
    actions: ['If Robinhood asks whose wallet it is, say it’s your own.', 'Submit, then confirm with your code.'],
  },
  formTip: 'The first time, Robinhood can take up to 5 business days to turn on transfers. Start now.',
  formTipAgain: robinhoodNotice.limit,
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'If Robinhood asks for a network, choose “XRP” or “XRP Ledger.”',
    ...unconfirmed,
  },
  tag: {
    text: 'If there’s a field for a tag or memo, leave it blank. You don’t need one.',
    ...unconfirmed,
  },
  holds: [
    {
      text: robinhoodNotice.firstTime,
      minHours: 0,
      maxHours: 168,
      appliesWhen: 'firstTime',
      ...official(transfers),
    },
    {
      text: robinhoodNotice.recentPurchase,
      minHours: 0,
      maxHours: 168,
      appliesWhen: 'recentPurchase',
      ...official(transfers),
    },
  ],
  fee: { value: '0.00001', ...secondary('Guides to Robinhood transfers (network fee only)') },
  minimum: unknownAmount,
  commonErrors: [
    {
      id: 'robinhood-no-send-button',
      issue: 'I don’t see a Send button.',
      solution: 'Turn on crypto transfers in your Robinhood settings first. Robinhood will then check your ID.',
      ...official(transfers),
    },
    {
      id: 'robinhood-daily-limit',
      issue: 'Robinhood won’t send that much in one day.',
      solution: `${robinhoodNotice.limit} Send the rest on another day.`,
      ...official(transfers),
    },
    {
      id: 'robinhood-own-wallet',
      issue: 'Robinhood wants me to prove the wallet is mine.',
      solution: 'In the European Union, Robinhood has to ask. Only answer in its own app or on its own site.',
      ...official('https://robinhood.com/eu'),
    },
    {
      id: 'robinhood-states',
      issue: 'Robinhood doesn’t let me send XRP where I live.',
      solution: 'Some US states may not allow it. Older help pages mention New York.',
      ...secondary('Older guides to Robinhood transfers'),
    },
  ],
};
