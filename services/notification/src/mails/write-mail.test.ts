import { referenceOf } from '@xrp-bridge/contracts/reference';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { findHardSentences } from '@xrp-bridge/text/reading-age';
import { describe, expect, it } from 'vitest';
import {
  confirmation,
  guide,
  links,
  mails,
  newsletterLinks,
  newsletters,
  page,
  paidAt,
  payment,
  reference,
  sender,
  toContact,
  toOwners,
  toSubscribers,
  transferId,
  waitlist,
} from '../../test/sample-mails.ts';
import type { ReadyMail } from '../domain/notification.ts';
import type { Links } from './layout.ts';
import { writeMail } from './write-mail.ts';

describe.each(mails)('the mail “$template” ($id)', (planned) => {
  const mail = writeMail(sender, links, planned);

  it('links to the transfer and contains its reference', () => {
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain(links.resume);
      expect(form).toContain(page);
      expect(form).toContain(`Your reference`);
      expect(form).toContain(reference);
    }
  });

  it('shows the value of each row on its own line', () => {
    const rows = mail.html.match(/<span class="muted"[^>]*>[^<]*<\/span>(.*)/g) ?? [];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatch(/<\/span><br><b>/);
  });
});

it('every mail about a subscription contains the link to manage the subscription, and explains the link', () => {
  for (const planned of toSubscribers) {
    const { text } = writeMail(sender, { page: 'https://bridge.example/nansen#subscription=t', resume: null }, planned);
    expect(text).toContain('Manage my subscription:\nhttps://bridge.example/nansen#subscription=t');
    expect(text).toContain('You can use this link to get a refund within 14 days of any payment.');
  }
});

it('the mail about a cancellation excludes further charges only if no month is unpaid', () => {
  const textOf = (unpaid: boolean) =>
    writeMail(sender, links, {
      id: '41',
      ...toContact,
      template: 'subscription_news',
      facts: { what: 'canceled', at: paidAt, unpaid },
    }).text;
  expect(textOf(false)).toContain('We won’t charge you again. Your subscription ends on');
  expect(textOf(true)).toContain('Until that day, we may charge your card $4.00 for it.');
  expect(textOf(true)).not.toMatch(/^We won’t charge you again\. Your/m);
});

it('the receipt for a month of signals contains the amount, our name on the card statement and the reference', () => {
  const contactId = '0f9ad4c1-7e11-4c57-8f0a-3e2b1d5c6a70';
  const { text } = writeMail(sender, links, {
    id: '40',
    transferId: null,
    contactId,
    template: 'subscription_news',
    facts: { what: 'paid', at: paidAt, cents: 400 },
  });
  expect(text).toContain('What you bought: A month of signals\nAmount: $4.00 (US dollars)\nPaid through: ');
  // Operators find the payments of a subscription by the same reference.
  const reference = referenceOf(contactId.replaceAll('-', ''));
  expect(text).toContain(`On your card statement: BRIDGE LTD\nYour reference: ${reference}`);
});

it('the mail with a sign-in link states that the link works once, and when the link expires', () => {
  const { text } = writeMail(
    sender,
    { page: 'https://bridge.example/concierge/register#t=x', resume: null },
    toOwners[0] as ReadyMail,
  );
  expect(text).toContain('Open my concierge:\nhttps://bridge.example/concierge/register#t=x');
  expect(text).toContain('It works once and expires in 15 minutes.');
});

