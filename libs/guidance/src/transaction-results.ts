import { official, type Sourced } from './guides/guide.ts';

/**
 * The explanation of a transaction's result, and the next actions.
 * `{reserve}` is replaced by the live base reserve.
 */
export interface ResultWords extends Sourced {
  readonly title: string;
  readonly text: string;
  readonly next: readonly string[];
}

const codes = official('https://xrpl.org/docs/references/protocol/transactions/transaction-results/tec-codes');

const stillAtExchange =
  'Your XRP is still at the exchange. If you don’t see it there within a day, contact support on the exchange’s own site. Give them the transaction hash.';
const insideTheirSite =
  'Only contact the exchange through its own app or site. Anyone else who says they can help is a scammer.';

/**
 * Results of payments that the ledger accepted and that failed.
 * The fee is lost, but the amount never leaves the sender (maintainers' answer in
 * https://github.com/XRPLF/xrpl.js/issues/910).
 */
export const failedResults: Readonly<Record<string, ResultWords>> = {
  tecNO_DST_INSUF_XRP: {
    title: 'The first payment was too small',
    text: 'Your wallet is new. Its first payment has to be at least {reserve} XRP, which stays in the wallet as its reserve. This payment was smaller, so it was rejected.',
    next: [
      stillAtExchange,
      'Then send your XRP again. Make sure that more than {reserve} XRP is left after the exchange’s fee.',
      insideTheirSite,
    ],
    ...codes,
  },
  tecNO_DST: {
    title: 'The wallet isn’t active yet',
    text: 'This wallet has never received XRP, and this kind of payment can’t activate it. Only a normal payment of at least {reserve} XRP can.',
    next: [
      stillAtExchange,
      'Then send more than {reserve} XRP as a normal payment on the “XRP Ledger” network.',
      insideTheirSite,
    ],
    ...codes,
  },
  tecDST_TAG_NEEDED: {
    title: 'This address needs a destination tag, and there wasn’t one',
    text: 'The owner of this address only accepts payments with a destination tag. Exchanges do that, but your own wallet doesn’t. So this is probably an exchange’s deposit address.',
    next: [
      'Open your own wallet and copy the XRP address it shows. It doesn’t need a tag.',
      stillAtExchange,
      'If you meant to send to an exchange, copy the address and tag again from its deposit page.',
    ],
    ...codes,
  },
  tecNO_PERMISSION: {
    title: 'The wallet only accepts senders it has approved',
    text: 'The receiving wallet has a setting called “deposit authorization.” The wallet only takes payments from senders it has approved. An exchange is never one of them.',
    next: [
      'If it’s your wallet, turn this setting off, then send again.',
      'If you don’t know this setting, the address may not be yours. Copy it again from your wallet.',
      stillAtExchange,
    ],
    ...codes,
  },
  tecUNFUNDED_PAYMENT: {
    title: 'The sender didn’t have enough XRP',
    text: 'The account that sent this didn’t have enough XRP to cover the amount. Nothing was sent.',
    next: [stillAtExchange, 'Ask the exchange to send your XRP again. You did nothing wrong.', insideTheirSite],
    ...codes,
  },
  tecINSUFF_FEE: {
    title: 'The sender couldn’t pay the network fee',
    text: 'The account that sent this couldn’t pay the network fee. Nothing was sent.',
    next: [stillAtExchange, 'Ask the exchange to send your XRP again. You did nothing wrong.', insideTheirSite],
    ...codes,
  },
  tecPATH_DRY: {
    title: 'The payment couldn’t go through',
    text: 'This payment was meant to swap one coin for another along the way. No one was offering that trade. It wasn’t a normal XRP payment.',
    next: [stillAtExchange, 'Send XRP as a normal payment on the “XRP Ledger” network.', insideTheirSite],
    ...codes,
  },
  tecPATH_PARTIAL: {
    title: 'The full amount couldn’t go through',
    text: 'This payment was meant to swap one coin for another along the way. There wasn’t enough on offer, so nothing went through.',
    next: [stillAtExchange, 'Send XRP as a normal payment on the “XRP Ledger” network.', insideTheirSite],
    ...codes,
  },
  tecNO_LINE: {
    title: 'The wallet doesn’t accept this token',
    text: 'This payment was in a token that the wallet hasn’t agreed to hold. It wasn’t XRP.',
    next: [stillAtExchange, 'Send XRP itself on the “XRP Ledger” network.', insideTheirSite],
    ...codes,
  },
  tecFROZEN: {
    title: 'The token is frozen',
    text: 'This payment was in a token that its issuer has frozen. It wasn’t XRP. No one can freeze XRP.',
    next: [stillAtExchange, 'Send XRP itself on the “XRP Ledger” network.', insideTheirSite],
    ...codes,
  },
};

/** The words for any other result that begins with `tec`. */
export const otherFailure: ResultWords = {
  title: 'The payment failed',
  text: 'The XRP network received the transaction but couldn’t complete it. The amount stayed with the sender.',
  next: [stillAtExchange, insideTheirSite],
  ...codes,
};

