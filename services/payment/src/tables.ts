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
  /** The customer's open request: see `Payment`. */
  request_made_at: Date | null;
  request_settles_at_cents: number | null;
  created_at: Date;
  /** When the provider was last asked about it. */
  checked_at: Date;
  paid_at: Date | null;
}

interface RefundTable {
  id: string;
  payment_id: string;
  provider_id: string | null;
  amount_cents: number;
  /** Requested: committed before the provider is asked. Failed: not made, or undone by the customer's bank. */
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

/** What is to be remembered of an order beside its payments. */
export interface OrderStateTable {
  order_id: string;
  /** When and how often the transfer was told what the payments give access to, since that last changed. */
  said_at: Date | null;
  times_said: Generated<number>;
  /** Since when operators have a task because the transfer does not answer. */
  task_opened_at: Date | null;
  /** When the transfer answered that it gives just that. */
  confirmed_at: Date | null;
  /** From then on nothing of it can be paid: its transfer is deleted. */
  closed_at: Date | null;
}

/** A concierge bought without a transfer; once one has redeemed its guide, its payments are that transfer's. */
interface ConciergeOrderTable {
  order_id: string;
  created_at: Date;
  transfer_id: string | null;
  redeemed_at: Date | null;
}

/** Somebody's subscription to signals, as the provider last told it. */
export interface SubscriptionTable {
  id: string;
  subscriber_id: string;
  status: 'open' | 'trialing' | 'active' | 'past_due' | 'ended';
  /** Counts the pages that were opened for it; part of the idempotency key. */
  attempt: Generated<number>;
  trial: boolean;
  session_id: string | null;
  /** The provider's own id; null until the page was completed. */
  provider_id: string | null;
  trial_ends_at: Date | null;
  /** Until when it is paid, or the trial lasts. */
  period_ends_at: Date | null;
  /** When it ends, or ended. */
  ends_at: Date | null;
  /** The failed tries of the newest invoice that we have told of. */
  failures: Generated<number>;
  version: Generated<number>;
  created_at: Date;
  checked_at: Date;
  /** Since when it is to end, as soon as the provider can be told; null again once that says so. */
  end_wanted_at: Generated<Date | null>;
}

export type BookingKind = 'sale' | 'refund' | 'refund_failed';

/** The transaction is the payment for a sale, the refund for a refund: so each is booked once. */
interface AccountingEntryTable extends EntryTable<Account, BookingKind> {
  payment_id: string;
}

export interface Tables extends MessagingTables {
  payment: PaymentTable;
  refund: RefundTable;
  webhook_event: WebhookEventTable;
  order_state: OrderStateTable;
  concierge_order: ConciergeOrderTable;
  subscription: SubscriptionTable;
  accounting_entry: AccountingEntryTable;
}

export type Db = Kysely<Tables> | Tx<Tables>;
