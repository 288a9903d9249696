import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const comparison = secondary('Our comparison of eleven exchanges');

/** The guide for exchanges that are not in our list. */
export const otherGuide: ExchangeGuide = {
  id: 'other',
  names: null,
  lastChecked: checkedOn,
  stepsSource: comparison,
  signIn: {
    description: 'Open it from your own bookmark, or type the address yourself.',
    actions: [
      'Check that the address bar shows your exchange’s name, and nothing added to it.',
      'Sign in and finish the security check.',
    ],
  },
  withdrawPage: null,
  withdraw: {
    description: 'Exchanges call it Withdraw, Send or Transfer.',
    actions: [
      'Open your wallet or portfolio and choose XRP.',
      'Press Withdraw, Send or Transfer. Choose an external wallet.',
    ],
  },
  confirm: {
    description: 'Your exchange shows everything once more before it sends.',
    actions: [
      'If it asks whose wallet it is, answer that it is your own (self-hosted).',
      'Confirm by code and e-mail.',
    ],
  },
  formTip: 'Do not open an exchange from an advert or a link in a message.',
  network: {
    choose: 'XRP Ledger',
    avoid: ['BNB Smart Chain (BEP20)', 'Base', 'Ethereum (ERC20)'],
    text: 'Choose the network “XRP Ledger” or “XRP”.',
    ...comparison,
  },
  tag: {
    text: 'You need no tag or memo: leave it empty, or choose “no tag”.',
    ...official('https://xrpl.org/docs/concepts/transactions/source-and-destination-tags'),
  },
  holds: [
    {
      text: 'A new address can wait. Among the exchanges we know it is up to 7 days.',
      minHours: 0,
      maxHours: 168,
      appliesWhen: 'newAddress',
      ...comparison,
    },
    {
      text: 'After a new password some exchanges wait. Among those we know it is up to 5 days.',
      minHours: 0,
      maxHours: 120,
      appliesWhen: 'passwordChanged',
      ...comparison,
    },
    {
      text: 'XRP bought by card or bank can be held. At eToro it is 30 to 60 days after the first deposit.',
      minHours: 0,
      maxHours: 1440,
      appliesWhen: 'recentPurchase',
      ...official('eToro help 1306615492'),
    },
  ],
  fee: unknownAmount,
  minimum: unknownAmount,
  commonErrors: [
    {
      id: 'other-only-other-networks',
      issue: 'My exchange offers XRP only over BNB Smart Chain, Base or Ethereum.',
      solution:
        'It would send another token there, and your address does not exist on them. Do not send that way. Ask the exchange, inside its own site, for the network XRP Ledger.',
      ...comparison,
    },
    {
      id: 'other-trading-account',
      issue: 'My exchange shows XRP, but none that I can send.',
      solution: 'Move it from the trading account to the main or funding account first.',
      ...comparison,
    },
    {
      id: 'other-cannot-send',
      issue: 'My app has no Send or Withdraw for XRP.',
      solution: 'Some apps let you buy XRP but not send it away. Ask the exchange, inside its own site.',
      ...unconfirmed,
    },
  ],
};
