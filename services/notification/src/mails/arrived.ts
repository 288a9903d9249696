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
    'Open your wallet app yourself to see it there. Be careful with anyone who writes or calls about it now: ' +
    'arrivals are public, and thieves read them too.',
};

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
      {
        paragraph:
          'We have seen a payment arrive on the XRP Ledger, at the address of your own wallet. If this was your test, you can send the rest the same way.',
      },
      beCareful,
      ...linkBlocks('See your transfer', links),
      ...paymentBlocks(about.payment),
      { rows: [referenceRow(about.transferId)] },
    ],
  });
}

/** Reports that the transfer has arrived on the ledger. */
export function arrivedMail(
  sender: Sender,
  links: Links,
  about: { transferId: string; payment: SeenPayment | null },
): Mail {
  return composeMail(sender, {
    subject: 'Your XRP has arrived',
    title: 'Your XRP has arrived',
    blocks: [
      {
        paragraph:
          'We have seen your XRP arrive on the XRP Ledger, at the address of your own wallet. You need to do nothing more.',
      },
      beCareful,
      ...linkBlocks('See your transfer', links),
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
    { paragraph: 'Anyone can look it up, on each of these:' },
    ...transactionLinks(hash).map(({ label, url }) => ({ link: { label, url, quiet: true } })),
  ];
}
