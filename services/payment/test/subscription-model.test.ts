import { randomUUID } from 'node:crypto';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import { SubscriptionStopped } from '@xrp-bridge/contracts/notification';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import {
  SubscriptionCanceled,
  SubscriptionEnded,
  SubscriptionPaid,
  SubscriptionPaymentFailed,
  SubscriptionRefunded,
  SubscriptionStarted,
} from '@xrp-bridge/contracts/subscription';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentEvents } from '../src/events.ts';
import { SettleSubscriptions } from '../src/jobs.ts';
import { failsLater, shareSubscriptions } from './subscription-harness.ts';

// Runs random sequences of what a subscriber and the provider do with subscriptions, against the real service, PostgreSQL
// and the sandbox. The model contains only what was ordered, charged and refunded. All webhooks are held, so that each of
// them arrives late, out of order and maybe twice.

const { t, open, read, settle, cancel, moneyBack } = shareSubscriptions();

const dayMs = 24 * 3600_000;
/** The provider's waits before it charges a card again. */
const retryDays = [3, 5, 7];

interface Month {
  intentId: string;
  paidAt: number;
  refunded: boolean;
}

interface Running {
  providerId: string;
  canPay: boolean;
  inTrial: boolean;
  canceled: boolean;
  /** Failed charges of the current month. */
  failures: number;
  /** The end of the trial or of the month. */
  periodEnd: number;
  /** The time of the next charge, or of the end. */
  dueAt: number;
}

interface Model {
  /** The newest order. An abandoned order ended before a card was given. */
  newest: 'none' | 'open' | 'abandoned' | 'running' | 'ended';
  url: string | null;
  running: Running | null;
  /** The subscriptions at the provider. */
  providerIds: string[];
  months: Month[];
  /** The events that must have been emitted. */
  emitted: string[];
}

interface Real {
  subscriberId: string;
}

const now = () => t.context.clock().getTime();

async function eventsOf(subscriberId: string): Promise<string[]> {
  const [started, failed, paid, refunded, canceled, ended] = await Promise.all([
    t.events(subscriberId, SubscriptionStarted),
    t.events(subscriberId, SubscriptionPaymentFailed),
    t.events(subscriberId, SubscriptionPaid),
    t.events(subscriberId, SubscriptionRefunded),
    t.events(subscriberId, SubscriptionCanceled),
    t.events(subscriberId, SubscriptionEnded),
  ]);
  return [
    ...started.map(() => 'started'),
    ...failed.map(() => 'failed'),
    ...paid.map(() => 'paid'),
    ...refunded.map(() => 'refunded'),
    ...canceled.map(({ unpaid }) => (unpaid ? 'canceled, unpaid' : 'canceled')),
    ...ended.map(({ reason }) => `ended, ${reason}`),
  ];
}

function stateOf({ newest, running }: Model): string {
  if (running) return running.failures > 0 ? 'past_due' : running.inTrial ? 'trialing' : 'active';
  return newest === 'none' ? 'confirmed' : newest === 'open' ? 'open' : 'ended';
}

function refundable({ months }: Model): Month[] {
  return months.filter(({ paidAt, refunded }) => !refunded && now() - paidAt < 14 * dayMs);
}

async function expectSame(model: Model, { subscriberId }: Real): Promise<void> {
  const { running, months } = model;
  const cents = refundable(model).length * prices.signals;
  const ends = running?.canceled ? new Date(running.periodEnd).toISOString() : null;
  expect(await read(subscriberId)).toMatchObject({
    state: stateOf(model),
    renewsAt: running && !running.canceled ? new Date(running.periodEnd).toISOString() : null,
    endsAt: model.newest === 'ended' ? expect.any(String) : ends,
    moneyBack: cents > 0 ? { amount: formatCents(cents) } : null,
    refunded: formatCents(months.filter(({ refunded }) => refunded).length * prices.signals),
  });
  const statuses = (await t.paymentsOf(subscriberId.replaceAll('-', ''))).map(({ status }) => status);
  expect(statuses.sort()).toEqual(months.map(({ refunded }) => (refunded ? 'refunded' : 'succeeded')).sort());
  expect((await eventsOf(subscriberId)).sort()).toEqual(model.emitted.toSorted());
}

