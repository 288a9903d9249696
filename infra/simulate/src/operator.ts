import type { Task } from '@xrp-bridge/contracts/task';
import { createStaff, minuteMs } from './people.ts';
import { createRandom } from './random.ts';
import { parts, type Scheduler } from './scheduler.ts';
import { secretKey } from './system.ts';
import type { Charge, Operator } from './world.ts';

/** Pause between two reads of the lists. */
const pauseMs = { least: 10 * minuteMs, most: 30 * minuteMs } as const;
/** Probabilities of the operator's decisions. */
const rejectChance = 0.1;
const dashboardChance = 0.2;

/** Starts an operator who works through the tasks, the dead letters and the failed jobs. */
export function startOperator(options: {
  scheduler: Scheduler;
  sandboxUrl: string;
  seed: string;
  periodMs: number;
  /** The operator of the day before; null on the first day. */
  earlier: Operator | null;
  listCharges(): readonly Charge[];
}): Operator {
  const { scheduler, sandboxUrl, seed, periodMs, earlier, listCharges } = options;
  const operator: Operator = earlier ?? {
    refunds: new Map(),
    bypassed: new Set(),
    rejected: new Set(),
    redriven: 0,
    failures: [],
  };
  const until = Date.now() + periodMs;
  const random = createRandom(`${seed} operator`);
  const { think, send, call, press } = createStaff(random);

  async function close({ id, orderId }: Task, reason: string): Promise<void> {
    if (orderId) operator.rejected.add(orderId);
    await call('POST', `/api/admin/tasks/${id}/close`, { reason });
  }

  async function refund({ orderId, paymentId, refund }: Task): Promise<void> {
    if (!refund || !paymentId) throw new Error(`the task of ${orderId} names no refund`);
    operator.refunds.set(paymentId, refund.amountCents);
    if (random.chance(dashboardChance)) return refundAtProvider(paymentId, refund.amountCents);
    const { status, body } = await press('POST', `/api/admin/refunds/${orderId}`, {
      product: refund.product,
      paymentId,
      reason: 'The customer asked for it',
    });
    if (status !== 200) throw new Error(`a refund of ${orderId} was refused: ${status} ${body.code}`);
  }

  /** Refunds a payment in the provider's dashboard. Its task is open until the webhook arrives. */
  async function refundAtProvider(paymentId: string, cents: number): Promise<void> {
    const charge = listCharges().find(
      ({ metadata, status }) => metadata.payment_id === paymentId && status === 'succeeded',
    );
    if (!charge || charge.amount_refunded >= cents) return;
    const form = new URLSearchParams({ charge: charge.id, amount: String(cents) });
    const headers = { authorization: `Bearer ${secretKey}`, 'idempotency-key': `by hand ${paymentId}` };
    const { status } = await send('POST', `${sandboxUrl}/v1/refunds`, form, headers);
    if (status !== 200) throw new Error(`the provider refused a refund of ${paymentId}: ${status}`);
  }

  async function bypass(task: Task): Promise<void> {
    const { orderId } = task;
    const { status, body } = await press('POST', `/api/admin/bypass-payment/${orderId}`, {
      reason: 'The money came by hand',
    });
    if (status === 200) operator.bypassed.add(orderId as string);
    else if (status === 409) await close(task, 'The customer paid by card');
    else throw new Error(`a bypass of ${orderId} was refused: ${status} ${body.code}`);
  }

  async function work(task: Task): Promise<void> {
    if (task.kind === 'hand_payment') {
      await (random.chance(rejectChance) ? close(task, 'No money came') : bypass(task));
    } else if (task.kind === 'refund_request' && random.chance(rejectChance) && !isRefunded(task)) {
      await close(task, 'The guide was used');
    } else if (task.kind === 'refund_request' || task.kind === 'unlocks_nothing') await refund(task);
    else if (task.kind === 'campaign_by_hand') await close(task, 'The campaign is live');
    else throw new Error(`there is a task ${task.kind} of ${task.orderId}: ${task.why}`);
  }

  /** Returns true for an open task whose payment was refunded in the provider's dashboard. */
  const isRefunded = ({ paymentId }: Task) => operator.refunds.has(paymentId ?? '');

  async function workThroughLists(): Promise<void> {
    const { body: list } = await call('GET', '/api/admin/tasks?sort=open&limit=100');
    for (const task of list.tasks as Task[]) {
      if (task.doneAt !== null) continue;
      await think(10_000, minuteMs);
      await work(task).catch(({ message }: Error) => operator.failures.push(message));
    }
    const { body: events } = await call('GET', '/api/admin/events');
    for (const { id } of events.deadLetters) {
      const { body } = await call('POST', `/api/admin/events/${id}/redrive`, {});
      if (body.success) operator.redriven += 1;
    }
  }

  parts.run({ name: 'operator' }, () =>
    scheduler.schedule('the operator begins', pauseMs.least, async () => {
      // The work takes many steps, so this step does not wait for it.
      void (async () => {
        while (Date.now() < until) {
          await workThroughLists().catch(({ message }: Error) => operator.failures.push(message));
          await think(pauseMs.least, pauseMs.most);
        }
      })();
    }),
  );
  return operator;
}
