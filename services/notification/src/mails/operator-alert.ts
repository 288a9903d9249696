import { type AlertContent, confirmationHours } from '../domain/operator-alert.ts';
import { type AlertText, type Mail, renderMail, type Sender } from './layout.ts';
import { writeBriefing } from './operator-briefing.ts';

/** Writes an alert. @param place the URL of the site, and the operators' time zone */
export function writeAlert(alert: AlertContent, place: { site: string; timeZone: string }): AlertText {
  const { site } = place;
  if (alert.kind === 'system' || alert.kind === 'digest' || alert.kind === 'weekly') return writeBriefing(alert, place);
  if (alert.kind === 'test') {
    return {
      subject: 'This is a test',
      blocks: [
        { paragraph: 'Your alerts work. We’ll send you one here when something needs your attention.' },
        { link: { label: 'Open your account', url: accountPage(site) } },
      ],
    };
  }
  if (alert.kind === 'confirmation') {
    return {
      subject: 'Confirm your email address for alerts',
      blocks: [
        {
          paragraph:
            'You asked us to send your operator alerts here. Confirm this address, and we’ll email you when something needs your attention.',
        },
        { link: { label: 'Confirm this address', url: `${accountPage(site)}#alerts=${alert.facts.token}` } },
        { paragraph: `This link works once, within ${confirmationHours} hours. You may need to sign in first.` },
        { paragraph: 'If you didn’t ask for this, you can ignore it. We won’t send alerts to this address.' },
      ],
    };
  }
  const { what, details, reference } = alert.facts;
  const url = `${site}/admin/tasks${reference ? `?q=${reference}` : ''}`;
  return {
    subject: what,
    blocks: [
      { paragraph: `${what}${reference ? ` (transfer ${reference})` : ''}.` },
      ...(details ? [{ paragraph: details }] : []),
      { link: { label: 'Open the task', url } },
    ],
  };
}

/** Renders an alert as a mail. @param isConfirmed false if the reader may not be an operator */
export function alertMail(
  { productName }: Pick<Sender, 'productName'>,
  site: string,
  { subject, blocks }: AlertText,
  isConfirmed = true,
): Mail {
  if (!isConfirmed) return renderMail(productName, { subject, title: subject, blocks });
  return renderMail(productName, {
    subject,
    title: subject,
    blocks: [
      ...blocks,
      { paragraph: 'You turned on these emails on your account page.' },
      { link: { label: 'Change your alerts', url: accountPage(site), quiet: true } },
    ],
  });
}

/** Returns the body of a webhook message, in the form of Slack's incoming webhooks. */
export function alertMessage({ productName }: Pick<Sender, 'productName'>, { subject, blocks }: AlertText): string {
  const lines = blocks.flatMap((block) => {
    if ('paragraph' in block) return [escapeControl(block.paragraph)];
    if ('heading' in block) return [`*${escapeControl(block.heading)}*`];
    if ('rows' in block) return block.rows.map(([label, value]) => escapeControl(`${label}: ${value}`));
    return 'link' in block ? [`${escapeControl(block.link.label)}: ${block.link.url}`] : [];
  });
  return JSON.stringify({ text: [`*${escapeControl(`${productName}: ${subject}`)}*`, ...lines].join('\n') });
}

/**
 * Escapes Slack's control characters.
 * https://docs.slack.dev/messaging/formatting-message-text#escaping
 */
function escapeControl(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function accountPage(site: string): string {
  return `${site}/admin/account`;
}