/** The cause of a fetch of the provider's changes: the webhooks, the subscriber's page or the schedule. */
type Trigger = 'webhooks' | 'settle' | 'sweep';

async function fire(trigger: Trigger, { subscriberId }: Real): Promise<void> {
  if (trigger === 'settle') await settle(subscriberId);
  else if (trigger === 'sweep') await t.run(SettleSubscriptions);
  else {
    const { results } = await t.hold(false);
    await t.hold(true);
    for (const { status } of results) expect(status).toBe(200);
  }
}

/** Reads what the provider charged for the current month, and when the month ends. */
async function readMonth(providerId: string): Promise<{ intentId: string; periodEnd: number }> {
  const subscription = await t.provider.subscriptions.retrieve(providerId);
  const invoices = await t.provider.invoices.list({ subscription: providerId, limit: 1, expand: ['data.payments'] });
  return {
    intentId: invoices.data[0]?.payments?.data[0]?.payment.payment_intent as string,
    periodEnd: (subscription.items.data[0]?.current_period_end ?? 0) * 1000,
  };
}

async function beginMonth(model: Model, running: Running): Promise<void> {
  const { intentId, periodEnd } = await readMonth(running.providerId);
  model.months.push({ intentId, paidAt: now(), refunded: false });
  model.emitted.push('paid');
  Object.assign(running, { failures: 0, periodEnd, dueAt: periodEnd });
}

function end(model: Model, reason: 'canceled' | 'unpaid'): void {
  model.running = null;
  model.newest = 'ended';
  model.emitted.push(`ended, ${reason}`);
}

/** Ends what may be charged: the subscription with its trial or month, but an unpaid one at once. */
function stop(model: Model): void {
  const { running } = model;
  if (!running) return;
  if (running.failures > 0) end(model, 'canceled');
  else {
    if (!running.canceled) model.emitted.push('canceled');
    running.canceled = true;
  }
}

/** Charges or ends the subscription that is due. @returns whether a charge failed */
async function fallDue(model: Model, running: Running): Promise<boolean> {
  if (running.failures === 0 && running.canceled) {
    end(model, 'canceled');
    return false;
  }
  running.inTrial = false;
  if (running.canPay) {
    await beginMonth(model, running);
    return false;
  }
  running.periodEnd = (await readMonth(running.providerId)).periodEnd;
  const days = retryDays[running.failures];
  running.failures++;
  if (days) running.dueAt += days * dayMs;
  else end(model, 'unpaid');
  return true;
}

async function pass(days: number, model: Model): Promise<void> {
  await t.pass(days);
  // The provider closes a page after a day.
  if (model.newest === 'open') model.newest = 'abandoned';
  let failed = false;
  while (model.running && model.running.dueAt <= now()) failed = (await fallDue(model, model.running)) || failed;
  // The service sees all failures at once.
  if (failed) model.emitted.push('failed');
}

async function openPage(model: Model, { subscriberId }: Real): Promise<void> {
  const tabs = await Promise.allSettled([open(subscriberId), open(subscriberId)]);
  if (model.running) {
    const refused = { status: 'rejected', reason: { code: 'already_subscribed' } };
    expect(tabs).toMatchObject([refused, refused]);
    return;
  }
  const [first, second] = tabs.map((tab) => (tab.status === 'fulfilled' ? tab.value : tab.reason));
  expect(first).toEqual(second);
  if (model.newest === 'open') expect(first).toBe(model.url);
  model.newest = 'open';
  model.url = first;
}

const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  'good until charged': failsLater,
};

async function payOn(url: string, card: keyof typeof cards, model: Model): Promise<void> {
  await t.payOn(url, cards[card]);
  const inTrial = model.providerIds.length === 0;
  if (card === 'declined' || (card !== 'good' && !inTrial)) return;
  const session = await t.provider.checkout.sessions.retrieve(new URL(url).pathname.split('/').at(-1) as string);
  const providerId = session.subscription as string;
  const { periodEnd } = await readMonth(providerId);
  model.running = {
    providerId,
    canPay: card === 'good',
    inTrial,
    canceled: false,
    failures: 0,
    periodEnd,
    dueAt: periodEnd,
  };
  model.newest = 'running';
  model.providerIds.push(providerId);
  model.emitted.push('started');
  if (!inTrial) await beginMonth(model, model.running);
}

