import type { ContactReason, MailSeries } from '@xrp-bridge/contracts/notification';
import type { AlertKind, AlertWay } from '@xrp-bridge/contracts/operator-alerts';
import type { MessagingTables, Tx } from '@xrp-bridge/runtime';
import type { SigningKeyTables } from '@xrp-bridge/runtime/signing-keys';
import type { Generated, Kysely } from 'kysely';
import type { ConsentChange } from './domain/newsletters.ts';
import type { Payment, PlannedMail, TransferState } from './domain/notification.ts';

interface TransferTable {
  id: string;
  released: TransferState['released'];
  from_exchange: string | null;
  to_wallet: string | null;
  released_at: Generated<Date | null>;
  closed_at: Date | null;
  /** Time when the event of the first arrival was handled. */
  arrived_at: Generated<Date | null>;
  created_at: Date;
}

interface PaymentTable {
  id: string;
  transfer_id: string;
  product: Payment['product'];
  amount_cents: number;
  paid_at: Date;
  refunded: Generated<boolean>;
  concierge_refunded: Generated<boolean>;
}

interface ContactTable {
  id: Generated<string>;
  transfer_id: string | null;
  reason: ContactReason;
  email: string | null;
  phone: string | null;
  message: string | null;
  created_at: Date;
  /** Time when the mail server reported that the address does not exist. */
  bounced_at: Generated<Date | null>;
}

interface MailTable {
  id: string;
  transfer_id: string | null;
  /** The contact of a mail that is not about a transfer. */
  contact_id: string | null;
  template: PlannedMail['template'];
  facts: unknown;
  created_at: Date;
  sent_at: Date | null;
  dropped_at: Date | null;
  /** Time after which `sendOverdueMails` retries the mail; null once the mail is given up. */
  due_at: Generated<Date | null>;
  /** Number of jobs that `sendOverdueMails` enqueued for the mail. */
  runs: Generated<number>;
}

interface DeliveryTable {
  mail_id: string;
  /** A hash of the mailbox, sufficient to count deliveries. */
  mailbox: Buffer;
  transfer_id: string | null;
  at: Date;
  sent: Generated<boolean>;
}

interface FormerEmailTable {
  transfer_id: string;
  email: string;
  changed_at: Date;
}

/** A browser that shows a message when the XRP of a transfer arrives. */
interface PushSubscriptionTable {
  id: Generated<string>;
  transfer_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Date;
}

interface ResumeTokenTable {
  hash: Buffer;
  transfer_id: string;
  expires_at: Date;
  used_at: Date | null;
}

interface SubscriptionTable {
  contact_id: string;
  /** Hash of the token in the last mail; null before the first mail. */
  token_hash: Buffer | null;
  confirmed_at: Date | null;
  /** True while the subscription is in its trial or paid. */
  running: Generated<boolean>;
  /** Time of the last start or end. */
  changed_at: Generated<Date | null>;
  /** Time when the contact stopped the mails. */
  stopped_at: Generated<Date | null>;
}

/** The newsletters that an order's owner chose, and the contact that receives them. */
interface NewsletterTable {
  id: Generated<string>;
  order_id: string;
  contact_id: string;
  market: boolean;
  alerts: boolean;
  /** Hash of the token in the last confirmation mail; null before the first mail. */
  token_hash: Buffer | null;
  confirmed_at: Date | null;
  /** Number of address changes. */
  moves: Generated<number>;
}

interface ConsentTable {
  id: Generated<string>;
  contact_id: string;
  change: ConsentChange;
  at: Date;
}

interface IssueTable {
  id: string;
  newsletter: MailSeries;
  facts: unknown;
  created_at: Date;
}

interface ConciergeTable {
  /** A transfer's id, or the id of a concierge order without a transfer. */
  order_id: string;
  /** The contact that receives sign-in links; null until an e-mail address is stored for the order. */
  contact_id: string | null;
  /** The transfer that redeemed the order's guide; null while the guide is unused. */
  transfer_id: string | null;
  owned: Generated<boolean>;
  created_at: Date;
}

interface ConciergeLinkTable {
  hash: Buffer;
  contact_id: string;
  expires_at: Date;
  used_at: Date | null;
}

export interface TaskTable {
  id: string;
  kind: string;
  /** The cause of the task, e.g. the id of a payment. Each kind and cause opens one task. */
  cause: string;
  order_id: string | null;
  payment_id: string | null;
  since: Date;
  why: string;
  /** A `TaskRefund`, or null. */
  refund: unknown;
  /** The operator who works on the task. */
  assigned_to: string | null;
  done_at: Date | null;
  done_by: string | null;
  reason: string | null;
}

/** A settlement of the tasks of a kind with this payment and cause. Null matches any value. */
interface TaskSettlementTable {
  kind: string;
  payment_id: string | null;
  cause: string | null;
  at: Date;
  reason: string;
}

/**
 * The alerts that an operator chose, the addresses for them, and the last outcome of each address.
 * `email` gets alerts only while `confirmed_email` is equal. The hash is of the last confirmation link and the address
 * to which the link was sent.
 */
interface OperatorChoiceTable {
  operator_id: string;
  email: string | null;
  webhook_url: string | null;
  kinds: AlertKind[];
  email_sent_at: Generated<Date | null>;
  email_failed_at: Generated<Date | null>;
  email_failure: Generated<string | null>;
  webhook_sent_at: Generated<Date | null>;
  webhook_failed_at: Generated<Date | null>;
  webhook_failure: Generated<string | null>;
  confirmed_email: Generated<string | null>;
  confirmation_hash: Generated<Buffer | null>;
  confirmation_expires_at: Generated<Date | null>;
}

/** An alert for all operators who chose its kind. Its id is derived from its cause. */
interface OperatorAlertTable {
  id: string;
  kind: AlertKind;
  facts: unknown;
  created_at: Date;
}

interface OperatorDeliveryTable {
  alert_id: string;
  operator_id: string;
  way: AlertWay;
  sent_at: Generated<Date | null>;
  /** Time after which `sendOverdueAlerts` retries the delivery; null once the delivery is given up. */
  due_at: Generated<Date | null>;
  /** Number of jobs that `sendOverdueAlerts` enqueued for the delivery. */
  runs: Generated<number>;
}

export interface Tables extends MessagingTables, SigningKeyTables {
  concierge: ConciergeTable;
  concierge_link: ConciergeLinkTable;
  transfer: TransferTable;
  payment: PaymentTable;
  contact: ContactTable;
  mail: MailTable;
  delivery: DeliveryTable;
  subscription: SubscriptionTable;
  newsletter: NewsletterTable;
  consent: ConsentTable;
  issue: IssueTable;
  former_email: FormerEmailTable;
  push_subscription: PushSubscriptionTable;
  resume_token: ResumeTokenTable;
  task: TaskTable;
  task_settlement: TaskSettlementTable;
  operator_choice: OperatorChoiceTable;
  operator_alert: OperatorAlertTable;
  operator_delivery: OperatorDeliveryTable;
}

export type Db = Kysely<Tables> | Tx<Tables>;
