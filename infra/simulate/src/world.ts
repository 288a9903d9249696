import type { AdState } from './ad-invariants.ts';
import type { SimulatedBus } from './bus.ts';
import type { Customer } from './customers.ts';
import type { SimulatedDatabase } from './database.ts';
import type { Marketer } from './marketers.ts';
import type { MailState } from './newsletter-invariants.ts';
import type { SimulatedQueues } from './queue.ts';
import type { Newsletters } from './readers.ts';
import type { SubscriberState } from './subscriber-invariants.ts';
import type { ReceivedMail, Subscriber } from './subscribers.ts';
import type { Visitor } from './visitors.ts';

/** A charge of the sandbox. */
export type Charge = SubscriberState['charges'][number] & {
  id: string;
  amount: number;
  metadata: { payment_id?: string };
};

/** A simulated operator, and what the operator has decided. */
export interface Operator {
  /** The refunded cents of each payment. */
  refunds: Map<string, number>;
  /** Transfers whose payment was bypassed. */
  bypassed: Set<string>;
  /** Transfers whose refund request or payment by hand was rejected. */
  rejected: Set<string>;
  /** Number of dead letters that went through when they were handled again. */
  redriven: number;
  /** Errors of the operator's screens. */
  failures: string[];
}

/** The sandbox's objects that the invariants compare with our tables. */
export interface SandboxState extends SubscriberState, AdState, MailState {
  charges: Charge[];
  mails: (ReceivedMail & MailState['mails'][number])[];
}

export interface World {
  /** Names of the services. */
  services: readonly string[];
  /** Time at which the product started. */
  since: number;
  database: SimulatedDatabase;
  bus: SimulatedBus;
  queues: SimulatedQueues;
  customers: readonly Customer[];
  subscribers: readonly Subscriber[];
  marketers: readonly Marketer[];
  newsletters: Newsletters;
  visitors: readonly Visitor[];
  /** Null until the operator begins. */
  operator: Operator | null;
  readSandbox(): SandboxState;
}

export interface PaymentRow {
  id: string;
  order_id: string;
  order_kind: string;
  intent_id: string | null;
  amount_cents: number;
  refunded_cents: number;
  status: string;
}