describe.each([...mails, waitlist, confirmation, ...toOwners, ...toSubscribers, ...newsletters])(
  'the mail “$template” ($id)',
  (planned) => {
    const mail = writeMail(sender, links, planned);

    it('contains our address for questions', () => {
      for (const form of [mail.text, mail.html]) expect(form).toContain('help@bridge.example');
    });

    it('can be read by an eleven-year-old', () => {
      expect(findHardSentences([mail.subject, mail.text])).toEqual([]);
    });

    it('begins with our name', () => {
      expect(mail.text).toMatch(/^XRP Bridge\n\n/);
      expect(mail.html).toMatch(/<body[^>]*>\s*<div[^>]*>\s*<p[^>]*>XRP Bridge<\/p>/);
    });

    it('contains the safety notice, but no XRP address and no phone number', () => {
      for (const form of [mail.text, mail.html]) {
        expect(form).toContain('We never ask for your recovery phrase');
        expect(form).not.toMatch(/\br[1-9A-HJ-NP-Za-km-z]{24,34}\b|\bX[1-9A-HJ-NP-Za-km-z]{46}\b/);
        expect(form).not.toMatch(/tel:|\+\d[\d ()-]{7,}/);
      }
    });

    it('has large type, no images, no external files, and the same words in text and HTML', () => {
      expect(mail.html).toContain('font:17px');
      expect(mail.html).toMatch(/<html lang="en">/);
      expect(mail.html).not.toMatch(/<img|<script|<link|<table(?! role="presentation")|@import|url\(|src=/i);
      expect(mail.html).toContain('name="color-scheme" content="light dark"');
      expect(mail.subject.length).toBeLessThanOrEqual(78);
      const words = mail.html
        .replace(/<\/?span[^>]*>/g, '')
        .replace(/<head>.*?<\/head>|<[^>]+>/gs, ' ')
        .replace(/&#39;/g, "'")
        .replace(/&amp;/g, '&');
      for (const line of mail.text.split('\n').filter((text) => text && !/^https:|^[A-Z ]+$|:/.test(text))) {
        expect(words).toContain(line);
      }
    });

    it('does not break our address across lines on a small phone', () => {
      expect(mail.html).not.toContain('word-break');
      // The title in the head is not shown as a line.
      expect(mail.html.replace(/<title>.*?<\/title>/, '')).not.toMatch(/ help@/);
    });
  },
);

it('each mail has one drawing (hidden from screen readers, or the bridge), except the answer to a message', () => {
  for (const planned of [...mails, waitlist, confirmation, ...toOwners, ...toSubscribers, ...newsletters]) {
    const { html } = writeMail(sender, links, planned);
    const drawings = html.match(/<table role="presentation" aria-hidden="true"|border-radius:50% 50% 0 0/g) ?? [];
    expect({ template: planned.template, drawings: drawings.length }).toEqual({
      template: planned.template,
      drawings: planned.template === 'contact_received' ? 0 : 1,
    });
  }
});

it('mails about guides do not offer the concierge', () => {
  const toGuides = mails.filter((planned) => !/concierge|"all"/.test(JSON.stringify(planned)));
  expect(toGuides.length).toBeGreaterThan(7);
  for (const planned of toGuides) expect(writeMail(sender, links, planned).text).not.toMatch(/concierge/i);
});

it('the waitlist mail promises one mail, but no date and no protection, and links to the guide about notes', () => {
  const page = 'https://bridge.example/concierge/encryption';
  const { text } = writeMail(sender, { page, resume: null }, waitlist);
  expect(text).toContain(
    'We’ll send you one email if the XRP network gets new keys. We won’t email you for any other reason.',
  );
  expect(text).toContain(`Protect your notes:\n${page}`);
  expect(text).toContain('We’ll delete your email address after 180 days.');
  expect(text).toContain('gave us this email address for news from XRP Bridge.');
  expect(text).not.toMatch(/QFS|quantum-secure|quantum-safe|transfer with|reference|20\d\d|\$/i);
  expect(text.match(/https:/g)).toHaveLength(1);
});

describe('a newsletter', () => {
  const sent = newsletters.slice(1);

  it.each(sent)('“$template” contains the link to unsubscribe, the disclaimer and our postal address', (planned) => {
    const from = { ...sender, postalAddress: '1 Bridge Street, 12345 Town' };
    const { text, html, unsubscribe } = writeMail(from, newsletterLinks, planned);
    expect(unsubscribe).toBe(newsletterLinks.stop?.oneClick);
    for (const form of [text, html]) {
      expect(form).toContain(newsletterLinks.stop?.page);
      expect(form).toContain('This isn’t advice to buy or sell.');
      expect(form).toMatch(/signed up for this newsletter|you subscribe to signals/);
      expect(form).toContain('Sent by XRP Bridge, 1 Bridge Street, 12345 Town');
      // A scanner that opens links would unsubscribe the reader.
      expect(form).not.toContain('/api/newsletters');
    }
    expect(text).not.toMatch(/\bwill (?:rise|fall)|\bexpect|\bprofit|QFS/i);
  });

  it.each(sent)('“$template” contains our e-mail address if there is no postal address', (planned) => {
    expect(writeMail(sender, newsletterLinks, planned).text).toContain('Sent by XRP Bridge, help@bridge.example');
  });

  it('about the market contains the week’s summary and its sources, but no unsafe links', () => {
    const { subject, text, html } = writeMail(sender, newsletterLinks, newsletters[1] as ReadyMail);
    expect(subject).toBe('Your market summary for Nov 16, 2026 to Nov 22, 2026');
    expect(text).toContain('XRP ended the week at $2.10.');
    expect(text).toContain('news.example, Nov 21, 2026: A bank did it:\nhttps://news.example/a');
    for (const form of [text, html]) expect(form).not.toMatch(/javascript:|Evil/);
  });

  it('with one alert contains the coin, the day and the deviation', () => {
    const { subject, text } = writeMail(sender, newsletterLinks, newsletters[2] as ReadyMail);
    expect(subject).toBe('XRP had an unusual day');
    expect(text).toContain('On Nov 20, 2026, the price of XRP fell much more than usual.');
    expect(text).toContain('That’s about 2.6 times its usual swing.');
  });

  it('with several alerts lists all coins, largest deviation first', () => {
    const { subject, text } = writeMail(sender, newsletterLinks, newsletters[4] as ReadyMail);
    expect(subject).toBe('3 coins had an unusual day');
    expect(text).toContain('On Nov 20, 2026, these prices moved much more than usual.');
    expect(text).toContain(
      'XRP: fell, about 2.6 times its usual swing\nXLM: rose, about 2.4 times its usual swing\nHBAR: fell, about 2.2 times',
    );
  });

  it('about signals contains the events, and the links to the subscription and to unsubscribe', () => {
    const { subject, text, html } = writeMail(sender, newsletterLinks, newsletters[3] as ReadyMail);
    expect(subject).toBe('Your signals for Nov 22, 2026');
    expect(text).toContain('A bank integrated it. 3 sites report it.');
    expect(text).toContain(`Manage my subscription:\n${newsletterLinks.subscription}`);
    expect(text).toContain('You can get a refund within 14 days of any payment.');
    expect(text).toContain('You can also stop these emails right away. We won’t charge you again.');
    expect(text).toContain(`Unsubscribe:\n${newsletterLinks.stop?.page}`);
    for (const form of [text, html]) expect(form).not.toMatch(/javascript:|Evil|you have the concierge/);
  });

  it('requires a confirmation mail with a link to confirm and without a link to unsubscribe', () => {
    const links: Links = { page: 'https://bridge.example/newsletters#confirm=abc', resume: null };
    const { text, unsubscribe } = writeMail(sender, links, newsletters[0] as ReadyMail);
    expect(text).toContain(links.page);
    expect(text).toContain('We won’t send you any newsletters.');
    expect(unsubscribe).toBeUndefined();
  });
});

describe('the receipt', () => {
  it('names product, amount, time, payee, reference and refund terms', () => {
    const { text } = writeMail(sender, links, mails[0] as ReadyMail);
    expect(text).toContain('from Kraken to Ledger');
    expect(text).toContain(
      'What you bought: Guide\nAmount: $4.00 (US dollars)\nPaid on: Nov 21, 2026, 11:30 PM UTC\n' +
        `On your card statement: BRIDGE LTD\nYour reference: ${reference}`,
    );
    expect(text).toContain(refundTerms.guide);
    expect(text).not.toContain(refundTerms.concierge);
    expect(text).toContain(refundWay.how);
    expect(text).toContain(refundWay.back);
  });

  it('omits an unknown exchange', () => {
    const facts = { fromExchange: 'other', toWallet: 'xumm', payment: guide };
    const { text } = writeMail(sender, links, { id: '1', transferId, template: 'receipt', facts });
    expect(text).toContain('move your XRP to Xaman.');
  });
});

describe('the mail about a refund', () => {
  const refund = mails[5] as Extract<ReadyMail, { template: 'refund' }>;

  it('names the payment, so that it also serves as the receipt', () => {
    expect(writeMail(sender, links, refund).text).toContain(
      'What you bought: Guide with concierge\nPaid: $17.76 (US dollars)\nPaid on: Nov 21, 2026, 11:30 PM UTC\n' +
        'Refunded: $17.76 (US dollars)\nRefunded on: Nov 25, 2026, 8:00 AM UTC\n' +
        `On your card statement: BRIDGE LTD\nYour reference: ${reference}`,
    );
  });

  it('requires no action of the customer', () => {
    expect(writeMail(sender, links, refund).text).toContain('You don’t need to do anything.');
  });

  it('omits a payment that an older version has not stored', () => {
    const { payment: _, ...facts } = refund.facts;
    const { text } = writeMail(sender, links, { ...refund, facts });
    expect(text).toContain('Refunded: $17.76 (US dollars)');
    expect(text).not.toContain('Paid');
  });
});

it.each([7, 8])('the mail about an arrival contains the amount, the hash and explorer links (mail %i)', (index) => {
  const { text, html } = writeMail(sender, links, mails[index] as ReadyMail);
  for (const form of [text, html]) {
    expect(form).toContain('4,998.5 XRP');
    expect(form).toContain(payment.hash);
    for (const site of ['livenet.xrpl.org/transactions', 'xrpscan.com/tx', 'bithomp.com/explorer']) {
      expect(form).toContain(`https://${site}/${payment.hash}`);
    }
  }
});

it('mails escape texts from the settings', () => {
  const evil = { ...sender, productName: '<b onmouseover="x()">A & B</b>', supportEmail: `o'neil@bridge.example` };
  const { html, text } = writeMail(evil, { page: `${page}&a="><i>`, resume: null }, mails[4] as ReadyMail);
  expect(html).not.toMatch(/<b |<i>|"x\(\)"/);
  expect(html).toContain('&lt;b onmouseover=&quot;x()&quot;&gt;A &amp; B&lt;/b&gt;');
  expect(html).toContain('o&#39;neil@bridge.example');
  expect(text).toContain('<b onmouseover="x()">A & B</b>');
});

it.each([
  ['the time of an address change', 3, 'was changed on Nov 21, 2026, 11:30 PM UTC.'],
  ['the time of a refund request', 9, 'You asked for a refund on Nov 21, 2026, 11:30 PM UTC.'],
])('a mail contains %s in the pages’ format, but in UTC', (_what, index, text) => {
  expect(writeMail(sender, links, mails[index] as ReadyMail).text).toContain(text);
});

it('a mail explains the owner’s link only if the mail contains that link', () => {
  const planned = mails[0] as ReadyMail;
  const { text } = writeMail(sender, links, planned);
  expect(text).toContain('This link is only for you');
  expect(text).toContain('It works for 14 days on the first device that opens it.');
  expect(text).toContain('To use it on another device, ask us for a new link.');
  const read = writeMail(sender, { page, resume: null }, planned);
  expect(read.text).not.toContain('This link');
  expect(read.text.match(/https:\/\//g)).toHaveLength(1);
});