export const deliveredWords: ResultWords = {
  title: 'The payment went through',
  text: 'This XRP has been delivered. That’s final.',
  next: [
    'Check that the whole address below matches the one your wallet shows under Receive.',
    'If the addresses match but you don’t see your XRP, open your wallet again in a minute. The {reserve} XRP reserve stays in the wallet and may be hidden.',
    'If it’s an exchange’s address, go to that exchange’s own site and ask them to credit the payment to you.',
  ],
  ...official('https://xrpl.org/docs/references/protocol/transactions/transaction-results'),
};

export const deliveredToYouWords: ResultWords = {
  title: 'The payment arrived at your address',
  text: 'This XRP has been delivered to your wallet’s address. That’s final.',
  next: [
    'Open your wallet app to see your XRP. The {reserve} XRP reserve stays in the wallet and may be hidden.',
    'You may now see gifts, tokens, or messages in your wallet. Ignore them. They’re a common trick.',
  ],
  ...official('https://xrpl.org/docs/references/protocol/transactions/transaction-results'),
};

export const partialWords: ResultWords = {
  title: 'Check how much arrived',
  text: 'This is a “partial payment.” It states one amount but may deliver less. Below, you’ll see how much really arrived. Exchanges don’t send withdrawals this way. Scammers use it to make a payment look larger than it is.',
  next: [
    'Only trust the delivered amount and what your own wallet shows.',
    'If this was supposed to be your withdrawal, contact the exchange on its own site and give them the transaction hash.',
    'Did someone show you this hash as proof of payment? Don’t send them anything in return.',
  ],
  ...official('https://xrpl.org/docs/concepts/payment-types/partial-payments'),
};

export const otherTagWords: ResultWords = {
  title: 'The payment arrived at your address, but with a different tag',
  text: 'This XRP reached the address you gave us. But its destination tag isn’t the one you gave us.',
  next: [
    'If the address is your own wallet’s, that’s fine, because your wallet ignores tags. Press “I’ve completed the transfer.”',
    'If it’s an exchange’s address, go to that exchange’s own site and ask them to credit the payment to you. Give them the transaction hash.',
  ],
  ...official('https://xrpl.org/docs/concepts/transactions/source-and-destination-tags'),
};

export const otherRecipientWords: ResultWords = {
  title: 'This payment went to a different address',
  text: 'The payment went through, but not to the address in your transfer. It may be someone else’s withdrawal, because an exchange pays many people.',
  next: [
    'Check that you copied the hash from your own withdrawal’s details.',
    'If it’s your withdrawal, compare the address there with the one in your wallet. If they don’t match, contact the exchange right away on its own site. You can’t undo a payment that went through.',
    'Don’t send anything else until this is cleared up.',
  ],
  ...official('https://xrpl.org/docs/references/protocol/transactions/transaction-results'),
};

export const notXrpWords: ResultWords = {
  title: 'This was a token, not XRP',
  text: 'The payment went through, but it was a token, not XRP. Strangers send tokens to get people to visit a website and sign things there.',
  next: [
    'If you weren’t expecting it, ignore it. Don’t follow any link in it, and don’t sign anything.',
    'If this was supposed to be your withdrawal, check that you chose XRP and the “XRP Ledger” network. Then ask the exchange on its own site.',
  ],
  ...official('https://xrpl.org/docs/concepts/payment-types/robustly-monitoring-for-payments'),
};

export const otherTransactionWords: ResultWords = {
  title: 'This isn’t a payment',
  text: 'This hash belongs to a different kind of transaction. That kind can move XRP too, but exchanges don’t send withdrawals that way.',
  next: ['Copy the hash again from your withdrawal’s details. Or look it up with one of the links below.'],
  ...official('https://xrpl.org/docs/references/protocol/transactions/types'),
};

export const pendingWords: ResultWords = {
  title: 'The payment is still being confirmed',
  text: 'The XRP network has the transaction, but it isn’t final yet. That takes about 5 seconds.',
  next: ['Check again in a few seconds. Don’t send your XRP a second time.'],
  ...official('https://xrpl.org/docs/concepts/ledgers/ledger-close-times'),
};

export const notFoundWords: ResultWords = {
  title: 'We can’t find this transaction on the XRP network',
  text: 'The transaction may not be there yet. Or part of its hash may be missing, or the hash may be from a different network.',
  next: [
    'Check again in a minute. If the exchange shows the withdrawal as “processing,” it hasn’t been sent yet.',
    'Check that the exchange shows the “XRP Ledger” network. If it shows a different one, such as BNB Smart Chain or Base, ask the exchange for help on its own site.',
    'Copy the hash again from your withdrawal’s details.',
  ],
  ...official('https://xrpl.org/docs/references/http-websocket-apis/public-api-methods/transaction-methods/tx'),
};

export const unreadableWords: ResultWords = {
  title: 'We can’t reach the XRP network right now',
  text: 'None of the servers we use are responding. Your XRP isn’t affected. The network keeps running without us.',
  next: ['Check again in a minute, or use one of the links below.'],
  ...official('https://xrpl.org/docs/tutorials/public-servers'),
};
