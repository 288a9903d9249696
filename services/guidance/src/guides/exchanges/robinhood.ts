import { checkedOn, type ExchangeGuide, noFigure, official, secondary, unconfirmed } from '../guide.ts';

const transfers = 'https://robinhood.com/us/en/support/articles/crypto-transfers/';

export const robinhoodGuide: ExchangeGuide = {
  id: 'robinhood',
  names: /\brobin ?hood\b/g,
  lastChecked: checkedOn,
  stepsSource: official(transfers),
  signIn: {
    title: 'Open Robinhood',
    description: 'The Robinhood app on your phone is the easiest way; the website works too.',
    actions: [
      'In a browser, check that the address bar shows robinhood.com.',
      'Sign in. If you have never sent crypto, enable transfers first: Robinhood checks your ID and 2-step sign-in.',
    ],
    tips: ['Enabling transfers can take up to 5 business days, so start it now.'],
  },
  withdraw: {
    title: 'Open the form to send XRP',
    description: 'Sending starts on XRP’s own page.',
    actions: ['Search for XRP and open its page.', 'Press Send (or Transfer, then Send).'],
    tips: [],
  },
  confirm: {
    title: 'Check and send',
    description: 'Robinhood adds the network fee on top of your amount.',
    actions: [
      'Compare address and amount with this page.',
      'If Robinhood asks whose wallet it is, answer that it is your own.',
      'Submit and confirm with your code.',
    ],
    tips: [],
  },
  network: {
    choose: 'XRP Ledger',
    avoid: [],
    text: 'Robinhood sends XRP on the XRP Ledger. If it asks for a network, choose “XRP” or “XRP Ledger”.',
    ...unconfirmed,
  },
  tag: {
    text: 'If Robinhood shows a field for a tag or memo, leave it empty for your own wallet. A tag is needed only when XRP is sent to Robinhood or another exchange.',
    ...unconfirmed,
  },
  holds: [
    {
      text: 'The first time, Robinhood takes up to 5 business days to enable crypto transfers.',
      minHours: 0,
      maxHours: 168,
      appliesWhen: 'firstTime',
      ...official(transfers),
    },
    {
      text: 'XRP bought with instant funds can be sent after up to 5 business days.',
      minHours: 0,
      maxHours: 168,
      appliesWhen: 'recentPurchase',
      ...official(transfers),
    },
  ],
  fee: { value: '0.00001', ...secondary('Guides to Robinhood transfers: the network’s cost only') },
  minimum: noFigure,
  notices: [
    {
      id: 'robinhood-daily-limit',
      text: 'Robinhood sends at most $5,000 or 10 transfers in 24 hours.',
      ...official(transfers),
    },
    {
      id: 'robinhood-own-wallet',
      text: 'In the European Union Robinhood asks you to prove that the wallet is yours.',
      ...official('https://robinhood.com/eu'),
    },
    {
      id: 'robinhood-states',
      text: 'In some US states sending may not be available; older pages name New York.',
      ...secondary('Older guides to Robinhood transfers'),
    },
  ],
  commonErrors: [
    {
      id: 'robinhood-no-send-button',
      issue: 'There is no Send button.',
      solution:
        'Enable crypto transfers first, in the settings of your Robinhood account, and follow the identity check.',
      ...official(transfers),
    },
  ],
};
