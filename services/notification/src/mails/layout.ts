import { formatDrops, readableXrp } from '@xrp-bridge/contracts/drops';
import { productNames } from '@xrp-bridge/contracts/prices';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { resumeDays } from '../domain/notification.ts';
import { type DrawingName, drawingToHtml } from './drawing.ts';

/** Our names and addresses in mails. */
export interface Sender {
  productName: string;
  supportEmail: string;
  /** Our name on card statements. */
  statementName: string;
  /** Our postal address, which laws require in newsletters. */
  postalAddress?: string | undefined;
}

/** The links of a mail: the public page, and for the owner a link that works on one device. */
export interface Links {
  page: string;
  resume: string | null;
  /** Links to unsubscribe from a series: the page for readers, the URL for mail programs (RFC 8058). */
  stop?: { page: string; oneClick: string };
  /** The page of the subscription to signals. */
  subscription?: string;
}

export interface Mail {
  subject: string;
  text: string;
  html: string;
  /** The address with which mail programs unsubscribe from a newsletter. */
  unsubscribe?: string;
}

export type Row = readonly [label: string, value: string];

export type Block =
  | { paragraph: string }
  | { heading: string }
  | { rows: readonly Row[] }
  /** A drawing of the completed bridge, with the amount of the payment that completed the transfer. */
  | { arrived: string | null }
  | { link: { label: string; url: string; quiet?: boolean } };

/** The text of an alert to operators, the same in a mail and in a webhook message. */
export interface AlertText {
  subject: string;
  blocks: readonly Block[];
}

/**
 * Composes a mail as plain text and HTML with the same content.
 * The HTML has large type, one column, no images and no external files. Every mail ends with our safety notice and our
 * address for questions. `givenFor` is null if the blocks say why the reader gets the mail.
 */
export function composeMail(
  sender: Sender,
  mail: { subject: string; title: string; blocks: readonly Block[]; drawing?: DrawingName; givenFor?: string | null },
): Mail {
  const { productName, supportEmail } = sender;
  const { givenFor = 'for a transfer with' } = mail;
  const blocks: Block[] = [
    ...mail.blocks,
    { heading: 'Stay safe' },
    {
      paragraph:
        'We never ask for your recovery phrase, your secret key, or a password. No one needs them to help you. ' +
        'Our emails never include an address to send XRP to.',
    },
    {
      paragraph:
        `Questions? Email us at ${supportEmail}.` +
        (givenFor === null
          ? ''
          : ` You’re getting this because someone gave us this email address ${givenFor} ${productName}. If that wasn’t you, you can ignore this email.`),
    },
  ];
  return {
    subject: mail.subject,
    text: `${[productName, mail.title, ...blocks.map(blockToText).filter(Boolean)].join('\n\n')}\n`,
    html: toHtml(productName, mail.title, blocks, mail.drawing),
  };
}

/** Returns the mail's main link and, for an owner's link, a paragraph about its use. */
export function linkBlocks(label: string, links: Links): Block[] {
  if (!links.resume) return [{ link: { label, url: links.page } }];
  return [
    { link: { label, url: links.resume } },
    {
      paragraph:
        `This link is only for you. Anyone who opens it can change your transfer, so keep it private. It works for ${resumeDays} days on the ` +
        'first device that opens it. To use it on another device, ask us for a new link. To just view your transfer, use this link:',
    },
    { link: { label: 'View your transfer', url: links.page, quiet: true } },
  ];
}

/** Returns the row with the reference, by which operators find the transfer that a reply is about. */
export function referenceRow(orderId: string): Row {
  return ['Your reference', referenceOf(orderId)];
}

/** Returns a receipt's rows, which end with our name on card statements and the reference. */
export function receiptRows(sender: Sender, orderId: string, paid: readonly Row[]): Row[] {
  return [...paid, ['On your card statement', sender.statementName], referenceRow(orderId)];
}

/** Returns the row with the name of what was paid. A product from a newer service has only its id. */
export function productRow(product: string): Row {
  return ['What you bought', productNames[product as keyof typeof productNames] ?? product];
}

/** Formats an amount in drops as XRP. */
export function formatAmount(drops: string): string {
  return readableXrp(formatDrops(drops));
}

