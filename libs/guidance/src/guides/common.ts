import { type CommonError, type Fact, official, secondary, unconfirmed } from './guide.ts';

// Facts for every exchange and every wallet.

const reserves = 'https://xrpl.org/docs/concepts/accounts/reserves';
const tags = 'https://xrpl.org/docs/concepts/transactions/source-and-destination-tags';

export const ownWalletTagFact: Fact = {
  text: 'Your own wallet doesn’t need a destination tag, because its address is yours alone. Only exchanges and other shared wallets use tags.',
  ...official(tags),
};

export const reserveFact: Fact = {
  text: 'Every XRP wallet keeps a small reserve: 1 XRP as of Nov 20, 2026. It’s still yours, but you can’t send it. A first payment smaller than the reserve will fail.',
  ...official(reserves),
};

export const networkFeeFact: Fact = {
  text: 'The XRP network charges 0.00001 XRP per payment, or a little more when it’s busy. Your exchange pays that, and usually charges its own fee.',
  ...official('https://xrpl.org/docs/concepts/transactions/transaction-cost'),
};

export const arrivalFact: Fact = {
  text: 'On the XRP network, a payment takes about 5 seconds. Most of the wait is your exchange checking the withdrawal.',
  ...official('https://xrpl.org/docs/concepts/ledgers/ledger-close-times'),
};

const watchFact: Fact = {
  text: 'Your guide watches for XRP at your address for 14 days. It’ll show you when your XRP arrives. You can close the page and come back. If you gave us your email address, we’ll email you too.',
  ...official('How our service works'),
};

export const keysFact: Fact = {
  text: 'No one needs your recovery phrase, secret key, or secret numbers to help you. Never type them on a website, and never share them with anyone.',
  ...official('Our own rule'),
};

export const fakeSupportFact: Fact = {
  text: 'We never call you or message you first, and we have no phone line. Phone numbers for exchange support are often scams. Use the help page on your exchange’s own site instead.',
  ...secondary('Searches for exchange support in November 2026'),
};

export const giftsFact: Fact = {
  text: 'Once your XRP arrives, gifts, tokens, or messages may show up in your wallet. Ignore them. They’re a common trick to get you to sign something.',
  ...secondary(
    'https://aped.ai/news/xaman-founder-and-xrp-ledger-dev-warn-of-fake-nft-passes-scam-designed-to-drain-xrp-wallets',
  ),
};

/** Error messages that any exchange's withdrawal form may show. */
export const exchangeErrors: readonly CommonError[] = [
  {
    id: 'address-invalid',
    issue: 'The exchange says the address is invalid.',
    solution:
      'Copy the address again from your wallet. It starts with a lowercase r. Some exchanges also won’t take an address that’s new, or that isn’t 34 characters long. If that happens, contact support on the exchange’s own site.',
    ...official('https://support.bc-vault.com/support/solutions/articles/43000559208'),
  },
  {
    id: 'tag-insisted',
    issue: 'The exchange insists on a destination tag.',
    solution:
      'Look for “No tag,” “I don’t need a tag,” or a box to check. If there isn’t one, you can enter any number, such as 1. Your own wallet ignores it. Never do this when you send to an exchange.',
    ...official('https://coinomi.freshdesk.com/support/solutions/articles/29000027368'),
  },
  {
    id: 'below-minimum',
    issue: 'The form says the amount is too low.',
    solution: 'Enter a larger amount. The withdrawal form shows the exchange’s minimum and fee before you confirm.',
    ...unconfirmed,
  },
  {
    id: 'balance-too-low',
    issue: 'The form says my balance is too low.',
    solution:
      'Leave room for the fee, or choose “Max.” You can’t send XRP from an open order or a recent purchase yet. If your XRP is in a trading account, move it to the funding account first.',
    ...unconfirmed,
  },
  {
    id: 'whitelist',
    issue: 'My address has to be on a whitelist, address book, or allow list.',
    solution:
      'Add your address there and confirm it by email or code. If the exchange makes you wait, no one can make the wait shorter. Anyone who offers to is a scammer.',
    ...unconfirmed,
  },
  {
    id: 'on-hold',
    issue: 'Withdrawals are on hold.',
    solution:
      'This can happen if you just changed your password or device. It can also happen if you just bought XRP with a card or bank account. Your XRP is safe. Your exchange shows when the hold ends. Come back then.',
    ...unconfirmed,
  },
  {
    id: 'suspended',
    issue: 'The exchange has paused XRP withdrawals.',
    solution:
      'The exchange may be working on its connection to the XRP network. Try again later, and don’t choose a different network.',
    ...unconfirmed,
  },
  {
    id: 'limit-exceeded',
    issue: 'The exchange says I’ve hit a limit, or wants to check my ID.',
    solution: 'Send a smaller amount today, or complete the ID check on your exchange’s own site.',
    ...unconfirmed,
  },
  {
    id: 'sent-not-arrived',
    issue: 'The exchange says “sent,” but nothing has arrived.',
    solution:
      'Open the withdrawal’s details and copy the transaction hash. If there isn’t one, the exchange hasn’t sent your XRP yet. If there is one, paste it into your guide. We’ll look it up and tell you in plain words whether the payment went through. If it failed, your XRP is still at the exchange. It may take up to a day to show up there.',
    ...official('https://xrpl.org/docs/references/protocol/transactions/transaction-results/tec-codes'),
  },
];

/** Safety questions for every exchange. */
export const safetyErrors: readonly CommonError[] = [
  {
    id: 'real-site',
    issue: 'How do I know I’m on my exchange’s real site?',
    solution:
      'Open it from your own bookmark, or type its web address yourself. Don’t follow an ad or a link in a message.',
    ...official('Our own rule'),
  },
  {
    id: 'never-type',
    issue: 'Can I type the address, or pick it from past payments?',
    solution:
      'No. Always copy and paste it. Scammers can slip addresses that look like yours into your list of past payments.',
    ...official('Our own rule'),
  },
  {
    id: 'wait',
    issue: 'Can anyone make the wait shorter?',
    solution:
      'No. A wait doesn’t mean anything is wrong. No one can make it shorter, and anyone who offers to is a scammer.',
    ...official('Our own rule'),
  },
  {
    id: 'watch',
    issue: 'Do I have to keep this page open?',
    solution: watchFact.text,
    ...official('How our service works'),
  },
  {
    id: 'gifts',
    issue: 'Gifts, tokens, or messages showed up in my wallet.',
    solution: giftsFact.text,
    ...secondary(giftsFact.source),
  },
];

export const walletErrors: readonly CommonError[] = [
  {
    id: 'shows-less',
    issue: 'My wallet shows less XRP than it received.',
    solution:
      'Most wallets only show what you can spend. The reserve stays there as long as you use the wallet. It’s still yours.',
    ...official('https://github.com/XRPL-Labs/Xaman-Issue-Tracker/issues/167'),
  },
  {
    id: 'personal-tag',
    issue: 'A website says my wallet has a personal destination tag.',
    solution: 'It doesn’t have one, because your address is yours alone. Leave the tag blank.',
    ...official(tags),
  },
];
