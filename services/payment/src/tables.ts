import type { MessagingTables, Tx } from '@xrp-bridge/runtime';
import type { EntryTable } from '@xrp-bridge/runtime/accounting';
import type { Generated, Kysely, Selectable } from 'kysely';
import type { Account } from './domain/accounting.ts';
import type { Outcome, Payment } from './domain/payment.ts';

export interface PaymentTable {
  id: string;
  order_id: string;
  order_kind: Generated<Payment['orderKind']>;
  product: Payment['product'];
  channel: Payment['channel'];
  amount_cents: number;
  refunded_cents: Generated<number>;
  status: Payment['status'];
  attempt: Generated<number>;
  intent_id: string | null;
  session_id: string | null;
  opens_guide: Generated<boolean>;
  opens_concierge: Generated<boolean>;
  unlocks: Generated<boolean>;
  failure: string | null;
  bypassed_by: string | null;
  bypass_reason: string | null;
  refund_requested_at: Date | null;
  /** The customer's open request (see `Payment`). */
  request_made_at: Date | null;
  request_settles_at_cents: number | null;
  created_at: Date;
  /** Time of the last check at the provider. */
  checked_at: Date;
  paid_at: Date | null;
  traceparent: string | null;
  /** Time of the payment at the provider, in whole seconds. */
  provider_paid_at: Date | null;
  opened_by: string | null;
}

interface RefundTable {
  id: string;
  payment_id: string;
  provider_id: string | null;
  amount_cents: number;
  /**
   * `requested`: the provider has not confirmed the refund yet.
   * `failed`: the refund was not made, or the customer's bank returned it.
   */
  status: 'requested' | 'made' | 'failed';
  attempt: Generated<number>;
  created_at: Date;
}

export type Refund = Selectable<RefundTable>;

export interface WebhookEventTable {
  id: string;
  type: string;
  outcome: Outcome;
  payment_id: string | null;
  received_at: Date;
}

/** The part of an order's state that its payment rows do not contain. */
export interface OrderStateTable {
  order_id: string;
  /** Time of the last emission of the access. `attempts` counts emissions since the access changed. */
  emitted_at: Date | null;
  attempts: Generated<number>;
  /** Time when a task for operators was opened, because the transfer had not confirmed the access. */
  task_opened_at: Date | null;
  /**
   * Time when the transfer confirmed the access.
   * Null until then, and again after each change of the access.
   */
  confirmed_at: Date | null;
  /** Time when the order was closed, before its transfer is deleted. A closed order cannot be paid. */
  closed_at: Date | null;
}

/**
 * A concierge without a transfer.
 * Once a transfer redeems its guide, the payments belong to that transfer.
 */
interface ConciergeOrderTable {
  order_id: string;
  created_at: Date;
  transfer_id: string | null;
  redeemed_at: Date | null;
}

/** A subscription to signals, in the state that the provider last reported. */
export interface SubscriptionTable {
  id: string;
  subscriber_id: string;
  status: 'open' | 'trialing' | 'active' | 'past_due' | 'ended';
  /** Number of hosted pages opened; part of the idempotency key. */
  attempt: Generated<number>;
  trial: boolean;
  session_id: string | null;
  /** The provider's id; null until the page is completed. */
  provider_id: string | null;
  trial_ends_at: Date | null;
  /** The end of the paid period or of the trial. */
  period_ends_at: Date | null;
  /** The time when the subscription ends or ended. */
  ends_at: Date | null;
  /** Number of failed charges of the newest invoice for which an event was emitted. */
  failures: Generated<number>;
  version: Generated<number>;
  created_at: Date;
  checked_at: Date;
  /**
   * Time when the mails stopped, so that the subscription must end.
   * Null once the provider has confirmed the end.
   */
  end_wanted_at: Generated<Date | null>;
}

export type BookingKind = 'sale' | 'refund' | 'refund_failed';

/**
 * An accounting entry. Its transaction id is the id of the payment (sale) or of the refund.
 * This makes sure that each sale and each refund is booked once.
 */
interface AccountingEntryTable extends EntryTable<Account, BookingKind> {
  payment_id: string;
}

/** The result of the last check of the accounting, in one row. */
interface AccountingCheckTable {
  single: Generated<boolean>;
  checked_at: Date;
  difference_cents: string | number;
  /** Start of the period that was compared with the provider, if a payment differed. */
  differs_since: Date | null;
}

/**
 * A difference from the provider that an owner has accepted.
 * The audit trail contains the owner's name and the reason.
 */
interface AcceptedDifferenceTable {
  intent_id: string;
  /** The accepted amounts, as `amountsOf` formats them. */
  amounts: string;
  accepted_at: Date;
}

/** Numbers of opened and declined payments of a source on a day. */
interface VelocityTable {
  day: string;
  source: string;
  opened: Generated<number>;
  declined: Generated<number>;
}

export interface Tables extends MessagingTables {
  payment: PaymentTable;
  refund: RefundTable;
  webhook_event: WebhookEventTable;
  order_state: OrderStateTable;
  concierge_order: ConciergeOrderTable;
  subscription: SubscriptionTable;
  accounting_entry: AccountingEntryTable;
  accounting_check: AccountingCheckTable;
  accepted_difference: AcceptedDifferenceTable;
  velocity: VelocityTable;
}

export type Db = Kysely<Tables> | Tx<Tables>;
