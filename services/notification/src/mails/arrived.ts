import { transactionLinks } from '@xrp-bridge/contracts/explorers';
import type { SeenPayment } from '../domain/notification.ts';
import {
  type Block,
  composeMail,
  formatAmount,
  type Links,
  linkBlocks,
  type Mail,
  referenceRow,
  type Sender,
} from './layout.ts';

const beCareful: Block = {
  paragraph:
    'Open your wallet app yourself to see your XRP. Be careful if anyone emails, texts, or calls you about your XRP. Anyone can ' +
    'look up a payment on the XRP network, and scammers do.',
};

/** Advice about the safety of the wallet, as on the page of a completed transfer. */
const walletSafety: Block[] = [
  { heading: 'Keep your wallet safe' },
  {
    paragraph:
      'Keep your recovery phrase on paper. Ignore free gifts, token offers, and links in payment notes. They’re scams. ' +
      'We’ll never call you or message you first.',
  },
];

/** Reports a payment on the ledger that may not be the whole amount, usually the test payment. */
export function firstArrivalMail(
  sender: Sender,
  links: Links,
  about: { transferId: string; payment: SeenPayment },
): Mail {
  const title = `${formatAmount(about.payment.deliveredDrops)} arrived in your wallet`;
  return composeMail(sender, {
    subject: title,
    title,
    blocks: [
      { arrived: formatAmount(about.payment.deliveredDrops) },
      {
        paragraph:
          'We saw your XRP arrive on the XRP network, in your own wallet. Nicely done. If this was your test, everything ' +
          'works, and you can send the rest the same way.',
      },
      beCareful,
      ...linkBlocks('See your transfer', links),
      ...paymentBlocks(about.payment),
      { rows: [referenceRow(about.transferId)] },
    ],
  });
}

/** Reports that the ledger shows the whole transfer. `payment` is null if the event names no payment. */
export function arrivedMail(
  sender: Sender,
  links: Links,
  about: { transferId: string; payment: SeenPayment | null },
): Mail {
  return composeMail(sender, {
    subject: 'Your XRP is home',
    title: 'Your XRP is home',
    blocks: [
      { arrived: about.payment && formatAmount(about.payment.deliveredDrops) },
      {
        paragraph:
          'We saw your XRP arrive on the XRP network. It’s in your own wallet now, where only you can move it. You have ' +
          'nothing left to do. Nicely done.',
      },
      beCareful,
      ...linkBlocks('See your transfer', links),
      ...walletSafety,
      ...(about.payment ? paymentBlocks(about.payment) : []),
      { rows: [referenceRow(about.transferId)] },
    ],
  });
}

function paymentBlocks({ hash, deliveredDrops }: SeenPayment): Block[] {
  return [
    { heading: 'The payment' },
    {
      rows: [
        ['Arrived', formatAmount(deliveredDrops)],
        ['Transaction hash', hash],
      ],
    },
    { paragraph: 'Anyone can look up this payment on these sites:' },
    ...transactionLinks(hash).map(({ label, url }) => ({ link: { label, url, quiet: true } })),
  ];
}
