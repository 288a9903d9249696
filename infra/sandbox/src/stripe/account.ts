import type { World } from '../provider.ts';
import { type ErrorBody, noSuch } from './errors.ts';
import type {
  Charge,
  Dispute,
  Metadata,
  PaymentIntent,
  PaymentMethod,
  Refund,
  SavedEvent,
  Session,
} from './objects.ts';
import type { Invoice, Subscription } from './subscription-objects.ts';
import type { Webhooks } from './webhooks.ts';

/** Stripe as played here: the accounts and the one webhook endpoint that hears of all of them. */
export interface StripeSandbox {
  world: World;
  accounts: Map<string, Account>;
  webhooks: Webhooks;
}

/** Everything one account owns, oldest first. Objects of another account do not exist for a key. */
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

/** What a Checkout Session keeps to itself: what is bought, and what its payment intent will carry. */
export interface Order {
  items: { description: string; quantity: number; unitAmount: number }[];
  intent: { description?: string | null; metadata?: Metadata; receipt_email?: string | null };
  /** Of a subscription: how often it is paid, and how it begins. */
  recurring?: {
    interval: 'day' | 'week' | 'month' | 'year';
    trialDays: number;
    description: string | null;
    metadata: Metadata;
  };
}

/** A payment method and how its bank will answer. The number and the security code are never kept. */
export interface SavedMethod {
  object: PaymentMethod;
  decline?: Decline;
  /** It can be kept for later; only charging it fails. */
  failsLater: boolean;
  /** The bank asks the customer to confirm (3-D Secure) before the card can be charged. */
  needsAuthentication: boolean;
  /** The bank goes on thinking about a charge. */
  isUndecided: boolean;
}

export type Decline = Pick<ErrorBody, 'code' | 'decline_code' | 'message' | 'param'>;

/** The first use of an idempotency key; `answer` is missing while that first request is still being worked on. */
export interface SavedReply {
  path: string;
  /** A digest, because the parameters may hold card data. */
  paramsDigest: string;
  requestId: string | null;
  answer?: Answer;
}

export interface Answer {
  status: number;
  body: string;
}

/** One request to the API, as its handler sees it. */
export interface Call {
  stripe: StripeSandbox;
  account: Account;
  /** Made with the publishable key, by a browser: only a payment intent's public half may be read. */
  publishable: boolean;
  /** The id in the path, or ''. */
  id: string;
  /** Query or form values, still strings. */
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
 * The account of a key. `sk_sandbox_shop` and `pk_sandbox_shop` belong together: the account is what follows the
 * prefix, up to a further underscore. Any key of this form is valid; its account starts empty.
 */
export function accountOf(accounts: Map<string, Account>, key: string): Account | undefined {
  const name = /^[sp]k_sandbox_([A-Za-z0-9-]+)(_\w*)?$/.exec(key)?.[1];
  if (!name) return;
  const account = accounts.get(name) ?? newAccount();
  accounts.set(name, account);
  return account;
}

/** Adds to a map that forgets its oldest entry beyond `limit`, so that a long benchmark does not eat the memory. */
export function remember<T>(map: Map<string, T>, id: string, value: T, limit = 20_000): void {
  map.set(id, value);
  if (map.size > limit) map.delete(map.keys().next().value as string);
}

/** The object that the path names, or Stripe's 404. */
export function find<T>(map: Map<string, T>, id: string, what: string, param = 'id'): T {
  const object = map.get(id);
  if (!object) throw noSuch(what, id, param);
  return object;
}

/** A call that no API request made: the hosted pages and the clock. */
export function internalCall(stripe: StripeSandbox, account: Account): Call {
  return { stripe, account, publishable: false, id: '', params: {}, requestId: null, idempotencyKey: null };
}
