import type { ContactReason, MailSeries } from '@xrp-bridge/contracts/notification';
import type { MessagingTables, Tx } from '@xrp-bridge/runtime';
import type { SigningKeyTables } from '@xrp-bridge/runtime/signing-keys';
import type { Generated, Kysely } from 'kysely';
import type { Said } from './domain/newsletters.ts';
import type { KnownTransfer, Payment, PlannedMail } from './domain/notification.ts';

interface TransferTable {
  id: string;
  released: KnownTransfer['released'];
  from_exchange: string | null;
  to_wallet: string | null;
  released_at: Generated<Date | null>;
  closed_at: Date | null;
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
  /** When the mail server said that nobody lives there. */
  bounced_at: Generated<Date | null>;
}

interface MailTable {
  id: string;
  transfer_id: string | null;
  /** Whom it is about, where it is about no transfer. */
  contact_id: string | null;
  template: PlannedMail['template'];
  facts: unknown;
  created_at: Date;
  sent_at: Date | null;
  dropped_at: Date | null;
  /** When the sweep takes the mail to be forgotten by the queue; null once it was given up. */
  due_at: Generated<Date | null>;
  /** How many jobs the sweep has made for it. */
  runs: Generated<number>;
}

interface DeliveryTable {
  mail_id: string;
  /** A hash: enough to count by. */
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

interface ResumeTokenTable {
  hash: Buffer;
  transfer_id: string;
  expires_at: Date;
  used_at: Date | null;
}

interface SubscriptionTable {
  contact_id: string;
  /** Of the link in the last mail; null while none was written. */
  token_hash: Buffer | null;
  confirmed_at: Date | null;
  /** It goes on, in its trial or paid. */
  running: Generated<boolean>;
  /** When it began to run, or ended. */
  changed_at: Generated<Date | null>;
  /** When the mails were stopped. */
  stopped_at: Generated<Date | null>;
}

/** What the owner of an order wants to be written of, and at which address. */
interface NewsletterTable {
  id: Generated<string>;
  order_id: string;
  contact_id: string;
  market: boolean;
  alerts: boolean;
  /** Of the link in the last mail that asked; null while none was written. */
  token_hash: Buffer | null;
  confirmed_at: Date | null;
  /** How often another address was chosen. */
  moves: Generated<number>;
}

interface ConsentTable {
  id: Generated<string>;
  contact_id: string;
  said: Said;
  at: Date;
}

interface IssueTable {
  id: string;
  newsletter: MailSeries;
  facts: unknown;
  created_at: Date;
}

interface ConciergeTable {
  /** A transfer's, or that of a concierge bought without one. */
  order_id: string;
  /** Where sign-in links go, once that was said. */
  contact_id: string | null;
  /** The transfer that has redeemed its guide. */
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
  /** What opened it: the same opens no second one. */
  cause: string;
  order_id: string | null;
  payment_id: string | null;
  since: Date;
  why: string;
  /** The operator who has taken it over. */
  assigned_to: string | null;
  done_at: Date | null;
  done_by: string | null;
  reason: string | null;
}

/** Settles tasks of a kind, about this payment and of this cause; null where any. */
interface TaskSettlementTable {
  kind: string;
  payment_id: string | null;
  cause: string | null;
  at: Date;
  reason: string;
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
  resume_token: ResumeTokenTable;
  task: TaskTable;
  task_settlement: TaskSettlementTable;
}

export type Db = Kysely<Tables> | Tx<Tables>;
