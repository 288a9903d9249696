import type { PaymentRow, SandboxState, World } from './world.ts';

const refundSubject = /^We refunded \$/;
const receiptSubject = /receipt for \$/;
/** Time in which the operator works through the tasks. */
const taskMs = 2 * 3_600_000;

/** Finds bypassed payments without an entry in the audit trail. */
export async function findUnauditedBypasses({ database }: World, payments: readonly PaymentRow[]): Promise<string[]> {
  const rows = await database.read<{ subject: string }>(
    "select subject from bff.audit where action = 'POST /api/admin/bypass-payment/:transferId' and outcome in ('started', 'done')",
  );
  const audited = new Set(rows.map(({ subject }) => subject));
  return payments
    .filter(({ status, order_id }) => status === 'bypassed' && !audited.has(order_id))
    .map(({ order_id }) => `The payment of ${order_id} was bypassed without an entry in the audit trail.`);
}

/** Finds customers who received a mail twice. */
export function findDoubledMails({ customers }: World, state: SandboxState): string[] {
  const [receipts, refunds] = [countMails(state, receiptSubject), countMails(state, refundSubject)];
  return customers.flatMap(({ name, email, paid }) => {
    const [received, refunded] = [receipts.get(email) ?? 0, refunds.get(email) ?? 0];
    return [
      ...(received > paid ? [`${name} has paid ${paid} times, and received ${received} receipts.`] : []),
      ...(refunded > paid ? [`${name} has paid ${paid} times, and received ${refunded} mails about a refund.`] : []),
    ];
  });
}

/** Finds what differs from the operator's decisions once everything is at rest. */
export async function findWrongDecisions(
  world: World,
  payments: readonly PaymentRow[],
  state: SandboxState,
): Promise<string[]> {
  const { database, customers, operator } = world;
  if (!operator) return [];
  const violations: string[] = [];
  const charges = new Map(
    state.charges.filter(({ status }) => status === 'succeeded').map((one) => [one.payment_intent, one]),
  );
  const [receipts, refunds] = [countMails(state, receiptSubject), countMails(state, refundSubject)];
  const transfers = payments.filter(({ order_kind }) => order_kind === 'transfer');

  for (const { id, intent_id, refunded_cents } of transfers) {
    const decided = operator.refunds.get(id) ?? 0;
    const returned = charges.get(intent_id ?? '')?.amount_refunded ?? 0;
    if (returned !== decided)
      violations.push(`${returned} cents of the payment ${id} were refunded, but the operator decided on ${decided}.`);
    if (refunded_cents !== returned)
      violations.push(`${returned} cents of the payment ${id} were refunded, but ${refunded_cents} are stored.`);
  }
  for (const { name, email, transferId, paid, wantsRefund, isRefunded } of customers) {
    const own = transfers.filter(({ order_id }) => order_id === transferId);
    const returned = own.filter(({ refunded_cents }) => refunded_cents > 0).length;
    const [received, refunded] = [receipts.get(email) ?? 0, refunds.get(email) ?? 0];
    if (refunded !== returned)
      violations.push(`${name} has ${returned} refunded payments, and received ${refunded} mails about a refund.`);
    // A receipt that waits until its payment is refunded is not sent. The mail about the refund replaces it.
    if (received + refunded < paid)
      violations.push(`${name} has paid ${paid} times, and received ${received} receipts.`);
    const isDecided = operator.rejected.has(transferId ?? '') || operator.bypassed.has(transferId ?? '');
    if (wantsRefund && !isRefunded && !isDecided) violations.push(`${name} asked for a refund, and saw no refund.`);
  }
  const bypassed = new Set(transfers.filter(({ status }) => status === 'bypassed').map(({ order_id }) => order_id));
  for (const id of bypassed) if (!operator.bypassed.has(id)) violations.push(`Nobody bypassed the payment of ${id}.`);
  for (const id of operator.bypassed) if (!bypassed.has(id)) violations.push(`The payment of ${id} is not bypassed.`);
  const tasks = await database.read<{ kind: string; order_id: string; since: Date }>(
    'select kind, order_id, since from notification.task where done_at is null',
  );
  for (const { kind, order_id, since } of tasks) {
    if (since.getTime() < Date.now() - taskMs) violations.push(`The task ${kind} of ${order_id} is open.`);
  }
  return violations;
}

/** Counts the mails to each address. */
function countMails({ mails }: SandboxState, subjectPattern: RegExp): Map<string, number> {
  // A mail may be sent again with the same id if the mail server's reply is lost. Mail programs show it once.
  const addresses = new Map(
    mails.filter(({ subject }) => subjectPattern.test(subject)).map(({ messageId, to }) => [messageId, to]),
  );
  return new Map([...Map.groupBy(addresses.values(), (to) => to)].map(([to, { length }]) => [to, length]));
}
