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
      { paragraph: 'Somebody asked for our newsletters with this address. Was it you? Then press the button.' },
      ...linkBlocks('Yes, write to me', links),
      { paragraph: 'Was it not you? Then do nothing. We send you no newsletter then.' },
      {
        paragraph:
          'They are part of the concierge, and cost nothing more. You can stop them at any time, by a link in each one.',
      },
    ],
    givenFor: 'for news from',
  });
}

/** The weekly market newsletter. */
export function marketAnalysisMail(sender: Sender, links: Links, week: MarketWeek): Mail {
  const title = `The market from ${formatDay(week.from)} to ${formatDay(week.to)}`;
  return newsletter(sender, links, title, [
    { paragraph: 'This is what happened last week. It says nothing of what comes next.' },
    ...toBlocks(week.paragraphs),
  ]);
}

/** The daily mail to subscribers of signals. */
export function signalsDayMail(sender: Sender, links: Links, { day, paragraphs }: SignalsDay): Mail {
  const title = `Signals of ${formatDay(day)}`;
  return issue(
    sender,
    links,
    title,
    [
      { paragraph: 'This is what was done since our last mail. It says nothing of what comes next.' },
      ...toBlocks(paragraphs),
      { link: { label: 'See all signals and their sources', url: links.page } },
    ],
    [
      { paragraph: 'You subscribe to these signals. Within 14 days of a payment you get that money back.' },
      ...(links.subscription
        ? [{ link: { label: 'See or end my subscription', url: links.subscription, quiet: true } }]
        : []),
      { paragraph: 'You can also stop the mails at once. Then nothing more is charged.' },
      ...stopLink('Stop these mails', links),
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

/** The alert about an unusual day of one or more coins. */
export function deviationAlertMail(
  sender: Sender,
  links: Links,
  { coin, day, sigma, others = [] }: UnusualCoins,
): Mail {
  if (others.length > 0) {
    const coins = [{ coin, sigma }, ...others];
    return newsletter(sender, links, `${coins.length} coins had an unusual day`, [
      { paragraph: `On ${formatDay(day)}, these prices moved far more than usual. We call it high above 2 sigma.` },
      {
        rows: coins.map((one) => [
          one.coin,
          `${one.sigma > 0 ? 'rose' : 'fell'}, ${Math.abs(one.sigma).toFixed(1)} sigma away from its usual day`,
        ]),
      },
      { paragraph: 'That day is over. It says nothing of what comes next.' },
    ]);
  }
  return newsletter(sender, links, `${coin} had an unusual day`, [
    {
      paragraph:
        `On ${formatDay(day)}, the price of ${coin} ${sigma > 0 ? 'rose' : 'fell'} far more than usual. It was ` +
        `${Math.abs(sigma).toFixed(1)} sigma away from its usual day. We call it high above 2 sigma.`,
    },
    { paragraph: 'That day is over. It says nothing of what comes next.' },
  ]);
}

function newsletter(sender: Sender, links: Links, title: string, blocks: readonly Block[]): Mail {
  return issue(
    sender,
    links,
    title,
    [...blocks, { link: { label: 'See the figures and their sources', url: links.page } }],
    [
      { paragraph: 'You own the concierge, and you said yes to this newsletter by a link that we mailed you.' },
      ...stopLink('Stop this newsletter', links),
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
      { paragraph: 'This is no advice to buy or to sell.' },
      { heading: 'Stop these mails' },
      ...stop,
      { paragraph: [`It is sent by ${productName}`, postalAddress, supportEmail].filter(Boolean).join(', ') },
    ],
    givenFor: 'for news from',
  });
  return links.stop ? { ...mail, unsubscribe: links.stop.oneClick } : mail;
}

function stopLink(label: string, { stop }: Links): Block[] {
  return stop ? [{ link: { label, url: stop.page, quiet: true } }] : [];
}

function formatDay(time: string): string {
  return new Date(time).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
}