/** Formats a time in the pages' format, but in UTC, because the reader's time zone is unknown. */
export function formatMoment(time: string): string {
  const at = new Date(time).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${at} UTC`;
}

/** Renders a mail as plain text and HTML, without the blocks that `composeMail` adds. */
export function renderMail(
  productName: string,
  { subject, title, blocks }: { subject: string; title: string; blocks: readonly Block[] },
): Mail {
  return {
    subject,
    text: `${[productName, title, ...blocks.map(blockToText).filter(Boolean)].join('\n\n')}\n`,
    html: toHtml(productName, title, blocks),
  };
}

function blockToText(block: Block): string {
  if ('paragraph' in block) return block.paragraph;
  if ('heading' in block) return block.heading.toUpperCase();
  if ('arrived' in block) return block.arrived ?? '';
  if ('rows' in block) return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
  return `${block.link.label}:\n${block.link.url}`;
}

const font = 'font:17px/1.6 Arial,Helvetica,sans-serif';

/** Styles for mail programs with dark mode. Other programs show the elements' own colours. */
const dark = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#0f161d!important;color:#eef1f0!important}
.card{background:#17212b!important;border-color:#2a3744!important;color:#eef1f0!important}
.muted{color:#b9c3c9!important;border-color:#b9c3c9!important}
.water{color:#6fc3c9!important}
.soft{background:#14343b!important}
.arch{border-color:#6fc3c9!important}
.button{background:#6fc3c9!important;color:#06272d!important}
}`;

function toHtml(productName: string, title: string, blocks: readonly Block[], drawing?: DrawingName): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${dark}</style></head>`,
    `<body class="paper" style="margin:0;background:#f7f5f0;color:#16202e;${font}">`,
    '<div style="max-width:560px;margin:0 auto;padding:20px 12px 32px">',
    `<p class="water" style="margin:0 0 12px;padding:0 20px;font-size:20px;font-weight:bold;color:#0b5d6b">${escapeHtml(productName)}</p>`,
    '<div class="card" style="padding:24px 20px 8px;background:#fffefb;border:1px solid #ddd8cb;border-radius:14px">',
    ...(drawing ? [drawingToHtml(drawing)] : []),
    `<h1 style="font-size:26px;line-height:1.3;margin:0 0 20px">${preventBreaks(escapeHtml(title))}</h1>`,
    ...blocks.map(blockToHtml),
    '</div></div></body></html>',
    '',
  ].join('\n');
}

function blockToHtml(block: Block): string {
  if ('paragraph' in block) return `<p style="margin:0 0 18px">${preventBreaks(escapeHtml(block.paragraph))}</p>`;
  if ('heading' in block)
    return `<h2 style="font-size:20px;line-height:1.3;margin:28px 0 10px">${escapeHtml(block.heading)}</h2>`;
  if ('link' in block) {
    const { label, url, quiet } = block.link;
    const [kind, style] = quiet
      ? ['water', 'display:inline-block;padding:8px 0;color:#0b5d6b']
      : [
          'button',
          'display:inline-block;padding:13px 24px;border-radius:14px;background:#0b5d6b;color:#ffffff;font-weight:bold;text-decoration:none',
        ];
    return `<p style="margin:0 0 18px"><a class="${kind}" href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>`;
  }
  if ('arrived' in block) return arrivedToHtml(block.arrived);
  // Label and value are on separate lines, because words would break on a small phone.
  return block.rows
    .map(
      ([label, value], index, { length }) =>
        `<p style="margin:0 0 ${index === length - 1 ? 24 : 12}px;overflow-wrap:anywhere"><span class="muted" style="color:#47525f">${escapeHtml(label)}</span><br><b>${escapeHtml(value)}</b></p>`,
    )
    .join('\n');
}

/** Draws the bridge with borders, because many mail programs remove SVG. */
function arrivedToHtml(amount: string | null): string {
  const arch = 'height:44px;max-width:300px;margin:0 auto;border:4px solid #0b5d6b;border-bottom-width:3px';
  const sum = `<p class="water" style="margin:14px 0 0;font-size:38px;line-height:1.15;font-weight:bold;color:#0b5d6b">${escapeHtml(amount ?? '')}</p>`;
  return [
    '<div class="soft" style="margin:0 0 20px;padding:24px 20px;border-radius:14px;background:#dcecec;text-align:center">',
    `<div class="arch" style="${arch};border-radius:50% 50% 0 0/100% 100% 0 0"></div>${amount ? sum : ''}</div>`,
  ].join('\n');
}

/** Prevents line breaks inside email addresses. */
function preventBreaks(html: string): string {
  const whole = 'display:inline-block;max-width:100%;overflow-wrap:anywhere';
  return html.replace(/\S+/g, (word) => (word.includes('@') ? `<span style="${whole}">${word}</span>` : word));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
