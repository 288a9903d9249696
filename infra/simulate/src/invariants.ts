import { nextTurnOf, type ScheduleState } from '@xrp-bridge/runtime/schedules';
import { findMissingAds, findWrongAds } from './ad-invariants.ts';
import type { Customer } from './customers.ts';
import { simulatedBug } from './database.ts';
import { findMissingNewsletters, findWrongNewsletters } from './newsletter-invariants.ts';
import { findDoubledMails, findUnauditedBypasses, findWrongDecisions } from './refund-invariants.ts';
import { findExpiredRows } from './retention-invariants.ts';
import { findWrongSignals } from './signal-invariants.ts';
import { findMissingMonths, findWrongMonths } from './subscriber-invariants.ts';
import type { PaymentRow, SandboxState, World } from './world.ts';

/** Maximum delay of a scheduled job: late timers and late jobs. */
const lateMs = 15 * 60_000;

const listPayments = ({ database }: World) =>
  database.read<PaymentRow>(
    'select id, order_id, order_kind, intent_id, amount_cents, refunded_cents, status from payment.payment',
  );

/** Checks what must be true at any time. Returns the violations in plain words. */
export async function checkAlways(world: World): Promise<string[]> {
  const { database, queues, customers, operator } = world;
  const state = world.readSandbox();
  const { charges } = state;
  const violations: string[] = [];
  const payments = await listPayments(world);
  const paidOrders = new Set(payments.filter(({ status }) => isPaid(status)).map((row) => row.order_id));
  const chargeOf = new Map(
    charges.filter(({ status }) => status === 'succeeded').map((each) => [each.payment_intent, each]),
  );

  for (const { id, intent_id, amount_cents, status } of payments) {
    if (!isPaid(status) || status === 'bypassed') continue;
    const charge = chargeOf.get(intent_id ?? '');
    if (!charge) violations.push(`The payment ${id} is ${status}, but the provider has no charge.`);
    else if (charge.amount !== amount_cents)
      violations.push(`The payment ${id} is of ${amount_cents} cents, but the provider charged ${charge.amount}.`);
  }
  const open = await database.read<{ id: string; status: string }>(
    "select id, status from transfer.transfer where status in ('paid', 'instructions_sent', 'completed')",
  );
  for (const { id, status } of open) {
    if (!paidOrders.has(id)) violations.push(`The transfer ${id} is ${status} without a payment.`);
  }
  const booked = await database.read<{ id: string; cents: number; amount: number }>(
    `select payment.id, amount_cents as amount, cents from payment.payment join (
       select payment_id, sum(amount_cents)::int as cents from payment.accounting_entry
       where account = 'stripe_clearing' and kind = 'sale' group by payment_id
     ) sale on payment_id = payment.id where cents <> amount_cents`,
  );
  for (const { id, cents, amount } of booked)
    violations.push(`The payment ${id} is of ${amount} cents, but ${cents} are booked.`);
  const unbalanced = await database.read<{ transaction_id: string }>(
    'select transaction_id from payment.accounting_entry group by transaction_id having sum(amount_cents) <> 0',
  );
  for (const row of unbalanced) violations.push(`The accounting transaction ${row.transaction_id} does not balance.`);
  for (const service of world.services) {
    const letters = await database.read<{ reason: string }>(`select reason from ${service}.dead_letter`);
    for (const { reason } of letters)
      if (reason !== simulatedBug) violations.push(`${service} has a dead letter: ${reason}`);
  }
  for (const { id, service, reason } of queues.listFailed()) {
    // A turn of a schedule may fail while a third party is away, because the next turn does the same work.
    if (!isTurn(id)) violations.push(`The job ${id} of ${service} failed: ${reason}`);
  }
  for (const { name, transferId, failure } of customers) {
    if (failure) violations.push(`${name} (transfer ${transferId}) gave up: ${failure}`);
  }
  for (const failure of operator?.failures ?? []) violations.push(`The operator could not work: ${failure}`);
  violations.push(...findDoubledCharges(customers, charges), ...findDoubledMails(world, state));
  violations.push(...(await findUnauditedBypasses(world, payments)));
  violations.push(...findWrongMonths(world.subscribers, state), ...(await findWrongAds(world, state)));
  violations.push(...findWrongNewsletters(world.newsletters, state), ...(await findWrongSignals(world)));
  return violations;
}

