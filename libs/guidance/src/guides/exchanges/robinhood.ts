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
      'In a browser, check that the address bar shows robinhood.com.',
      'Sign in. The first time, enable transfers: Robinhood checks your ID.',
    ],
    again: ['In a browser, check that the address bar shows robinhood.com. Then sign in.'],
  },
  withdrawPage: { url: 'https://robinhood.com/crypto/XRP', ...official(transfers) },
  withdraw: {
    description: 'Sending starts on XRP’s own page.',
    actions: ['Search for XRP and open its page.', robinhoodNotice.send],
  },
  confirm: {
    description: robinhoodNotice.fee,
    actions: [
      'If Robinhood asks whose wallet it is, answer that it is your own.',
      'Submit, and confirm with your code.',
    ],
  },
  formTip: 'The first time, Robinhood can take 5 business days to enable transfers. Start it now.',
  formTipAgain: robinhoodNotice.limit,
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'If Robinhood asks for a network, choose “XRP” or “XRP Ledger”.',
    ...unconfirmed,
  },
  tag: {
    text: 'If there is a field for a tag or memo, leave it empty. You need none.',
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
  fee: { value: '0.00001', ...secondary('Guides to Robinhood transfers: the network’s cost only') },
  minimum: unknownAmount,
  commonErrors: [
    {
      id: 'robinhood-no-send-button',
      issue: 'There is no Send button.',
      solution:
        'Enable crypto transfers first. You find this in the settings at Robinhood. Robinhood then checks who you are.',
      ...official(transfers),
    },
    {
      id: 'robinhood-daily-limit',
      issue: 'Robinhood does not send so much in one day.',
      solution: `${robinhoodNotice.limit} Send the rest on another day.`,
      ...official(transfers),
    },
    {
      id: 'robinhood-own-wallet',
      issue: 'Robinhood asks me to prove that the wallet is mine.',
      solution: 'In the European Union it has to ask. Do it inside Robinhood’s own app or site only.',
      ...official('https://robinhood.com/eu'),
    },
    {
      id: 'robinhood-states',
      issue: 'Robinhood does not offer sending where I live.',
      solution: 'In some US states sending may not be available. Older pages name New York.',
      ...secondary('Older guides to Robinhood transfers'),
    },
  ],
};
