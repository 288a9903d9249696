import type { MailSeries } from '@xrp-bridge/contracts/notification';
import type { Product } from '@xrp-bridge/contracts/prices';
import type { MarketWeek, SignalsDay } from '@xrp-bridge/contracts/signals';
import type { UnusualCoins } from './newsletters.ts';

/** The products that give access to the guide. */
const guideProducts: readonly string[] = ['guide', 'bundle'] satisfies Product[];

export interface Payment {
  id: string;
  /** A `Product`, or an unknown product from a newer service, about which no mail is sent. */
  product: string;
  amountCents: number;
  paidAt: Date;
  refunded: boolean;
  /** True for a bundle whose concierge was refunded while the guide stays. */
  conciergeRefunded: boolean;
}

/** The state of a transfer, derived from the events of two topics. The events arrive in any order. */
export interface TransferState {
  id: string;
  /** Null until the customer can read the instructions. */
  released: 'paid' | 'bypassed' | null;
  fromExchange: string | null;
  toWallet: string | null;
  payments: Payment[];
}

export interface PaymentFacts {
  product: string;
  amountCents: number;
  paidAt: string;
  /** True for a bundle whose concierge was refunded. Missing in older mails. */
  conciergeRefunded?: boolean;
}

/**
 * A refund and its payment.
 * The mail with these facts replaces a receipt that was not sent before the refund.
 */
export interface RefundFacts {
  closes: string;
  refundedCents: number;
  at: string;
  /** The refunded payment. Missing in older mails. */
  payment?: { product: string; amountCents: number; paidAt: string | null };
}

/** A payment on the XRP Ledger. */
export interface SeenPayment {
  hash: string;
  deliveredDrops: string;
}

/**
 * A stored mail: its facts, without recipient and token.
 * A newsletter stores only the ids of its issues.
 */
export type PlannedMail = MailOfTransfer | ({ id: string } & AboutContact<ContactMail | PlannedNewsletter>);

/** A mail with all facts to write it, including a newsletter's content. */
export type ReadyMail = MailOfTransfer | ({ id: string } & AboutContact<ContactMail | NewsletterContent>);

type MailOfTransfer = { id: string } & TransferMail;

/** A mail to a contact without a transfer: waitlist, signals, newsletters or concierge. */
type AboutContact<Content> = { transferId: null; contactId: string } & Content;

/** A newsletter's content, read from its issues when the mail is sent. */
export type NewsletterContent =
  | { template: 'market_analysis'; facts: MarketWeek }
  | { template: 'deviation_alert'; facts: UnusualCoins }
  | { template: 'signals_day'; facts: SignalsDay };

/** A newsletter with its issues. Only alerts have more than one issue per mail. */
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

/**
 * News of a subscription to signals.
 * `at` is the time of the next payment, the next attempt to charge, or the end.
 */
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
  | { template: 'refund'; facts: RefundFacts }
  | { template: 'refund_requested'; facts: { at: string } }
  | { template: 'new_link'; facts: Record<string, never> }
  | { template: 'contact_received'; facts: Record<string, never> }
);

export type Template = PlannedMail['template'];

/** Returns true for a newsletter. Its content is stored with its issues, not with the mail. */
export function isNewsletter(mail: PlannedMail): mail is { id: string } & AboutContact<PlannedNewsletter> {
  return seriesOf(mail.template) !== null;
}

/** Returns the series of a newsletter; null for all other mails. */
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
 * Returns the due receipts: for a released guide whose payment is known or which an operator unlocked,
 * and for each concierge that was bought later.
 * Each receipt has a fixed id, so that it is planned only once.
 */
export function dueReceipts(transfer: TransferState): MailOfTransfer[] {
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
 * Returns the mail of a released guide whose payment event is missing.
 * Its id differs from the receipt's id, so that the receipt can still follow.
 */
export function guideWithoutReceipt(transfer: TransferState): MailOfTransfer {
  const { id, fromExchange, toWallet } = transfer;
  return {
    id: `${id}-guide-ready`,
    transferId: id,
    template: 'receipt',
    facts: { fromExchange, toWallet, payment: null },
  };
}

/**
 * If a guide was released `afterMs` ago and has no mail, an event was lost.
 * After `givenUpDays`, no mail is sent.
 */
export const receiptOverdue = { afterMs: 3_600_000, givenUpDays: 7 } as const;

function factsOf(payment: Payment): PaymentFacts {
  const { product, amountCents, paidAt, conciergeRefunded } = payment;
  return { product, amountCents, paidAt: paidAt.toISOString(), conciergeRefunded };
}

/** Returns whether a refund closes the product. A bundle stays open while its guide is open. */
export function closesProduct(closes: string, product: string): boolean {
  return closes === 'all' || closes === product || (closes === 'guide' && product === 'bundle');
}

/** Lifetime of the link in a mail that makes its reader the owner of the transfer. */
export const resumeDays = 14;

/** Lifetime of a sign-in link to the concierge. The link works only once. */
export const conciergeLinkMinutes = 15;

/** Lifetime of the link that opens a transfer on the owner's phone. */
export const phoneLinkMinutes = 10;

/** Length of the windows in which a link is renewed, or a sign-in link sent, at most once. */
export const newLinkEveryMs = 2 * 60_000;

/** Returns the number of the time window. Mails whose ids contain the same number are one mail. */
export function windowAt(time: Date, lengthMs: number): number {
  return Math.floor(time.getTime() / lengthMs);
}

const actedOn: readonly Template[] = ['receipt', 'concierge_receipt', 'address_changed', 'new_link'];

/**
 * Returns whether the mail contains a link that makes its reader an owner of the transfer.
 * Other mails link to the public page of the transfer.
 */
export function carriesResumeLink(template: Template): boolean {
  return actedOn.includes(template);
}

/**
 * Limits for a transfer's former e-mail addresses.
 * Former addresses are also warned when the wallet address changes, so that a thief cannot suppress the warning by
 * first changing the e-mail address. The earliest addresses are stored, so that further changes cannot displace them.
 */
export const formerEmails = { warnedDays: 7, storedDays: 14, most: 3 } as const;

/**
 * Retention of contact data, at most 180 days.
 * The 90 days after a transfer was completed, expired or refunded are for questions and refunds.
 */
export const retentionDays = { afterClose: 90, atMost: 180 } as const;

const dayMs = 86_400_000;

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * dayMs);
}