type Command = fc.AsyncCommand<Model, Real>;

/** Each command ends with the comparison. */
function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command {
  return {
    check,
    run: async (model, real) => {
      await run(model, real);
      await expectSame(model, real);
    },
    toString: () => name,
  };
}

const isRunning = ({ running }: Readonly<Model>) => running !== null;
const isStarted = ({ newest }: Readonly<Model>) => newest === 'running' || newest === 'ended';

/** Orders in two tabs, and gives a card on the page. */
const order = (card: keyof typeof cards, trigger: Trigger) =>
  command(`order with a card that is ${card}, ${trigger}`, async (model, real) => {
    await openPage(model, real);
    if (model.newest === 'open' && model.url) await payOn(model.url, card, model);
    await fire(trigger, real);
  });

const wait = (days: number | 'due', trigger: Trigger) =>
  command(
    days === 'due' ? `wait for the next charge, ${trigger}` : `wait ${days} days, ${trigger}`,
    async (model, real) => {
      const untilDue = Math.ceil(((model.running?.dueAt ?? 0) - now()) / dayMs);
      await pass(days === 'due' ? untilDue : days, model);
      await fire(trigger, real);
    },
    (model) => days !== 'due' || isRunning(model),
  );

const changeCard = (card: 'pm_card_visa' | 'pm_card_chargeCustomerFail') =>
  command(
    `change the card to ${card}`,
    async (model) => {
      const running = model.running as Running;
      await t.control('PUT', 'stripe/subscriptions', { id: running.providerId, paymentMethod: card });
      running.canPay = card === 'pm_card_visa';
    },
    isRunning,
  );

/** Changes the card and waits for the next charge, which fails or succeeds. */
const charge = (card: 'pm_card_visa' | 'pm_card_chargeCustomerFail', trigger: Trigger) =>
  command(
    `wait for a charge of ${card}, ${trigger}`,
    async (model, real) => {
      await changeCard(card).run(model, real);
      await wait('due', trigger).run(model, real);
    },
    isRunning,
  );

const cancelTwice = command('cancel twice at once', async (model, { subscriberId }) => {
  const calls = await Promise.allSettled([cancel(subscriberId), cancel(subscriberId)]);
  const refused = { status: 'rejected', reason: { code: 'not_subscribed' } };
  const accepted = { status: 'fulfilled' };
  expect(calls).toMatchObject(isStarted(model) ? [accepted, accepted] : [refused, refused]);
  stop(model);
});

/**
 * Stops the mails, so that nothing more may be charged.
 * The job is left out, so the schedule ends the subscription.
 */
const stopMails = command('stop the mails', async (model, { subscriberId }) => {
  const events = paymentEvents({ ...t.context, enqueue: () => {} });
  const stopped = events.find(({ definition }) => definition === SubscriptionStopped);
  const event = { id: randomUUID(), data: { subscriberId, reason: 'unsubscribed' } } as CloudEvent;
  await t.context.transact((tx) => stopped?.handle(tx, event) as Promise<void>);
  await t.run(SettleSubscriptions);
  stop(model);
});

const askMoneyBack = command('ask for the money back', async (model, { subscriberId }) => {
  const months = refundable(model);
  const again = stateOf(model) === 'ended' && model.months.some(({ refunded }) => refunded);
  if (months.length === 0 && !again) {
    await expect(moneyBack(subscriberId)).rejects.toMatchObject({ code: 'not_refundable' });
    return;
  }
  await moneyBack(subscriberId);
  if (months.length > 0 && model.running) end(model, 'canceled');
  for (const month of months) {
    month.refunded = true;
    model.emitted.push('refunded');
  }
});

