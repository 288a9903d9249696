import type { World } from '../provider.ts';
import { type ErrorBody, noSuch } from './errors.ts';
import type { Charge, Dispute, Metadata, PaymentIntent, PaymentMethod, Refund, SavedEvent } from './objects.ts';
import type { Session } from './session-object.ts';
import type { Invoice, Subscription } from './subscription-objects.ts';
import type { Webhooks } from './webhooks.ts';

/** The simulated Stripe: its accounts, and one webhook endpoint for all of them. */
export interface StripeSandbox {
  world: World;
  accounts: Map<string, Account>;
  webhooks: Webhooks;
}

/** Objects of one account, oldest first. An API key can access only the objects of its own account. */
export interface Account {
  paymentIntents: Map<string, PaymentIntent>;
  paymentMethods: Map<string, SavedMethod>;
  charges: Map<string, Charge>;
  refunds: Map<string, Refund>;
  disputes: Map<string, Dispute>;
  sessions: Map<string, Session>;
  orders: Map<string, Order>;
  subscriptions: Map<string, Subscription>;
  invoices: Map<string, Invoice>;
  events: Map<string, SavedEvent>;
  replies: Map<string, SavedReply>;
}

/** Private data of a Checkout Session: its items and the parameters of its payment intent. */
export interface Order {
  items: { description: string; quantity: number; unitAmount: number }[];
  intent: { description?: string | null; metadata?: Metadata; receipt_email?: string | null };
  /** Set for a subscription: its interval and its trial. */
  recurring?: {
    interval: 'day' | 'week' | 'month' | 'year';
    trialDays: number;
    description: string | null;
    metadata: Metadata;
  };
}

/** A payment method and the bank's behaviour. Card number and security code are never stored. */
export interface SavedMethod {
  object: PaymentMethod;
  decline?: Decline;
  /** True if the card can be saved, but charges fail. */
  failsLater: boolean;
  /** True if the bank requires the customer's confirmation (3-D Secure) before a charge. */
  needsAuthentication: boolean;
  /** True if the bank leaves a charge undecided. */
  isUndecided: boolean;
}

export type Decline = Pick<ErrorBody, 'code' | 'decline_code' | 'message' | 'param'>;

/** The first request of an idempotency key. `answer` is missing while the request is in progress. */
export interface SavedReply {
  path: string;
  /** A digest of the parameters, which may contain card data. */
  paramsDigest: string;
  requestId: string | null;
  answer?: Answer;
}

export interface Answer {
  status: number;
  body: string;
}

/** One API request, as passed to its handler. */
export interface Call {
  stripe: StripeSandbox;
  account: Account;
  /**
   * True for a request with the publishable key of a browser, which may read only an intent's public
   * fields.
   */
  publishable: boolean;
  /** The id in the path, or ''. */
  id: string;
  /** The query or form values, all strings. */
  params: unknown;
  requestId: string | null;
  idempotencyKey: string | null;
}

export function newAccount(): Account {
  return {
    paymentIntents: new Map(),
    paymentMethods: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    sessions: new Map(),
    orders: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    events: new Map(),
    replies: new Map(),
  };
}

/**
 * Finds or creates the account of a key; returns undefined for a malformed key.
 * `sk_sandbox_shop` and `pk_sandbox_shop` belong together: the account's name is the part after the prefix, up to the
 * next underscore. A new account is empty.
 */
export function accountOf(accounts: Map<string, Account>, key: string): Account | undefined {
  const name = /^[sp]k_sandbox_([A-Za-z0-9-]+)(_\w*)?$/.exec(key)?.[1];
  if (!name) return;
  const account = accounts.get(name) ?? newAccount();
  accounts.set(name, account);
  return account;
}

/**
 * Adds an entry.
 * If the map then exceeds `limit`, deletes the oldest entry, to bound the memory of long benchmarks.
 */
export function setBounded<T>(map: Map<string, T>, id: string, value: T, limit = 20_000): void {
  map.set(id, value);
  if (map.size > limit) map.delete(map.keys().next().value as string);
}

/**
 * Returns the object with the id in the path.
 * @throws StripeError with status 404
 */
export function find<T>(map: Map<string, T>, id: string, what: string, param = 'id'): T {
  const object = map.get(id);
  if (!object) throw noSuch(what, id, param);
  return object;
}

/** Creates a call that no API request made, for the hosted pages and the clock. */
export function internalCall(stripe: StripeSandbox, account: Account): Call {
  return { stripe, account, publishable: false, id: '', params: {}, requestId: null, idempotencyKey: null };
}
