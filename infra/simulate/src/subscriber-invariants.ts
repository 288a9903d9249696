import { countMonths, type Subscriber } from './subscribers.ts';

/** The sandbox's objects that the invariants compare with what subscribers have done. */
export interface SubscriberState {
  paymentIntents: { id: string; customer: string | null }[];
  charges: {
    payment_intent: string;
    amount_refunded: number;
    status: string;
    created: number;
    billing_details: { email: string | null };
  }[];
  mails: { to: string; subject: string; messageId: string }[];
}

const receiptSubject = 'Your receipt for a month of signals';

/** Returns a function that lists a subscriber's charges. */
function readMonths({ charges, paymentIntents }: SubscriberState) {
  const customers = new Map(paymentIntents.map(({ id, customer }) => [id, customer]));
  const paid = charges.filter(({ status }) => status === 'succeeded');
  return ({ email, customerId }: Subscriber) =>
    paid.filter(
      ({ payment_intent, billing_details }) =>
        billing_details.email === email || (customerId !== null && customers.get(payment_intent) === customerId),
    );
}

/** Finds subscribers who were charged after they canceled, or more often than monthly. */
export function findWrongMonths(subscribers: readonly Subscriber[], state: SubscriberState): string[] {
  const monthsOf = readMonths(state);
  return subscribers.flatMap((subscriber) => {
    const { name, stoppedAt, failure } = subscriber;
    const months = monthsOf(subscriber).map(({ created }) => created * 1_000);
    const due = subscriber.startedAt === 0 ? 0 : countMonths(subscriber, Date.now());
    return [
      ...(failure ? [`${name} gave up: ${failure}`] : []),
      ...(stoppedAt !== null && months.some((at) => at > stoppedAt) ? [`${name} was charged after canceling.`] : []),
      ...(months.length > due ? [`${name} was charged ${months.length} times for ${due} months.`] : []),
    ];
  });
}

/** Finds subscribers who lack a receipt, a refund or a charge that is due. */
export function findMissingMonths(subscribers: readonly Subscriber[], state: SubscriberState): string[] {
  const monthsOf = readMonths(state);
  const receipts = new Map(
    state.mails.filter(({ subject }) => subject === receiptSubject).map(({ messageId, to }) => [messageId, to]),
  );
  return subscribers.flatMap((subscriber) => {
    const { name, email, cardExpires, hasNewCard, stoppedAt, hasMoneyBack, isDone } = subscriber;
    const months = monthsOf(subscriber);
    const sent = [...receipts.values()].filter((to) => to === email).length;
    const refunded = months.reduce((sum, { amount_refunded: cents }) => sum + cents, 0);
    const due = stoppedAt === null && (!cardExpires || hasNewCard) ? countMonths(subscriber, Date.now()) : null;
    return [
      ...(isDone ? [] : [`${name} is still waiting for a page.`]),
      ...(sent === months.length ? [] : [`${name} was charged ${months.length} times and received ${sent} receipts.`]),
      ...(refunded > 0 === hasMoneyBack ? [] : [`${name} got ${refunded} cents back.`]),
      ...(due !== null && months.length < due ? [`${name} was charged ${months.length} times for ${due} months.`] : []),
    ];
  });
}
