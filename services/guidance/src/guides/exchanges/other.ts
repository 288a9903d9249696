import { checkedOn, type ExchangeGuide, noFigure, official, secondary, unconfirmed } from '../guide.ts';

const comparison = secondary('Our comparison of eleven exchanges');

/** For an exchange that is not in our list. */
export const otherGuide: ExchangeGuide = {
  id: 'other',
  names: null,
  lastChecked: checkedOn,
  stepsSource: comparison,
  signIn: {
    title: 'Sign in to your exchange',
    description: 'Open it from your own bookmark, or type the address yourself.',
    actions: [
      'Check that the address bar shows exactly your exchange’s name, without extra letters or words.',
      'Sign in and finish the security check.',
    ],
    tips: ['Do not reach an exchange through an advertisement or a link in a message.'],
  },
  withdraw: {
    title: 'Open the form to withdraw XRP',
    description: 'Exchanges call it Withdraw, Send or Transfer.',
    actions: [
      'Open your wallet or portfolio and choose XRP.',
      'Press Withdraw, Send or Transfer, and choose an external wallet or crypto address.',
    ],
    tips: ['If your XRP is in a trading account, move it to the main or funding account first.'],
  },
  confirm: {
    title: 'Check and send',
    description: 'Your exchange shows everything once more before it sends.',
    actions: [
      'Compare address, network and amount with this page.',
      'If it asks whose wallet it is, answer that it is your own, self-hosted wallet.',
      'Confirm by code and e-mail.',
    ],
    tips: [],
  },
  network: {
    choose: 'XRP Ledger',
    avoid: ['BNB Smart Chain (BEP20)', 'Base', 'Ethereum (ERC20)'],
    text: 'Choose the network “XRP Ledger” or “XRP”. Other networks, such as BNB Smart Chain or Base, carry other tokens that your address cannot receive.',
    ...comparison,
  },
  tag: {
    text: 'For your own wallet leave the field for a tag or memo empty, or choose “no tag”.',
    ...official('https://xrpl.org/docs/concepts/transactions/source-and-destination-tags'),
  },
  holds: [
    {
      text: 'A new address can wait; among the exchanges we know it is from nothing to 7 days.',
      minHours: 0,
      maxHours: 168,
      appliesWhen: 'newAddress',
      ...comparison,
    },
    {
      text: 'After a new password withdrawals can pause; among the exchanges we know it is up to 5 days.',
      minHours: 0,
      maxHours: 120,
      appliesWhen: 'passwordChanged',
      ...comparison,
    },
    {
      text: 'XRP bought by card or bank can be held; at eToro it is 30 to 60 days after the first deposit.',
      minHours: 0,
      maxHours: 1440,
      appliesWhen: 'recentPurchase',
      ...official('eToro help 1306615492'),
    },
  ],
  fee: noFigure,
  minimum: noFigure,
  notices: [
    {
      text: 'Some apps let you buy XRP but not send it away. If there is no Send or Withdraw for XRP, ask the exchange inside its own site.',
      ...unconfirmed,
    },
  ],
  commonErrors: [
    {
      id: 'other-only-other-networks',
      issue: 'My exchange offers XRP only over BNB Smart Chain, Base or Ethereum.',
      solution:
        'Over them it would send another token, which an address that begins with r cannot receive. Do not withdraw that way; ask the exchange, inside its own site, for the network XRP Ledger.',
      ...comparison,
    },
  ],
};
