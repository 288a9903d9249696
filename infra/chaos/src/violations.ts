import type { Browser } from '../../simulate/src/browser.ts';
import { type Customer, requestTimeoutMs, send } from './customers.ts';
import { type Installation, services } from './installation.ts';
import { withClient } from './postgres-faults.ts';

type Read = <Row extends object>(text: string) => Promise<Row[]>;

/** The sandbox's objects that are compared with our tables. */
interface SandboxState {
  charges: { payment_intent: string; amount: number; amount_refunded: number; status: string }[];
  refunds: { payment_intent: string }[];
  mails: { to: string; subject: string; text: string; messageId: string }[];
}

interface JobList {
  failed: { service: string; id: string; reason: string }[];
  away: string[];
}

interface PaymentRow {
  id: string;
  order_id: string;
  intent_id: string | null;
  amount_cents: number;
  status: string;
  /** Number of sales in the accounting. */
  sales: number;
  /** Status of the paid transfer. */
  transfer: string | null;
}

/** An invariant that does not hold. */
export interface Violation {
  /** The violation in plain words. */
  text: string;
  /** True if no later work can repair the violation, for example a card that was charged twice. */
  isPermanent: boolean;
}

/** Services that handle an event of each paid transfer. */
const handling = ['transfer', 'payment', 'notification'];
/** Time after which a due job is stuck. The services delete the rows of ended jobs within a minute. */
const stuckAfter = '3 minutes';
const unlocked = ['paid', 'instructions_sent', 'completed'];
const receiptSubject = /receipt for \$/;
/** The rows of a mail about a refund that also serves as the receipt. */
const refundRows = /^Paid: \$.+\nPaid on: .+\nRefunded: \$/m;

/** Compares the product with the third parties, once nothing should be waiting. */
export async function findViolations(
  { url, sandboxUrl, events, findDatabase }: Installation,
  customers: readonly Customer[],
  operator: Browser,
): Promise<Violation[]> {
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const state = (await (await fetch(`${sandboxUrl}/_sandbox/state`, { signal })).json()) as SandboxState;
  const { status, body } = await send(operator, ['GET', `${url}/api/admin/jobs`]);
  if (status !== 200) return [violation(`The list of jobs answered ${status}.`)];
  return withClient(await findDatabase(), async (client) => {
    const read: Read = async (text) => (await client.query(text)).rows;
    return [
      ...findUnhappy(customers),
      ...compareCharges(state, await listPayments(read)),
      ...compareMails(state, customers),
      ...findFailedJobs(body),
      ...(await findUnpaid(read)),
      ...(await compareAccounting(read, state)),
      ...(await findUnhandled(read, events)),
      ...(await findEmptyInboxes(read)),
      ...(await findWaiting(read)),
    ];
  });
}

function violation(text: string, isPermanent = false): Violation {
  return { text, isPermanent };
}

function findUnhappy(customers: readonly Customer[]): Violation[] {
  return customers.flatMap(({ name, transferId, paid, hasFinished, failure }) => [
    ...(failure ? [violation(`${name} (transfer ${transferId}) gave up: ${failure}.`, true)] : []),
    ...(hasFinished ? [] : [violation(`${name} (transfer ${transferId}) is still waiting for a page.`)]),
    ...(paid > 1 ? [violation(`The card of ${name} was charged ${paid} times.`, true)] : []),
  ]);
}

function listPayments(read: Read): Promise<PaymentRow[]> {
  return read(`
    select p.id, p.order_id, p.intent_id, p.amount_cents, p.status, t.status as transfer,
      (select count(*)::int from payment.accounting_entry e
       where e.payment_id = p.id and e.account = 'stripe_clearing' and e.amount_cents > 0) as sales
    from payment.payment p left join transfer.transfer t on t.id = p.order_id`);
}

/** Finds charges without exactly one payment, guide and sale, and payments without a charge. */
export function compareCharges(
  { charges, refunds }: Pick<SandboxState, 'charges' | 'refunds'>,
  payments: readonly PaymentRow[],
): Violation[] {
  const violations: Violation[] = [];
  const captured = Map.groupBy(
    charges.filter(({ status }) => status === 'succeeded'),
    (charge) => charge.payment_intent,
  );
  for (const [intent, [charge, ...more]] of captured) {
    const [payment, ...others] = payments.filter(({ intent_id }) => intent_id === intent);
    if (!charge || more.length > 0)
      violations.push(violation(`The intent ${intent} was charged ${1 + more.length} times.`, true));
    else if (!payment || others.length > 0)
      violations.push(violation(`The charge of ${intent} has no payment, or several.`));
    else {
      const isBack = charge.amount_refunded > 0;
      const status = isBack ? 'refunded' : 'succeeded';
      const { id, order_id, amount_cents, sales, transfer } = payment;
      if (payment.status !== status)
        violations.push(violation(`The payment ${id} is ${payment.status}, not ${status}.`));
      if (amount_cents !== charge.amount)
        violations.push(violation(`${charge.amount} cents were charged for ${id}.`, true));
      if (sales !== 1) violations.push(violation(`The payment ${id} has ${sales} sales in the accounting.`, sales > 1));
      if (isBack ? transfer !== 'refunded' : !['instructions_sent', 'completed'].includes(transfer ?? ''))
        violations.push(violation(`The transfer ${order_id} of a payment that is ${status} is ${transfer}.`));
    }
  }
  for (const { id, intent_id, status } of payments) {
    if (['succeeded', 'refunded'].includes(status) && !captured.has(intent_id ?? ''))
      violations.push(violation(`The payment ${id} is ${status}, but the provider has no charge.`));
  }
  if (new Set(refunds.map(({ payment_intent }) => payment_intent)).size < refunds.length)
    violations.push(violation('A charge was refunded twice.', true));
  return violations;
}

