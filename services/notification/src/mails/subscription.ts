import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import type { SubscriptionNews } from '../domain/notification.ts';
import {
  type Block,
  composeMail,
  formatMoment,
  type Links,
  type Mail,
  type Row,
  receiptRows,
  type Sender,
} from './layout.ts';

/** Reports news of a subscription to signals. Each of these mails contains the link that ends it. */
export function subscriptionNewsMail(sender: Sender, links: Links, contactId: string, news: SubscriptionNews): Mail {
  const { title, paragraphs, paid } = describe(news);
  return composeMail(sender, {
    subject: title,
    title,
    blocks: [
      ...paragraphs.map((paragraph): Block => ({ paragraph })),
      ...(paid ? [{ rows: receiptRows(sender, contactId.replaceAll('-', ''), paid) }] : []),
      { link: { label: 'See or end my subscription', url: links.page } },
      {
        paragraph:
          'With this link you end it at any time. Within 14 days of a payment you get that money back there, too. ' +
          'Whoever has the link can do that: keep it to yourself.',
      },
    ],
    givenFor: 'for signals by',
  });
}

const month = formatCents(prices.signals);

function describe(news: SubscriptionNews): { title: string; paragraphs: string[]; paid?: Row[] } {
  switch (news.what) {
    case 'started':
      return {
        title: 'Your signals begin',
        paragraphs: [
          'On days when something new was done you get one mail in the morning.',
          news.at
            ? `The first two months cost nothing. The first $${month} are due on ${formatMoment(news.at)}, and then every month.`
            : `You pay $${month} a month.`,
        ],
      };
    case 'paid':
      return {
        title: 'Your receipt for a month of signals',
        paragraphs: ['Thank you. We have your payment.'],
        paid: [
          ['What you bought', 'A month of signals'],
          ['Amount', `$${formatCents(news.cents)} (US dollars)`],
          ['It lasts until', formatMoment(news.at)],
        ],
      };
    case 'failed':
      return {
        title: 'We could not charge your card',
        paragraphs: [
          'The payment for your signals did not go through.',
          news.at
            ? `We try again on ${formatMoment(news.at)}. There is nothing that you must do.`
            : 'We do not try again. You can order the signals anew at any time.',
        ],
      };
    case 'canceled':
      return {
        title: 'Your subscription ends',
        paragraphs: news.unpaid
          ? [
              `Your subscription ends on ${formatMoment(news.at)}.`,
              `One month is not paid yet. Until that day, your card may still be charged $${month} for it.`,
              'If you do not want that, end your subscription with the link below. It then ends at once, and nothing more is charged.',
            ]
          : [`Nothing more is charged. Your subscription ends on ${formatMoment(news.at)}.`],
      };
    case 'refunded':
      return {
        title: 'Your money is on its way back',
        paragraphs: [`We paid back $${formatCents(news.cents)}. Banks take 5 to 10 working days to show it.`],
      };
    case 'ended':
      return {
        title: 'Your signals have ended',
        paragraphs: ['Nothing more is charged. Thank you for reading along.'],
      };
  }
}
