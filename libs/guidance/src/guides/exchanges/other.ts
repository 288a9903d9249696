import { checkedOn, type ExchangeGuide, official, secondary, unconfirmed, unknownAmount } from '../guide.ts';

const comparison = secondary('Our comparison of eleven exchanges');

/** The guide for exchanges that are not in our list. */
export const otherGuide: ExchangeGuide = {
  id: 'other',
  names: null,
  lastChecked: checkedOn,
  stepsSource: comparison,
  signIn: {
    description: 'Open your exchange from your own bookmark, or type its web address.',
    actions: [
      'Check that the address bar shows your exchange’s name, with nothing added to it.',
      'Sign in and complete the security check.',
    ],
  },
  withdrawPage: null,
  withdraw: {
    description: 'Look for Withdraw, Send, or Transfer.',
    actions: [
      'On your exchange, open the page with your coins and choose XRP.',
      'Press Withdraw, Send, or Transfer. Choose an external wallet.',
    ],
  },
  confirm: {
    description: 'Your exchange shows you everything one more time before it sends.',
    actions: ['If it asks whose wallet it is, say it’s your own (self-hosted).', 'Confirm by code, email, or both.'],
  },
  formTip: 'Don’t open an exchange from an ad or from a link in a message.',
  network: {
    choose: 'XRP Ledger',
    avoid: ['BNB Smart Chain (BEP20)', 'Base', 'Ethereum (ERC20)'],
    text: 'Choose the “XRP Ledger” or “XRP” network.',
    ...comparison,
  },
  tag: {
    text: 'You don’t need a tag or memo. Leave it blank, or choose “no tag.”',
    ...official('https://xrpl.org/docs/concepts/transactions/source-and-destination-tags'),
  },
  holds: [
    {
      text: 'You may have to wait to use a new address. On the exchanges we know, it’s up to 7 days.',
      minHours: 0,
      maxHours: 168,
      appliesWhen: 'newAddress',
      ...comparison,
    },
    {
      text: 'Some exchanges make you wait after a password change. On those we know, it’s up to 5 days.',
      minHours: 0,
      maxHours: 120,
      appliesWhen: 'passwordChanged',
      ...comparison,
    },
    {
      text: 'XRP you bought with a card or bank account may be on hold. On eToro, it’s 30 to 60 days after your first deposit.',
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
      issue: 'My exchange only offers XRP on BNB Smart Chain, Base, or Ethereum.',
      solution:
        'Don’t send it that way. You’d send a different token, and your address doesn’t exist on those networks. Go to the exchange’s own site and ask for the “XRP Ledger” network.',
      ...comparison,
    },
    {
      id: 'other-trading-account',
      issue: 'My exchange shows XRP, but won’t let me send any.',
      solution: 'If your XRP is in a trading account, move it to your main or funding account first.',
      ...comparison,
    },
    {
      id: 'other-cannot-send',
      issue: 'My app has no Send or Withdraw button for XRP.',
      solution: 'Some apps let you buy XRP but not send it. Ask the exchange about this on its own site.',
      ...unconfirmed,
    },
  ],
};