/** Compares receipts and mails about refunds with what the customers have paid. */
export function compareMails({ mails }: Pick<SandboxState, 'mails'>, customers: readonly Customer[]): Violation[] {
  const receipts = countMails(mails.filter(({ subject }) => receiptSubject.test(subject)));
  const refunds = countMails(mails.filter(({ text }) => refundRows.test(text)));
  return customers.flatMap(({ name, email, transferId, paid, isRefunded }) => {
    const who = `${name} (transfer ${transferId})`;
    const received = receipts.get(email) ?? 0;
    const refunded = refunds.get(email) ?? 0;
    // A receipt that waits until its payment is refunded is not sent. The mail about the refund replaces it.
    const isReplaced = isRefunded && received === 0;
    return [
      ...(received === paid || isReplaced
        ? []
        : [violation(`${who} has paid ${paid} times, and received ${received} receipts.`, received > 1)]),
      ...(refunded === Number(isRefunded)
        ? []
        : [violation(`${who} received ${refunded} mails about a refund.`, refunded > 1)]),
    ];
  });
}

/** Counts the mails to each address. */
function countMails(mails: SandboxState['mails']): Map<string, number> {
  // A mail may be sent again with the same id if the mail server's reply is lost. Mail programs show it once.
  const addresses = new Map(mails.map(({ messageId, to }) => [messageId, to]));
  return new Map([...Map.groupBy(addresses.values(), (to) => to)].map(([to, { length }]) => [to, length]));
}

/** Finds failed jobs. A turn of a schedule may fail, because the next turn does the same work. */
function findFailedJobs({ failed, away }: JobList): Violation[] {
  return [
    ...away.map((name) => violation(`${name} does not answer.`)),
    ...failed
      .filter(({ id }) => !id.includes('.turn-'))
      .map(({ service, id, reason }) => violation(`The job ${id} of ${service} failed: ${reason}`, true)),
  ];
}

async function findUnpaid(read: Read): Promise<Violation[]> {
  const rows = await read<{ id: string }>(`
    select id from transfer.transfer where status in (${unlocked.map((status) => `'${status}'`).join(', ')})
      and id not in (select order_id from payment.payment where status = 'succeeded')`);
  return rows.map(({ id }) => violation(`The transfer ${id} is unlocked without a payment.`));
}

async function compareAccounting(read: Read, { charges }: SandboxState): Promise<Violation[]> {
  const [sums] = await read<{ all: number; clearing: number }>(`
    select coalesce(sum(amount_cents), 0)::int as all,
      coalesce(sum(amount_cents) filter (where account = 'stripe_clearing'), 0)::int as clearing
    from payment.accounting_entry`);
  const atProvider = charges
    .filter(({ status }) => status === 'succeeded')
    .reduce((cents, { amount, amount_refunded: back }) => cents + amount - back, 0);
  return [
    ...(sums?.all === 0 ? [] : [violation(`The sum of all accounting entries is ${sums?.all} cents.`)]),
    ...(sums?.clearing === atProvider
      ? []
      : [violation(`Accounting has ${sums?.clearing} cents at the provider, which has ${atProvider}.`)]),
  ];
}

/**
 * Finds events that a service has not handled, of the types of which it has handled at least one.
 * @param events SQL that selects the envelope of each event
 */
export async function findUnhandled(read: Read, events: string): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const service of services) {
    const rows = await read<{ id: string; type: string }>(`
      with event as (select envelope->>'id' as id, envelope->>'type' as type from (${events})),
        handled as (select distinct type from event join ${service}.inbox on event_id = id)
      select id, type from event
      where type in (select type from handled) and id not in (select event_id from ${service}.inbox)`);
    violations.push(...rows.map(({ id, type }) => violation(`${service} has not handled ${type} ${id}.`)));
  }
  return violations;
}

/** Finds services that have not stored which events they have handled. */
async function findEmptyInboxes(read: Read): Promise<Violation[]> {
  const selects = handling.map((name) => `select '${name}' as name where not exists (select from ${name}.inbox)`);
  const rows = await read<{ name: string }>(selects.join(' union all '));
  return rows.map(({ name }) => violation(`The inbox of ${name} is empty.`));
}

/** Finds dead letters, unsent mails, rows in an outbox, and jobs that should have ended. */
async function findWaiting(read: Read): Promise<Violation[]> {
  const selects = services.flatMap((name) => [
    `select '${name} has a dead letter: ' || reason as text, true as permanent from ${name}.dead_letter`,
    `select 'an event waits in the outbox of ${name}', false from ${name}.outbox`,
    `select 'a job waits in the outbox of ${name}', false from ${name}.outbox_job`,
    `select 'the job ' || id || ' waits', false from ${name}.queued_job where due_at < now() - interval '${stuckAfter}'`,
  ]);
  selects.push(`
    select 'the mail ' || id || ' waits, planned at ' || created_at || ', due at ' || coalesce(due_at::text, 'no time'), false
    from notification.mail where sent_at is null and dropped_at is null`);
  const rows = await read<{ text: string; permanent: boolean }>(selects.join(' union all '));
  return rows.map(({ text, permanent }) => violation(`${text}.`, permanent));
}
