import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { describe, expect, it } from 'vitest';
import type { PlannedMail } from '../domain/notification.ts';
import type { Links } from './layout.ts';
import { writeMail } from './write-mail.ts';

const transferId = '0123456789abcdef0123456789abcdef';
const sender = { productName: 'XRP Bridge', supportEmail: 'help@bridge.example' };
const page = `https://bridge.example/checkout?transfer=${transferId}`;
const links: Links = { page, resume: 'https://bridge.example/resume#t=abc' };
const paidAt = '2026-11-21T23:30:00.000Z';
const guide = { product: 'guide', amountCents: 400, paidAt } as const;
const path = { fromExchange: 'kraken', toWallet: 'ledger' };

const payment = { hash: 'E'.repeat(64), deliveredDrops: '25500000' };

const mails: PlannedMail[] = [
  { id: '1', transferId, template: 'receipt', facts: { ...path, payment: guide } },
  { id: '2', transferId, template: 'receipt', facts: { fromExchange: null, toWallet: null, payment: null } },
  {
    id: '3',
    transferId,
    template: 'concierge_receipt',
    facts: { payment: { ...guide, product: 'concierge', amountCents: 1376 } },
  },
  { id: '4', transferId, template: 'address_changed', facts: { at: paidAt } },
  { id: '5', transferId, template: 'arrived', facts: { payment: null } },
  { id: '6', transferId, template: 'refund', facts: { closes: 'all', refundedCents: 1776, at: paidAt } },
  { id: '7', transferId, template: 'contact_received', facts: {} },
  { id: '8', transferId, template: 'arrived', facts: { payment } },
  { id: '9', transferId, template: 'first_arrival', facts: { payment } },
];

describe.each(mails)('the mail “$template” ($id)', (planned) => {
  const mail = writeMail(sender, links, planned);

  it('leads to the transfer, names it, and says where to ask', () => {
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain(links.resume);
      expect(form).toContain(page);
      expect(form).toContain(transferId);
      expect(form).toContain('help@bridge.example');
    }
  });

  it('says that we never ask for a recovery phrase, and holds no address to send to and no phone number', () => {
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain('We never ask for your recovery phrase');
      expect(form).not.toMatch(/\br[1-9A-HJ-NP-Za-km-z]{24,34}\b|\bX[1-9A-HJ-NP-Za-km-z]{46}\b/);
      expect(form).not.toMatch(/tel:|\+\d[\d ()-]{7,}/);
    }
  });

  it('is readable: large type, no images, nothing loaded or run, the same words in both forms', () => {
    expect(mail.html).toContain('font:17px');
    expect(mail.html).toMatch(/<html lang="en">/);
    expect(mail.html).not.toMatch(/<img|<script|<style|<link|url\(|src=/i);
    expect(mail.subject.length).toBeLessThanOrEqual(78);
    const words = mail.html
      .replace(/<head>.*?<\/head>|<[^>]+>/gs, ' ')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, '&');
    for (const line of mail.text.split('\n').filter((text) => text && !/^https:|^[A-Z ]+$|:/.test(text))) {
      expect(words).toContain(line);
    }
  });
});

describe('the receipt', () => {
  it('names product, amount, day in UTC, transfer and refund terms', () => {
    const { text } = writeMail(sender, links, mails[0] as PlannedMail);
    expect(text).toContain('from Kraken to Ledger');
    expect(text).toContain('Product: Transfer guide\nAmount: $4.00 (US dollars)\nPaid on: November 21, 2026');
    expect(text).toContain(refundTerms.guide);
    expect(text).not.toContain(refundTerms.concierge);
    expect(text).toContain(refundTerms.how);
  });

  it('names no exchange that it does not know', () => {
    const facts = { fromExchange: 'other', toWallet: 'xumm', payment: guide };
    const { text } = writeMail(sender, links, { id: '1', transferId, template: 'receipt', facts });
    expect(text).toContain('move your XRP to Xaman.');
  });
});

it.each([7, 8])('an arrival names amount and hash, and where anyone can see it (%i)', (index) => {
  const { text, html } = writeMail(sender, links, mails[index] as PlannedMail);
  for (const form of [text, html]) {
    expect(form).toContain('25.5 XRP');
    expect(form).toContain(payment.hash);
    for (const site of ['livenet.xrpl.org/transactions', 'xrpscan.com/tx', 'bithomp.com/explorer']) {
      expect(form).toContain(`https://${site}/${payment.hash}`);
    }
  }
});

it('escapes what comes from settings', () => {
  const evil = { productName: '<b onmouseover="x()">A & B</b>', supportEmail: `o'neil@bridge.example` };
  const { html, text } = writeMail(evil, { page: `${page}&a="><i>`, resume: null }, mails[4] as PlannedMail);
  expect(html).not.toMatch(/<b[ >]|<i>|"x\(\)"/);
  expect(html).toContain('&lt;b onmouseover=&quot;x()&quot;&gt;A &amp; B&lt;/b&gt;');
  expect(html).toContain('o&#39;neil@bridge.example');
  expect(text).toContain('<b onmouseover="x()">A & B</b>');
});

it('says once-only things only where the link works once', () => {
  const planned = mails[0] as PlannedMail;
  expect(writeMail(sender, links, planned).text).toContain('This link works once, within 14 days.');
  const read = writeMail(sender, { page, resume: null }, planned);
  expect(read.text).not.toContain('works once');
  expect(read.text.match(/https:\/\//g)).toHaveLength(1);
});
