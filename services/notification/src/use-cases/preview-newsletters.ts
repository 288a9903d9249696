import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { notificationApi } from '@xrp-bridge/contracts/notification';
import { statementNameOf } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import type { Issue, UnusualDay } from '../domain/newsletters.ts';
import type { ReadyMail } from '../domain/notification.ts';
import type { Links } from '../mails/layout.ts';
import { writeMail } from '../mails/write-mail.ts';
import { countSubscribers, findLastAlerts, findLastIssue } from '../newsletter-store.ts';
import { contentOf } from './plan-issue.ts';

const sampleWeek: Issue = {
  id: 'sample',
  newsletter: 'market',
  facts: {
    from: '2026-01-05',
    to: '2026-01-11',
    paragraphs: [
      {
        title: 'Prices',
        text: 'XRP ended the week at $1.00. It rose 1.0% in seven days. Of 20 coins we looked at, 12 rose and 8 fell.',
        sources: [],
      },
    ],
  },
};
const sampleAlert: UnusualDay = { coin: 'XRP', day: '2026-01-11', sigma: 2.4 };
const sampleDay: Issue = {
  id: 'sample',
  newsletter: 'signals',
  facts: {
    day: '2026-01-11',
    paragraphs: [
      {
        title: 'XRP',
        text: 'A bank integrated XRP. 3 sites report it. Our confidence is 84%. The price hasn’t moved much since then.',
        sources: [],
      },
    ],
  },
};

/**
 * Returns the last issue of each series, or a sample, as mails.
 * Their links contain no token, and links to our site lead to the home page.
 */
export async function previewNewsletters({
  db,
  settings,
}: Context): Promise<ReplyOf<typeof notificationApi.previewNewsletters>> {
  const { PRODUCT_NAME: productName, SUPPORT_EMAIL: supportEmail, POSTAL_ADDRESS: postalAddress } = settings;
  const sender = { productName, supportEmail, statementName: statementNameOf(settings), postalAddress };
  const page = settings.PUBLIC_URL;
  const links: Links = { page, resume: null, stop: { page, oneClick: page }, subscription: page };
  const [week, alerts, day] = await Promise.all([
    findLastIssue(db, 'market'),
    findLastAlerts(db),
    findLastIssue(db, 'signals'),
  ]);
  const [facts = sampleAlert, ...others] = alerts;
  const alert = contentOf({ id: 'preview', newsletter: 'alerts', facts }, others);
  const about = { id: 'preview', transferId: null, contactId: 'preview' } as const;
  const mails: { mail: ReadyMail; sample: boolean }[] = [
    { mail: { ...about, template: 'newsletters_asked', facts: { newsletterId: 'preview' } }, sample: false },
    { mail: { ...about, ...contentOf(week ?? sampleWeek) }, sample: week === null },
    { mail: { ...about, ...alert }, sample: alerts.length === 0 },
    { mail: { ...about, ...contentOf(day ?? sampleDay) }, sample: day === null },
  ];
  return {
    subscribers: await countSubscribers(db),
    previews: mails.map(({ mail, sample }) => {
      const { subject, text, html } = writeMail(sender, links, mail);
      return { template: mail.template, sample, subject, text, html };
    }),
  };
}
