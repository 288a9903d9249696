import type { MarketWeek, SignalsDay } from '@xrp-bridge/contracts/signals';
import type { UnusualCoins } from '../domain/newsletters.ts';
import { type Block, composeMail, type Links, linkBlocks, type Mail, type Sender } from './layout.ts';

const maxSources = 3;

/** Requests the confirmation of newsletters (double opt-in). */
export function newslettersConfirmationMail(sender: Sender, links: Links): Mail {
  const title = 'Do you want our newsletters?';
  return composeMail(sender, {
    subject: title,
    title,
    blocks: [
      {
        paragraph:
          'Someone signed up for our newsletters with this email address. If it was you, press the button to confirm.',
      },
      ...linkBlocks('Yes, sign me up', links),
      { paragraph: 'If it wasn’t you, you can ignore this email. We won’t send you any newsletters.' },
      {
        paragraph:
          'Our newsletters are part of your concierge, at no extra cost. Each email has a link to unsubscribe.',
      },
    ],
    drawing: 'ledger',
    givenFor: 'for news from',
  });
}

/** Returns the weekly market newsletter. */
export function marketAnalysisMail(sender: Sender, links: Links, week: MarketWeek): Mail {
  const title = `Your market summary for ${formatDay(week.from)} to ${formatDay(week.to)}`;
  return newsletter(sender, links, title, [
    { paragraph: 'Here’s what happened last week. It doesn’t tell you what will happen next.' },
    ...toBlocks(week.paragraphs),
  ]);
}

/** Returns the daily mail to subscribers of signals. */
export function signalsDayMail(sender: Sender, links: Links, { day, paragraphs }: SignalsDay): Mail {
  const title = `Your signals for ${formatDay(day)}`;
  return issue(
    sender,
    links,
    title,
    [
      { paragraph: 'Here’s what happened since our last email. It doesn’t tell you what will happen next.' },
      ...toBlocks(paragraphs),
      { link: { label: 'See all signals and sources', url: links.page } },
    ],
    [
      {
        paragraph:
          'You’re getting this because you subscribe to signals. You can get a refund within 14 days of any payment.',
      },
      ...(links.subscription
        ? [{ link: { label: 'Manage my subscription', url: links.subscription, quiet: true } }]
        : []),
      { paragraph: 'You can also stop these emails right away. We won’t charge you again.' },
      ...stopLink('Unsubscribe', links),
    ],
  );
}

function toBlocks(paragraphs: MarketWeek['paragraphs']): Block[] {
  return paragraphs.flatMap(({ title, text, sources }): Block[] => [
    { heading: title },
    { paragraph: text },
    ...sources
      .filter(({ url }) => url.startsWith('https://'))
      .slice(0, maxSources)
      .map(({ title, site, url, at }) => ({
        link: { label: `${site}, ${formatDay(at)}: ${title}`, url, quiet: true },
      })),
  ]);
}

/** Returns the alert about an unusual day of one or more coins. */
export function deviationAlertMail(
  sender: Sender,
  links: Links,
  { coin, day, sigma, others = [] }: UnusualCoins,
): Mail {
  if (others.length > 0) {
    const coins = [{ coin, sigma }, ...others];
    return newsletter(sender, links, `${coins.length} coins had an unusual day`, [
      {
        paragraph: `On ${formatDay(day)}, these prices moved much more than usual.`,
      },
      {
        rows: coins.map((one) => [
          one.coin,
          `${one.sigma > 0 ? 'rose' : 'fell'}, about ${Math.abs(one.sigma).toFixed(1)} times its usual swing`,
        ]),
      },
      { paragraph: 'This has already happened. It doesn’t tell you what will happen next.' },
    ]);
  }
  return newsletter(sender, links, `${coin} had an unusual day`, [
    {
      paragraph:
        `On ${formatDay(day)}, the price of ${coin} ${sigma > 0 ? 'rose' : 'fell'} much more than usual. That’s about ` +
        `${Math.abs(sigma).toFixed(1)} times its usual swing.`,
    },
    { paragraph: 'This has already happened. It doesn’t tell you what will happen next.' },
  ]);
}

function newsletter(sender: Sender, links: Links, title: string, blocks: readonly Block[]): Mail {
  return issue(
    sender,
    links,
    title,
    [...blocks, { link: { label: 'See the numbers and sources', url: links.page } }],
    [
      { paragraph: 'You’re getting this because you have the concierge and signed up for this newsletter.' },
      ...stopLink('Unsubscribe from this newsletter', links),
    ],
  );
}

/** Composes an issue, which ends with a disclaimer, the link to unsubscribe and our address. */
function issue(sender: Sender, links: Links, title: string, content: readonly Block[], stop: readonly Block[]): Mail {
  const { productName, postalAddress, supportEmail } = sender;
  const mail = composeMail(sender, {
    subject: title,
    title,
    blocks: [
      ...content,
      { paragraph: 'This isn’t advice to buy or sell.' },
      { heading: 'Unsubscribe' },
      ...stop,
      { paragraph: [`Sent by ${productName}`, postalAddress, supportEmail].filter(Boolean).join(', ') },
    ],
    drawing: 'ledger',
    givenFor: null,
  });
  return links.stop ? { ...mail, unsubscribe: links.stop.oneClick } : mail;
}

function stopLink(label: string, { stop }: Links): Block[] {
  return stop ? [{ link: { label, url: stop.page, quiet: true } }] : [];
}

function formatDay(time: string): string {
  return new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
}
