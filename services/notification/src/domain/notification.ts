import type { MailSeries } from '@xrp-bridge/contracts/notification';
import type { Product } from '@xrp-bridge/contracts/prices';
import type { MarketWeek, SignalsDay } from '@xrp-bridge/contracts/signals';
import type { UnusualCoins } from './newsletters.ts';

/** The products that open the guide. */
const guideProducts: readonly string[] = ['guide', 'bundle'] satisfies Product[];

export interface Payment {
  id: string;
  /** A `Product`, or one that a newer service sells: nothing is said about that one here. */
  product: string;
  amountCents: number;
  paidAt: Date;
  refunded: boolean;
  /** Of a bundle: its concierge was paid back, the guide stays. */
  conciergeRefunded: boolean;
}

/** What this service knows of a transfer, pieced together from two topics whose events come in any order. */
export interface KnownTransfer {
  id: string;
  /** Set once the instructions can be read. */
  released: 'paid' | 'bypassed' | null;
  fromExchange: string | null;
  toWallet: string | null;
  payments: Payment[];
}

export interface PaymentFacts {
  product: string;
  amountCents: number;
  paidAt: string;
  /** Of a bundle whose concierge was paid back before. Mails that were planned earlier do not say. */
  conciergeRefunded?: boolean;
}

/** A payment that was seen on the ledger. */
export interface SeenPayment {
  hash: string;
  deliveredDrops: string;
}

/** A mail as it is stored: what it says, but neither to whom nor with which token. A newsletter's names its issues. */
export type PlannedMail = MailOfTransfer | ({ id: string } & AboutContact<ContactMail | PlannedNewsletter>);

/** A mail that can be written: a newsletter's has its content. */
export type ReadyMail = MailOfTransfer | ({ id: string } & AboutContact<ContactMail | NewsletterContent>);

type MailOfTransfer = { id: string } & TransferMail;

/** To somebody who has left nothing but an e-mail: who waits for news, wants signals or newsletters, or owns the concierge. */
type AboutContact<Content> = { transferId: null; contactId: string } & Content;

/** What a newsletter says, read from its issues when it is sent: the same to everybody. */
export type NewsletterContent =
  | { template: 'market_analysis'; facts: MarketWeek }
  | { template: 'deviation_alert'; facts: UnusualCoins }
  | { template: 'signals_day'; facts: SignalsDay };

/** The first issue says which series it is; of alerts, the others are told in the same mail. */
interface PlannedNewsletter {
  template: NewsletterContent['template'];
  facts: { issueIds: readonly string[] };
}

type ContactMail =
  | { template: 'waitlist_joined' | 'subscription_asked' | 'concierge_link'; facts: Record<string, never> }
  | { template: 'concierge_bought'; facts: { orderId: string; amountCents: number; at: string } }
  | {
      template: 'concierge_refunded';
      facts: { orderId: string; refundedCents: number; closes: string; at: string };
    }
  | { template: 'concierge_refund_requested'; facts: { orderId: string; at: string } }
  | { template: 'concierge_moved'; facts: { orderId: string; at: string } }
  | { template: 'subscription_news'; facts: SubscriptionNews }
  | { template: 'newsletters_asked'; facts: { newsletterId: string } };

/** What there is to tell of a subscription to signals; `at` is when it goes on, or ends. */
export type SubscriptionNews =
  | { what: 'started'; at: string | null }
  | { what: 'paid'; at: string; cents: number }
  | { what: 'failed'; at: string | null }
  | { what: 'canceled'; at: string; unpaid?: boolean }
  | { what: 'refunded'; cents: number }
  | { what: 'ended' };

type TransferMail = { transferId: string } & (
  | {
      template: 'receipt';
      facts: { fromExchange: string | null; toWallet: string | null; payment: PaymentFacts | null };
    }
  | { template: 'concierge_receipt'; facts: { payment: PaymentFacts } }
  | { template: 'address_changed'; facts: { at: string } }
  | { template: 'first_arrival'; facts: { payment: SeenPayment } }
  | { template: 'arrived'; facts: { payment: SeenPayment | null } }
  | { template: 'refund'; facts: { closes: string; refundedCents: number; at: string } }
  | { template: 'refund_requested'; facts: { at: string } }
  | { template: 'new_link'; facts: Record<string, never> }
  | { template: 'contact_received'; facts: Record<string, never> }
);

