import { official, type Sourced } from './guides/guide.ts';

/**
 * The result of a transaction: the explanation and the next actions.
 * `{reserve}` is replaced by the live base reserve.
 */
export interface ResultWords extends Sourced {
  readonly title: string;
  readonly text: string;
  readonly next: readonly string[];
}

const codes = official('https://xrpl.org/docs/references/protocol/transactions/transaction-results/tec-codes');

const stillAtExchange =
  'Your XRP is still with the exchange. If you do not see it there within a day, write to its support, inside its own site. Give the transaction hash.';
const insideTheirSite =
  'Reach the exchange only through its own app or site. Whoever offers help elsewhere is a fraud.';

/**
 * Results of payments that the ledger accepted and that failed. The fee is lost; the amount never
 * leaves the sender (maintainers' answer in https://github.com/XRPLF/xrpl.js/issues/910).
 */
export const failedResults: Readonly<Record<string, ResultWords>> = {
  tecNO_DST_INSUF_XRP: {
    title: 'The first payment was too small',
    text: 'Your wallet is new on the XRP Ledger. The first payment must bring at least {reserve} XRP, which stays in the wallet as its reserve. This one brought less, so it was refused.',
    next: [stillAtExchange, 'Then send again, and more than {reserve} XRP after the exchange’s fee.', insideTheirSite],
    ...codes,
  },
  tecNO_DST: {
    title: 'The receiving wallet is not on the XRP Ledger yet',
    text: 'The wallet has never received XRP, and this kind of payment cannot open one. Only a plain payment of at least {reserve} XRP can.',
    next: [
      stillAtExchange,
      'Then send plain XRP over the network “XRP Ledger”, more than {reserve} XRP.',
      insideTheirSite,
    ],
    ...codes,
  },
  tecDST_TAG_NEEDED: {
    title: 'The address asks for a destination tag, and there was none',
    text: 'The owner of this address takes payments only with a destination tag. Exchanges do that; your own wallet does not. So this address is probably an exchange’s deposit address.',
    next: [
      'Open your own wallet and copy the XRP address it shows. It needs no tag.',
      stillAtExchange,
      'If you did mean to send to an exchange, copy address and tag again from its deposit page.',
    ],
    ...codes,
  },
  tecNO_PERMISSION: {
    title: 'The wallet lets in only senders it has approved',
    text: 'The receiving wallet has a setting called “deposit authorization”. It takes payments only from senders it has let in, and an exchange never is one.',
    next: [
      'If it is your wallet, switch this setting off, then send again.',
      'If you do not know this setting, the address may not be yours: copy it again from your wallet.',
      stillAtExchange,
    ],
    ...codes,
  },
  tecUNFUNDED_PAYMENT: {
    title: 'The sender did not have enough XRP',
    text: 'The account that sent this had less XRP to spend than the amount. Nothing was sent.',
    next: [stillAtExchange, 'Ask the exchange to send again. You have done nothing wrong.', insideTheirSite],
    ...codes,
  },
  tecINSUFF_FEE: {
    title: 'The sender could not pay the network’s fee',
    text: 'The account that sent this could not pay the network’s fee. Nothing was sent.',
    next: [stillAtExchange, 'Ask the exchange to send again. You have done nothing wrong.', insideTheirSite],
    ...codes,
  },
  tecPATH_DRY: {
    title: 'No way was found to deliver the payment',
    text: 'This payment was to change one coin into another on its way. No one offered to. It was not a plain payment of XRP.',
    next: [stillAtExchange, 'Send plain XRP over the network “XRP Ledger”.', insideTheirSite],
    ...codes,
  },
  tecPATH_PARTIAL: {
    title: 'Only a part could have been delivered',
    text: 'This payment was to change one coin into another on its way. Too little was on offer. So nothing came through.',
    next: [stillAtExchange, 'Send plain XRP over the network “XRP Ledger”.', insideTheirSite],
    ...codes,
  },
  tecNO_LINE: {
    title: 'The wallet does not take this token',
    text: 'This was a payment in a token, and the wallet has not agreed to hold it. It was not XRP.',
    next: [stillAtExchange, 'Send XRP itself, over the network “XRP Ledger”.', insideTheirSite],
    ...codes,
  },
  tecFROZEN: {
    title: 'The token is frozen',
    text: 'This was a payment in a token whose issuer has frozen it. It was not XRP, which nobody can freeze.',
    next: [stillAtExchange, 'Send XRP itself, over the network “XRP Ledger”.', insideTheirSite],
    ...codes,
  },
};

/** Any other result that begins with `tec`. */
export const otherFailure: ResultWords = {
  title: 'The payment failed',
  text: 'The XRP Ledger took the transaction in, but did not carry it out. The amount stayed with the sender.',
  next: [stillAtExchange, insideTheirSite],
  ...codes,
};