/** Finds customers who were charged twice. */
function findDoubledCharges(customers: readonly Customer[], charges: SandboxState['charges']): string[] {
  const violations: string[] = [];
  for (const { name, paid, purchases } of customers) {
    if (paid > purchases) violations.push(`The card of ${name} was charged ${paid} times for ${purchases} purchases.`);
  }
  const intents = charges.filter(({ status }) => status === 'succeeded').map(({ payment_intent }) => payment_intent);
  if (new Set(intents).size < intents.length) violations.push('An intent was charged twice.');
  return violations;
}

/**
 * Checks what must be true once no event and no job is waiting.
 * @param since time of the first event that must be in the inboxes, whose rows are deleted after 30 days
 */
export async function checkAtRest(world: World, since: number): Promise<string[]> {
  const { database, bus, queues, customers } = world;
  const violations = await checkAlways(world);
  const state = world.readSandbox();
  const payments = await listPayments(world);
  const released = new Map(
    (await database.read<{ id: string; status: string }>('select id, status from transfer.transfer')).map(
      ({ id, status }) => [id, status],
    ),
  );
  for (const { payment_intent, status } of state.charges) {
    if (status !== 'succeeded') continue;
    const [payment, ...more] = payments.filter(({ intent_id }) => intent_id === payment_intent);
    if (!payment || !isPaid(payment.status) || more.length > 0) {
      violations.push(`The charge of ${payment_intent} has no settled payment, or several.`);
    } else if (
      payment.order_kind === 'transfer' &&
      !['instructions_sent', 'completed', 'refunded'].includes(released.get(payment.order_id) ?? '')
    ) {
      violations.push(`The transfer ${payment.order_id} is paid, but ${released.get(payment.order_id)}.`);
    }
  }
  violations.push(...findMissingMonths(world.subscribers, state), ...(await findMissingAds(world, state, since)));
  violations.push(...findMissingNewsletters(world.newsletters, state));
  violations.push(...(await findWrongDecisions(world, payments, state)));
  for (const { name, isDone } of world.visitors) if (!isDone) violations.push(`${name} is still waiting for a page.`);
  violations.push(...(await findExpiredRows(world)));
  for (const { name, hasFinished } of customers) {
    if (!hasFinished) violations.push(`${name} is still waiting for a page.`);
  }
  for (const service of world.services) {
    for (const table of ['outbox', 'outbox_job', 'dead_letter']) {
      const [{ count } = { count: 0 }] = await database.read<{ count: number }>(
        `select count(*)::int as count from ${service}.${table}`,
      );
      if (count > 0) violations.push(`${count} rows are left in ${service}.${table}.`);
    }
  }
  for (const { group, events } of bus.listDue()) {
    const rows = await database.read<{ event_id: string }>(`select event_id from ${group}.inbox`);
    const handled = new Set(rows.map((row) => row.event_id));
    for (const { id, type, time } of events) {
      if (Date.parse(time) >= since && !handled.has(id)) violations.push(`${group} has not handled ${type} ${id}.`);
    }
  }
  const [sum = { clearing: 0 }] = await database.read<{ clearing: number }>(
    "select coalesce(sum(amount_cents), 0)::int as clearing from payment.accounting_entry where account = 'stripe_clearing'",
  );
  const atProvider = state.charges
    .filter(({ status }) => status === 'succeeded')
    .reduce((cents, { amount, amount_refunded: refunded }) => cents + amount - refunded, 0);
  if (sum.clearing !== atProvider)
    violations.push(`Accounting has ${sum.clearing} cents at the provider, which has ${atProvider}.`);
  if (bus.countUnhandled() > 0) violations.push(`${bus.countUnhandled()} events are waiting.`);
  for (const { service, schedule } of queues.listSchedules()) {
    const { name } = schedule.definition;
    const [state] = await database.read<ScheduleState>(
      `select last_ran_at as "lastRanAt", due_since as "dueSince" from ${service}.schedule where name = '${name}'`,
    );
    const dueAt = state && nextTurnOf(schedule, state, new Date(0));
    if (!dueAt || dueAt.getTime() < Date.now() - lateMs)
      violations.push(`The schedule ${name} of ${service} was due at ${dueAt?.toISOString()}.`);
  }
  for (const id of queues.listOpen()) if (!isTurn(id)) violations.push(`The job ${id} is waiting.`);
  return violations;
}

/** Returns true for a job of a schedule. */
function isTurn(jobId: string): boolean {
  return jobId.includes('.turn-');
}

function isPaid(status: string): boolean {
  return ['succeeded', 'refunded', 'bypassed'].includes(status);
}