export type Template = PlannedMail['template'];

/** Narrows to a mail whose content is stored with its issues. */
export function isNewsletter(mail: PlannedMail): mail is { id: string } & AboutContact<PlannedNewsletter> {
  return seriesOf(mail.template) !== null;
}

/** The series that a mail is an issue of; null for all other mails. */
export function seriesOf(template: Template): MailSeries | null {
  switch (template) {
    case 'market_analysis':
      return 'market';
    case 'deviation_alert':
      return 'alerts';
    case 'signals_day':
      return 'signals';
    default:
      return null;
  }
}

/**
 * The receipts that are due once somebody can be reached: one for the guide as soon as its instructions can be read
 * and we know what was paid, one for a concierge bought later. Their ids make each of them one of a kind.
 */
export function dueReceipts(transfer: KnownTransfer): MailOfTransfer[] {
  const mails: MailOfTransfer[] = [];
  const guides = transfer.payments.filter((payment) => guideProducts.includes(payment.product));
  const guide = guides.find((payment) => !payment.refunded);
  if (transfer.released && (guide || (transfer.released === 'bypassed' && guides.length === 0))) {
    mails.push({
      id: `${transfer.id}-receipt`,
      transferId: transfer.id,
      template: 'receipt',
      facts: {
        fromExchange: transfer.fromExchange,
        toWallet: transfer.toWallet,
        payment: guide ? factsOf(guide) : null,
      },
    });
  }
  for (const payment of transfer.payments) {
    if (payment.product !== 'concierge' || payment.refunded) continue;
    mails.push({
      id: `${transfer.id}-concierge-receipt-${payment.id}`,
      transferId: transfer.id,
      template: 'concierge_receipt',
      facts: { payment: factsOf(payment) },
    });
  }
  return mails;
}

/**
 * The mail of a guide whose payment we never heard of: the event is lost, and what was paid may still be told later, by
 * the receipt itself.
 */
export function guideWithoutReceipt(transfer: KnownTransfer): MailOfTransfer {
  const { id, fromExchange, toWallet } = transfer;
  return {
    id: `${id}-guide-ready`,
    transferId: id,
    template: 'receipt',
    facts: { fromExchange, toWallet, payment: null },
  };
}

/** So long after its release a guide has its mail, or something was lost; after so many days nobody is surprised any more. */
export const receiptOverdue = { afterMs: 3_600_000, givenUpDays: 7 } as const;

function factsOf(payment: Payment): PaymentFacts {
  const { product, amountCents, paidAt, conciergeRefunded } = payment;
  return { product, amountCents, paidAt: paidAt.toISOString(), conciergeRefunded };
}

/** Whether paying back takes away what this product gave; a bundle's refunded concierge leaves its guide. */
export function closesProduct(closes: string, product: string): boolean {
  return closes === 'all' || closes === product || (closes === 'guide' && product === 'bundle');
}

/** How long the link in a mail that makes its reader the owner of the transfer works, if it is not used before. */
export const resumeDays = 14;

/** How long a link opens the concierge, once. */
export const conciergeLinkMinutes = 15;

/** How long the link works that an owner shows to the phone in their hand. */
export const phoneLinkMinutes = 10;

/** How often one used or old link brings a new one. */
export const newLinkEveryMs = 2 * 60_000;

const actedOn: readonly Template[] = ['receipt', 'concierge_receipt', 'address_changed', 'new_link'];

/** The mails that an owner acts on; the others lead to the page that anyone who knows the transfer may read. */
export function carriesResumeLink(template: Template): boolean {
  return actedOn.includes(template);
}

/**
 * The e-mail addresses that a transfer had before are warned too when its wallet address is changed, so long after:
 * a thief who changes the e-mail first silences nothing. The earliest ones count, so that changing it again and again
 * pushes none of them out.
 */
export const formerEmails = { warnedDays: 7, keptDays: 14, most: 3 } as const;

/**
 * How long contact data is kept: 90 days after the transfer was completed, expired or paid back, so that questions and
 * refunds can still be answered, and never longer than 180 days.
 */
export const keptDays = { afterClose: 90, atMost: 180 } as const;

const dayMs = 86_400_000;

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * dayMs);
}