export const deliveredWords: ResultWords = {
  title: 'The payment succeeded',
  text: 'The XRP Ledger has delivered this XRP. That is final.',
  next: [
    'Compare the address below with the one your wallet shows under Receive, all of it.',
    'Are they the same, but your wallet does not show the XRP? Open it again in a minute. The reserve of {reserve} XRP stays in it and may be hidden.',
    'If it is an exchange’s address, ask that exchange, inside its own site, to credit it.',
  ],
  ...official('https://xrpl.org/docs/references/protocol/transactions/transaction-results'),
};

export const deliveredToYouWords: ResultWords = {
  title: 'The payment has arrived at your address',
  text: 'The XRP Ledger has delivered this XRP to the address of your wallet. That is final.',
  next: [
    'Open your wallet app to see it. The reserve of {reserve} XRP stays in the wallet and may be hidden.',
    'You may now see gifts, tokens or messages in the wallet. Leave them alone: they are a common trick.',
  ],
  ...official('https://xrpl.org/docs/references/protocol/transactions/transaction-results'),
};

export const partialWords: ResultWords = {
  title: 'Only what was delivered counts',
  text: 'This is a “partial payment”: it names one amount and may deliver less. What really came stands below. Exchanges do not send withdrawals this way; swindlers use it to make a payment look larger than it is.',
  next: [
    'Believe only the delivered amount, and what your own wallet shows.',
    'If it was to be your withdrawal, write to the exchange inside its own site, and give the transaction hash.',
    'Did someone show you this hash as proof of a payment? Send nothing in return.',
  ],
  ...official('https://xrpl.org/docs/concepts/payment-types/partial-payments'),
};

export const otherTagWords: ResultWords = {
  title: 'The payment has arrived at your address, with another tag',
  text: 'The XRP Ledger has brought this XRP to the address you gave us. But its destination tag is not the one you gave us.',
  next: [
    'If it is your own wallet, nothing is wrong: it ignores tags. Press “I’ve completed the transfer”.',
    'Is it the address of an exchange? Then ask that exchange, inside its own site, to book the payment to you. Give the transaction hash.',
  ],
  ...official('https://xrpl.org/docs/concepts/transactions/source-and-destination-tags'),
};

export const otherRecipientWords: ResultWords = {
  title: 'This payment went to another address',
  text: 'The payment succeeded, but not to the address of your transfer. It may be another withdrawal: an exchange pays many people.',
  next: [
    'Check that you copied the hash from your own withdrawal’s details.',
    'If it is your withdrawal, compare the address there with the one in your wallet. If they differ, write to the exchange at once, inside its own site. A payment that has succeeded cannot be called back.',
    'Send nothing more until this is cleared up.',
  ],
  ...official('https://xrpl.org/docs/references/protocol/transactions/transaction-results'),
};

export const notXrpWords: ResultWords = {
  title: 'This was a token, not XRP',
  text: 'The payment succeeded, but it brought a token, not XRP. Strangers send tokens so that people open a web page and sign there.',
  next: [
    'If you did not expect it, ignore it: do not follow a link in it, and sign nothing.',
    'If it was to be your withdrawal, check there that you chose XRP and the network “XRP Ledger”. Then ask the exchange, inside its own site.',
  ],
  ...official('https://xrpl.org/docs/concepts/payment-types/robustly-monitoring-for-payments'),
};

export const otherTransactionWords: ResultWords = {
  title: 'This is not a payment',
  text: 'The hash belongs to another kind of transaction. It may move XRP too, but it is not how an exchange sends a withdrawal.',
  next: ['Copy the hash again from your withdrawal’s details. Or look it up at one of the links below.'],
  ...official('https://xrpl.org/docs/references/protocol/transactions/types'),
};

export const pendingWords: ResultWords = {
  title: 'The XRP Ledger is still deciding',
  text: 'The transaction has been handed in, but it is not settled yet. That takes about 5 seconds.',
  next: ['Look again in a few seconds. Do not send a second time.'],
  ...official('https://xrpl.org/docs/concepts/ledgers/ledger-close-times'),
};

export const notFoundWords: ResultWords = {
  title: 'The XRP Ledger does not know this transaction',
  text: 'It may not be there yet. Or a part of the hash is missing, or it is from another network.',
  next: [
    'Look again in a minute. If the exchange shows the withdrawal as “processing”, it has not been sent yet.',
    'Check that the exchange shows the network “XRP Ledger”. On another network, such as BNB Smart Chain or Base, the XRP is not here: ask the exchange, inside its own site.',
    'Copy the hash again from your withdrawal’s details.',
  ],
  ...official('https://xrpl.org/docs/references/http-websocket-apis/public-api-methods/transaction-methods/tx'),
};

export const unreadableWords: ResultWords = {
  title: 'We cannot see the XRP Ledger right now',
  text: 'None of its servers answers us. That says nothing about your XRP: the XRP Ledger goes on without us.',
  next: ['Look again in a minute, or use one of the links below.'],
  ...official('https://xrpl.org/docs/tutorials/public-servers'),
};
