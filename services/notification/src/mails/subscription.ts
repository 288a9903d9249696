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

/** Reports news of a subscription to signals. Each mail contains the link to manage the subscription. */
export function subscriptionNewsMail(sender: Sender, links: Links, contactId: string, news: SubscriptionNews): Mail {
  const { title, paragraphs, paid } = describe(news);
  return composeMail(sender, {
    subject: title,
    title,
    blocks: [
      ...paragraphs.map((paragraph): Block => ({ paragraph })),
      ...(paid ? [{ rows: receiptRows(sender, contactId.replaceAll('-', ''), paid) }] : []),
      { link: { label: 'Manage my subscription', url: links.page } },
      {
        paragraph:
          `${isEnding(news) ? '' : 'You can cancel anytime with this link. '}You can use this link to get a refund within ` +
          '14 days of any payment. Anyone with the link can do this, so keep it private.',
      },
    ],
    drawing: 'receipt',
    givenFor: 'for signals from',
  });
}

const month = formatCents(prices.signals);

/** Returns true if there is nothing left to cancel. */
function isEnding(news: SubscriptionNews): boolean {
  return news.what === 'ended' || (news.what === 'canceled' && !news.unpaid);
}

function describe(news: SubscriptionNews): { title: string; paragraphs: string[]; paid?: Row[] } {
  switch (news.what) {
    case 'started':
      return {
        title: 'Your subscription has started',
        paragraphs: [
          'On days when there’s news, we’ll send you one email in the morning.',
          news.at
            ? `Your first two months are free. Your first $${month} payment is on ${formatMoment(news.at)}. After that, you pay every month.`
            : `Your subscription is $${month} a month.`,
        ],
      };
    case 'paid':
      return {
        title: 'Your receipt for a month of signals',
        paragraphs: ['Thank you. We got your payment.'],
        paid: [
          ['What you bought', 'A month of signals'],
          ['Amount', `$${formatCents(news.cents)} (US dollars)`],
          ['Paid through', formatMoment(news.at)],
        ],
      };
    case 'failed':
      return {
        title: 'We couldn’t charge your card',
        paragraphs: [
          'The payment for your signals didn’t go through.',
          news.at
            ? `We’ll try again on ${formatMoment(news.at)}. You don’t need to do anything.`
            : 'We won’t try again. You can resubscribe anytime.',
        ],
      };
    case 'canceled':
      return {
        title: 'Your subscription is set to end',
        paragraphs: news.unpaid
          ? [
              `Your subscription ends on ${formatMoment(news.at)}.`,
              `You still owe for one month. Until that day, we may charge your card $${month} for it.`,
              'If you don’t want that, use the link below to cancel now. Your subscription will end right away, and we won’t charge you again.',
            ]
          : [`We won’t charge you again. Your subscription ends on ${formatMoment(news.at)}.`],
      };
    case 'refunded':
      return {
        title: 'Your refund is on its way',
        paragraphs: [
          `We refunded $${formatCents(news.cents)}. The refund takes 5 to 10 business days to reach your card.`,
        ],
      };
    case 'ended':
      return {
        title: 'Your subscription has ended',
        paragraphs: ['We won’t charge you again. Thank you for reading.'],
      };
  }
}
