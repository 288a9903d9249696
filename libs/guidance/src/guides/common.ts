import { type CommonError, type Fact, official, secondary, unconfirmed } from './guide.ts';

// Facts for every exchange and every wallet.

const reserves = 'https://xrpl.org/docs/concepts/accounts/reserves';
const tags = 'https://xrpl.org/docs/concepts/transactions/source-and-destination-tags';

export const ownWalletTagFact: Fact = {
  text: 'Your own wallet has an address of its own and needs no destination tag. Only exchanges and other shared wallets give out tags.',
  ...official(tags),
};

export const reserveFact: Fact = {
  text: 'Every XRP wallet keeps a small reserve that the XRP Ledger asks for: 1 XRP on 20 Nov 2026. It stays yours, but cannot be sent. A first payment that brings less than the reserve fails.',
  ...official(reserves),
};

export const networkFeeFact: Fact = {
  text: 'The XRP Ledger itself takes 0.00001 XRP for a payment, a little more when it is busy. The exchange pays it and usually charges a fee of its own.',
  ...official('https://xrpl.org/docs/concepts/transactions/transaction-cost'),
};

export const arrivalFact: Fact = {
  text: 'On the XRP Ledger a payment takes about 5 seconds. Most of the wait is the exchange checking your withdrawal.',
  ...official('https://xrpl.org/docs/concepts/ledgers/ledger-close-times'),
};

const watchFact: Fact = {
  text: 'The page of your guide watches the XRP network for your address, for 14 days. It shows by itself when XRP arrives. You can close it and come back. If you gave us your e-mail address, we write to you as well.',
  ...official('What this service does'),
};

export const keysFact: Fact = {
  text: 'Nobody who helps you needs your recovery phrase, secret key or secret numbers. Never type them on a website, and never tell them to anyone.',
  ...official('Our own rule'),
};

export const fakeSupportFact: Fact = {
  text: 'We never write to you first and have no telephone line. Phone numbers for exchange support are often fraud: use the help inside your exchange’s own site.',
  ...secondary('Searches for exchange support in November 2026'),
};

export const giftsFact: Fact = {
  text: 'When your XRP is there, gifts, tokens or messages may show up in your wallet. Ignore them: they are a common trick to make you sign something.',
  ...secondary(
    'https://aped.ai/news/xaman-founder-and-xrp-ledger-dev-warn-of-fake-nft-passes-scam-designed-to-drain-xrp-wallets',
  ),
};

/** Error messages of any exchange's withdrawal form. */
export const exchangeErrors: readonly CommonError[] = [
  {
    id: 'address-invalid',
    issue: 'The exchange says the address is invalid.',
    solution:
      'Copy it again from your wallet; it begins with a small r. Some exchanges also refuse an address that is new, or not just 34 characters long. Then ask the exchange’s support inside its own site.',
    ...official('https://support.bc-vault.com/support/solutions/articles/43000559208'),
  },
  {
    id: 'tag-insisted',
    issue: 'The exchange insists on a destination tag.',
    solution:
      'Look for “No tag”, “I don’t need a tag” or a box to tick. If there is none, any number such as 1 does no harm: your own wallet ignores it. Never do this when you send to an exchange.',
    ...official('https://coinomi.freshdesk.com/support/solutions/articles/29000027368'),
  },
  {
    id: 'below-minimum',
    issue: 'The form says that the amount is too low.',
    solution: 'Raise the amount. The withdrawal form shows the exchange’s own minimum and fee before you confirm.',
    ...unconfirmed,
  },
  {
    id: 'balance-too-low',
    issue: 'The form says that my balance is too low.',
    solution:
      'Leave room for the fee, or choose “Max”. XRP in an open order or from a recent purchase cannot be sent yet. Some exchanges keep it in a trading account: move it to the funding account first.',
    ...unconfirmed,
  },
  {
    id: 'whitelist',
    issue: 'The address must be on a whitelist, address book or allow-list.',
    solution:
      'Add your address there and confirm it by e-mail or code. If the exchange names a waiting time, wait for it: nobody can shorten it, and whoever offers to is a fraud.',
    ...unconfirmed,
  },
  {
    id: 'on-hold',
    issue: 'Withdrawals are on hold.',
    solution:
      'This can be so after a new password or device, or when you have just bought by card or bank. The exchange shows until when. Your XRP is safe; come back then.',
    ...unconfirmed,
  },
  {
    id: 'suspended',
    issue: 'The exchange has stopped sending XRP for now.',
    solution: 'The exchange is working on its link to the XRP Ledger. Try again later; do not choose another network.',
    ...unconfirmed,
  },
  {
    id: 'limit-exceeded',
    issue: 'The exchange names a limit, or wants to check who I am.',
    solution: 'Send a smaller amount today. Or go through the identity check at your exchange’s own site.',
    ...unconfirmed,
  },
  {
    id: 'sent-not-arrived',
    issue: 'The exchange says “sent”, but nothing has arrived.',
    solution:
      'Open the withdrawal’s details and copy the transaction hash. If there is none, the exchange has not sent it yet. If there is one, paste it on the page of your guide. We look it up on the XRP Ledger and tell you in plain words whether the payment succeeded. A failed payment brings the XRP back to the exchange.',
    ...official('https://xrpl.org/docs/references/protocol/transactions/transaction-results/tec-codes'),
  },
];

/** Safety questions for every exchange. */
export const safetyErrors: readonly CommonError[] = [
  {
    id: 'real-site',
    issue: 'How do I know that I am on my exchange’s real site?',
    solution: 'Open it from your own bookmark, or type its address. Do not follow an advert or a link in a message.',
    ...official('Our own rule'),
  },
  {
    id: 'never-type',
    issue: 'May I type the address, or pick it from a list?',
    solution:
      'No: copy it and paste it. Fraudsters put addresses that look like yours into the list of your past payments.',
    ...official('Our own rule'),
  },
  {
    id: 'wait',
    issue: 'Can somebody make the wait shorter?',
    solution: 'No. If there is a wait, nothing is wrong. Nobody can shorten it, and whoever offers to is a fraud.',
    ...official('Our own rule'),
  },
  {
    id: 'watch',
    issue: 'Must I keep this page open?',
    solution: watchFact.text,
    ...official('What this service does'),
  },
  {
    id: 'gifts',
    issue: 'Gifts, tokens or messages appear in my wallet.',
    solution: giftsFact.text,
    ...secondary(giftsFact.source),
  },
];

export const walletErrors: readonly CommonError[] = [
  {
    id: 'shows-less',
    issue: 'My wallet shows less XRP than arrived.',
    solution:
      'Wallets usually show what you can spend. The reserve stays in the wallet as long as it is used; it is still yours.',
    ...official('https://github.com/XRPL-Labs/Xaman-Issue-Tracker/issues/167'),
  },
  {
    id: 'personal-tag',
    issue: 'A website says my wallet has a personal destination tag.',
    solution: 'It does not: your address is yours alone. Leave the tag empty.',
    ...official(tags),
  },
];
