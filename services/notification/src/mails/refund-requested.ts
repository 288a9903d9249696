import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { type Block, composeMail, formatMoment, type Mail, referenceRow, type Sender } from './layout.ts';

/**
 * Confirms a refund request.
 * @param about `usable` names what the customer can use until the refund; `links` leads there
 */
export function refundRequestedMail(
  sender: Sender,
  about: { orderId: string; at: string; usable: string; links: readonly Block[]; givenFor?: string },
): Mail {
  return composeMail(sender, {
    subject: 'We got your refund request',
    title: 'We got your refund request',
    blocks: [
      {
        paragraph:
          `You asked for a refund on ${formatMoment(about.at)}. Someone from our team will review it and email you. ` +
          `Until then, you can keep using ${about.usable}.`,
      },
      { paragraph: refundWay.back },
      { paragraph: `If you didn’t ask for this, please email us at ${sender.supportEmail}.` },
      ...about.links,
      { rows: [referenceRow(about.orderId)] },
    ],
    drawing: 'receipt',
    ...(about.givenFor && { givenFor: about.givenFor }),
  });
}
