import { resumeDays } from '../domain/notification.ts';

/** Whose mails these are. */
export interface Sender {
  productName: string;
  supportEmail: string;
}

/** Where a mail leads: the page anyone who knows the transfer may read, and for its owner a link that works once. */
export interface Links {
  page: string;
  resume: string | null;
}

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

export type Block =
  | { paragraph: string }
  | { heading: string }
  | { rows: readonly (readonly [label: string, value: string])[] }
  | { link: { label: string; url: string; quiet?: boolean } };

/**
 * Makes a mail of its parts, as plain text and as HTML that says the same: large type, one column, no images, nothing
 * fetched from anywhere. Every mail ends with what we never ask for and where to ask us.
 */
export function composeMail(sender: Sender, mail: { subject: string; title: string; blocks: readonly Block[] }): Mail {
  const blocks: Block[] = [
    ...mail.blocks,
    { heading: 'Stay safe' },
    {
      paragraph:
        'We never ask for your recovery phrase, your secret key or a password. Nobody needs them to help you. ' +
        'Our e-mails never name an address to send XRP to: yours is only in your guide.',
    },
    {
      paragraph:
        `Questions? Write to ${sender.supportEmail}. You get this e-mail because your e-mail address was left for a ` +
        `transfer with ${sender.productName}. If that was not you, you can ignore it.`,
    },
  ];
  return {
    subject: mail.subject,
    text: `${[mail.title, ...blocks.map(blockToText)].join('\n\n')}\n`,
    html: toHtml(mail.title, blocks),
  };
}

/** The link that a mail is about, with what there is to know about it. */
export function linkBlocks(label: string, links: Links): Block[] {
  if (!links.resume) return [{ link: { label, url: links.page } }];
  return [
    { link: { label, url: links.resume } },
    {
      paragraph:
        `This link works once, within ${resumeDays} days. Please do not pass it on: whoever opens it can change your ` +
        'transfer. To read the page again later, use this one:',
    },
    { link: { label: 'Read it again', url: links.page, quiet: true } },
  ];
}

/** Every mail that may come back to us names its transfer in the same way. */
export function transferRow(transferId: string): readonly [string, string] {
  return ['Transfer number', transferId];
}

export function formatDay(time: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));
}

export function formatMoment(time: string): string {
  const at = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(time));
  return `${formatDay(time)} at ${at} UTC`;
}

function blockToText(block: Block): string {
  if ('paragraph' in block) return block.paragraph;
  if ('heading' in block) return block.heading.toUpperCase();
  if ('rows' in block) return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
  return `${block.link.label}:\n${block.link.url}`;
}

const font = 'font:17px/1.6 Arial,Helvetica,sans-serif;color:#1b1f24';

function toHtml(title: string, blocks: readonly Block[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>`,
    `<body style="margin:0;background:#ffffff;${font}">`,
    `<div style="max-width:560px;margin:0 auto;padding:24px 20px;${font}">`,
    `<h1 style="font-size:26px;line-height:1.3;margin:0 0 20px">${escapeHtml(title)}</h1>`,
    ...blocks.map(blockToHtml),
    '</div></body></html>',
    '',
  ].join('\n');
}

function blockToHtml(block: Block): string {
  if ('paragraph' in block) return `<p style="margin:0 0 18px">${escapeHtml(block.paragraph)}</p>`;
  if ('heading' in block) return `<h2 style="font-size:20px;margin:28px 0 10px">${escapeHtml(block.heading)}</h2>`;
  if ('link' in block) {
    const style = block.link.quiet
      ? 'display:inline-block;padding:8px 0;color:#0b4f6c'
      : 'display:inline-block;padding:12px 22px;border-radius:8px;background:#0b4f6c;color:#ffffff;font-weight:bold';
    return `<p style="margin:0 0 18px"><a href="${escapeHtml(block.link.url)}" style="${style}">${escapeHtml(block.link.label)}</a></p>`;
  }
  const cell = 'text-align:left;vertical-align:top;padding:6px 16px 6px 0;word-break:break-word';
  const rows = block.rows.map(
    ([label, value]) =>
      `<tr><th scope="row" style="${cell};font-weight:normal;color:#4a5560">${escapeHtml(label)}</th><td style="${cell}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="border-collapse:collapse;margin:0 0 18px;${font}">${rows.join('')}</table>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