/** Changes the subscription on the provider's own pages. */
const atProvider = (what: 'cancel' | 'resume' | 'end', trigger: Trigger) =>
  command(
    `${what} at the provider, ${trigger}`,
    async (model, real) => {
      const running = model.running as Running;
      const { providerId } = running;
      if (what === 'end') await t.provider.subscriptions.cancel(providerId);
      else await t.provider.subscriptions.update(providerId, { cancel_at_period_end: what === 'cancel' });
      if (what === 'end') end(model, 'canceled');
      else {
        const isNew = what === 'cancel' && !running.canceled;
        if (isNew) model.emitted.push(running.failures > 0 ? 'canceled, unpaid' : 'canceled');
        running.canceled = what === 'cancel';
      }
      await fire(trigger, real);
    },
    isRunning,
  );

const refundAtProvider = (index: number) =>
  command(
    `refund month ${index} at the provider`,
    async (model, real) => {
      const month = model.months[index % model.months.length] as Month;
      if (month.refunded) return;
      await t.provider.refunds.create({ payment_intent: month.intentId });
      month.refunded = true;
      model.emitted.push('refunded');
      await fire('webhooks', real);
    },
    ({ months }) => months.length > 0,
  );

/** Delivers an earlier event of the provider again. */
const repeat = (index: number) =>
  command(
    `repeat event ${index}`,
    async ({ providerIds }) => {
      const { data } = await t.provider.events.list({ limit: 100 });
      const ours = data.filter(({ data }) => providerIds.some((id) => JSON.stringify(data.object).includes(id)));
      const event = ours[index % Math.max(ours.length, 1)];
      if (event) expect(await t.deliver({ eventId: event.id, times: 3 })).toMatchObject({ statuses: { 200: 3 } });
    },
    ({ providerIds }) => providerIds.length > 0,
  );

const anyTrigger = fc.constantFrom<Trigger>('webhooks', 'settle');
const triggerOfDays = fc.constantFrom<Trigger>('webhooks', 'settle', 'sweep');
const card = fc.constantFrom<keyof typeof cards>('good', 'good', 'good until charged', 'declined');
const waits = fc.tuple(fc.constantFrom(1, 3, 7), triggerOfDays).map((given) => wait(...given));
const charges = fc
  .tuple(fc.constantFrom('pm_card_visa', 'pm_card_chargeCustomerFail'), triggerOfDays)
  .map((given) => charge(...given));
const waitsUntilDue = triggerOfDays.map((trigger) => wait('due', trigger));

const commands = [
  fc.constant(command('open the page in two tabs', openPage)),
  fc.tuple(card, anyTrigger).map((given) => order(...given)),
  fc.tuple(card, anyTrigger).map((given) => order(...given)),
  waits,
  waitsUntilDue,
  charges,
  charges,
  charges,
  fc.constant(cancelTwice),
  fc.constant(stopMails),
  fc.constant(askMoneyBack),
  fc.tuple(fc.constantFrom('cancel', 'resume', 'end'), anyTrigger).map((given) => atProvider(...given)),
  fc.nat(3).map(refundAtProvider),
  fc.nat(20).map(repeat),
];

/** Counts the charges of all subscriptions at the provider. */
async function countCharges({ providerIds }: Model): Promise<number> {
  const lists = await Promise.all(
    providerIds.map((subscription) => t.provider.invoices.list({ subscription, status: 'paid', limit: 100 })),
  );
  return lists.flatMap(({ data }) => data).filter(({ amount_paid }) => amount_paid > 0).length;
}

test('subscriptions, charges, refunds and events are as the model says after any sequence of actions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 24, size: 'max' }), async (sequence) => {
      await t.hold(true);
      const real: Real = { subscriberId: randomUUID() };
      const model: Model = { newest: 'none', url: null, running: null, providerIds: [], months: [], emitted: [] };
      try {
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        expect(await countCharges(model)).toBe(model.months.length);
      } finally {
        // Nothing of this run is charged while the next run passes its days.
        if (model.running) await t.provider.subscriptions.cancel(model.running.providerId).catch(() => {});
        await t.hold(false);
        await settle(real.subscriberId);
      }
    }),
    { numRuns: 40, endOnFailure: false },
  );
});
