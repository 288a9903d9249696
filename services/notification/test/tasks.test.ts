import { CampaignCreated, CampaignEnded } from '@xrp-bridge/contracts/ads';
import { ConciergeGuideRedeemed } from '@xrp-bridge/contracts/concierge';
import type { EventOf } from '@xrp-bridge/contracts/define';
import { OrderClosed, PaymentBypassed } from '@xrp-bridge/contracts/payment';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { TaskClosed, TaskOpened, TaskSettled, taskApi } from '@xrp-bridge/contracts/task';
import { explain } from '@xrp-bridge/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTasks } from '../src/task-store.ts';
import { eventually, type Harness, newEmail, newTransferId, startHarness } from './harness.ts';

let aheadMs = 0;
let notification: Harness;
beforeAll(async () => {
  notification = await startHarness({ clock: () => new Date(Date.now() + aheadMs) });
});
afterAll(() => notification?.stop());

const list = async (search: string) =>
  (await notification.client.call(taskApi.list, { query: { search, limit: 200 } })).tasks;
const close = (id = '', reason = 'written to them') =>
  notification.client.call(taskApi.close, { params: { id }, body: { operator: 'Ada', reason } });
const wantToPayByHand = (transferId: string) =>
  notification.saveContact({ transferId, email: newEmail(), reason: 'stripe_pending_notification' });
const expectTasks = (search: string, tasks: object[]) =>
  eventually(async () => {
    const found = await list(search);
    expect(found).toMatchObject(tasks);
    return found;
  });

/** Publishes an event, waits until it is handled, and returns it. */
async function handle(...published: Parameters<Harness['publish']>) {
  const event = await notification.publish(...published);
  const inbox = notification.context.db.selectFrom('inbox').select('event_id').where('event_id', '=', event.id);
  await eventually(async () => expect(await inbox.execute()).toHaveLength(1));
  return event;
}

function refundRequest(orderId = newTransferId()): EventOf<typeof TaskOpened>['data'] & { paymentId: string } {
  const paymentId = `pay_${orderId}`;
  return {
    kind: 'refund_request',
    cause: `${paymentId}:1`,
    orderId,
    paymentId,
    why: 'The customer asks.',
    refund: { product: 'concierge', amountCents: 1376 },
  };
}
const open = (task: ReturnType<typeof refundRequest>, time = new Date()) =>
  handle(TaskOpened, task.paymentId, task, { time: time.toISOString() });
const settle = ({ paymentId }: ReturnType<typeof refundRequest>, kinds = ['refund_request'], time = new Date()) =>
  handle(TaskSettled, paymentId, { kinds, paymentId, cause: null, reason: 'Refunded.' }, { time: time.toISOString() });

describe('the task of a payment by hand', () => {
  it('is opened once for repeated requests, and again for a request after the task is done', async () => {
    const orderId = newTransferId();
    await Promise.all(Array.from({ length: 5 }, () => wantToPayByHand(orderId)));
    const [task, ...others] = await list(orderId);
    expect(others).toEqual([]);
    expect(task).toMatchObject({ kind: 'hand_payment', orderId, paymentId: null, doneAt: null, doneBy: null });
    expect(task?.why).toContain(referenceOf(orderId));

    const closed = await close(task?.id);
    expect(closed).toMatchObject({ doneBy: 'Ada', reason: 'written to them', doneAt: expect.any(String) });
    aheadMs += 1_000;
    expect(await close(task?.id, 'again')).toEqual(closed);
    await wantToPayByHand(orderId);
    expect(await list(orderId)).toMatchObject([{ doneAt: null }, { doneAt: closed.doneAt }]);
  });

  it('is not opened by a receipt’s e-mail address or by a refund request', async () => {
    const orderId = newTransferId();
    await notification.saveContact({ transferId: orderId, email: newEmail() });
    await notification.saveContact({ transferId: orderId, reason: 'refund_request', message: 'Too late.' });
    expect(await list(orderId)).toEqual([]);
  });

  it.each([
    ['paying with a card after all', 'The customer paid by card.', (id: string) => notification.pay(id)],
    [
      'the bypass',
      'The payment was bypassed.',
      (id: string) => notification.publish(PaymentBypassed, id, { transferId: id }),
    ],
    [
      'the end of its order',
      'The customer never paid, so the transfer was deleted.',
      (id: string) => notification.publish(OrderClosed, id, { transferId: id }),
    ],
  ])('is settled by %s', async (_what, reason, happen) => {
    const orderId = newTransferId();
    await wantToPayByHand(orderId);
    await happen(orderId);
    await expectTasks(orderId, [{ doneBy: 'system', reason }]);
  });

  it('stays open when only the concierge is paid by card', async () => {
    const orderId = newTransferId();
    await wantToPayByHand(orderId);
    const { id } = await notification.pay(orderId, { product: 'concierge' });
    const inbox = notification.context.db.selectFrom('inbox').select('event_id').where('event_id', '=', id);
    await eventually(async () => expect(await inbox.execute()).toHaveLength(1));
    expect(await list(orderId)).toMatchObject([{ doneAt: null }]);
  });

  it.each(['before', 'after'])(
    'has the operator’s name and reason if the call arrives %s the bypass event',
    async (when) => {
      const orderId = newTransferId();
      await wantToPayByHand(orderId);
      const body = { operator: 'Ada', reason: 'seen on the account' };
      const call = () => notification.client.call(taskApi.closeHandPayment, { params: { orderId }, body });
      if (when === 'before') await call();
      await handle(PaymentBypassed, orderId, { transferId: orderId });
      if (when === 'after') await call();
      expect(await list(orderId)).toMatchObject([{ doneBy: 'Ada', reason: 'seen on the account' }]);
      // A later call by another operator changes nothing.
      await notification.client.call(taskApi.closeHandPayment, { params: { orderId }, body: { operator: 'Ben' } });
      expect(await list(orderId)).toMatchObject([{ doneBy: 'Ada' }]);
    },
  );
});

describe('a task of the payment service', () => {
  it('is opened once for each cause, at the event’s time, despite a repeated event', async () => {
    const task = refundRequest();
    const { time } = await open(task);
    await open(task);
    const { cause: _cause, ...shown } = task;
    expect(await list(task.orderId)).toMatchObject([{ ...shown, since: time, doneAt: null }]);
  });

  it('has no refund if its event names an unknown product', async () => {
    const task = { ...refundRequest(), refund: { product: 'half', amountCents: 200 } };
    await open(task);
    expect(await list(task.orderId)).toMatchObject([{ refund: null }]);
  });

  it('is completed by an event with the same payment and kind', async () => {
    const task = refundRequest();
    const twice = { ...task, kind: 'unlocks_nothing', cause: task.paymentId };
    await open(task);
    await open(twice);
    const { time } = await settle(task, ['unlocks_nothing', 'refund_failed']);
    const done = { kind: 'unlocks_nothing', doneBy: 'system', doneAt: time, reason: 'Refunded.' };
    expect(await list(task.orderId)).toMatchObject([{ kind: 'refund_request', doneAt: null }, done]);
  });

  it('is completed by an event with the same cause, and not by an event with another cause', async () => {
    const [first, second] = [refundRequest(), refundRequest()].map((task) => ({ ...task, kind: 'dispute' }));
    for (const task of [first, second]) if (task) await open(task);
    const { paymentId = '', cause = '', orderId = '' } = first ?? {};
    await handle(TaskSettled, paymentId, { kinds: ['dispute'], paymentId, cause, reason: 'The dispute is over.' });
    expect(await list(orderId)).toMatchObject([{ doneBy: 'system' }]);
    expect(await list(second?.orderId ?? '')).toMatchObject([{ doneAt: null }]);
  });

  it('is inserted as done if a later settlement has already arrived, and as open if the settlement is older', async () => {
    const task = refundRequest();
    const at = (second: number) => new Date(Date.UTC(2026, 10, 26, 12, 0, second));
    await settle(task, ['refund_request'], at(2));
    await open({ ...task, cause: 'first' }, at(1));
    await open({ ...task, cause: 'second' }, at(3));
    await open({ ...task, kind: 'refund_failed', cause: 'third' }, at(1));
    const { orderId } = task;
    const byCause = (await list(orderId)).map(({ kind, since, doneAt, reason }) => [kind, since, doneAt, reason]);
    expect(byCause).toEqual(
      expect.arrayContaining([
        ['refund_request', at(1).toISOString(), at(2).toISOString(), 'Refunded.'],
        ['refund_request', at(3).toISOString(), null, null],
        ['refund_failed', at(1).toISOString(), null, null],
      ]),
    );
    // A retry of a dead-lettered event completes no later task.
    await settle(task, ['refund_request'], at(2));
    expect((await list(orderId)).filter(({ doneAt }) => doneAt === null)).toHaveLength(2);
  });

  it('causes one event, without the operator’s name or reason, when an operator closes the task', async () => {
    const task = refundRequest();
    await open(task);
    const [{ id } = { id: '' }] = await list(task.orderId);
    await Promise.all([close(id, 'The XRP has arrived'), close(id, 'The XRP has arrived')]);
    const events = (await notification.published(TaskClosed.type)).filter(({ subject }) => subject === task.orderId);
    const { kind, cause, paymentId } = task;
    expect(events.map(({ data }) => data)).toEqual([{ taskId: id, kind, cause, paymentId }]);
    expect(JSON.stringify(events)).not.toMatch(/Ada|arrived/);
  });

  it.each(['before', 'after'])('moves to the transfer if the guide is redeemed %s the task is opened', async (when) => {
    const task = refundRequest();
    const transferId = newTransferId();
    const redeem = () => handle(ConciergeGuideRedeemed, transferId, { orderId: task.orderId, transferId });
    if (when === 'before') await redeem();
    await open(task);
    if (when === 'after') await redeem();
    expect(await list(transferId)).toMatchObject([{ orderId: transferId }]);
  });
});

describe('the list of tasks', () => {
  it('shows open tasks first, newest first', async () => {
    const orders: string[] = [];
    for (let n = 0; n < 3; n++) {
      aheadMs += 1_000;
      const orderId = newTransferId();
      await wantToPayByHand(orderId);
      orders.push(orderId);
    }
    const [first, second, third] = orders as [string, string, string];
    await close((await list(third))[0]?.id);
    const { tasks } = await notification.client.call(taskApi.list, { query: { limit: 200 } });
    const order = tasks.map((task) => task.orderId);
    expect(order.filter((id) => id && orders.includes(id))).toEqual([second, first, third]);
    const firstDone = tasks.findIndex((task) => task.doneAt);
    expect(tasks.slice(firstDone).every((task) => task.doneAt)).toBe(true);
    expect((await notification.client.call(taskApi.list, { query: { limit: 2 } })).tasks).toHaveLength(2);
  });

  it('can be limited to one kind', async () => {
    const orderId = newTransferId();
    await wantToPayByHand(orderId);
    const listKind = async (kind: string) =>
      (await notification.client.call(taskApi.list, { query: { kind, search: orderId } })).tasks;
    expect(await listKind('hand_payment')).toMatchObject([{ orderId, kind: 'hand_payment' }]);
    expect(await listKind('dispute')).toEqual([]);
  });

  it('is searched with the index, without a sequential scan', async () => {
    const plan = await explain(notification.databaseUrl, 'notification', (db: Parameters<typeof listTasks>[0]) =>
      listTasks(db, { limit: 50, sort: '-since', search: '3f1b2c' }),
    );
    expect(plan).toContain('Bitmap Index Scan on task_searched');
    expect(plan).not.toMatch(/Seq Scan on task\b/);
  });

  it('is read in the order of an index, including later pages', async () => {
    const read = async (db: Parameters<typeof listTasks>[0]) => {
      const { nextCursor } = await listTasks(db, { limit: 1, sort: 'open' });
      await listTasks(db, { limit: 1, sort: 'open', cursor: nextCursor as string });
    };
    const plan = await explain(notification.databaseUrl, 'notification', read, ['seqscan']);
    expect(plan.match(/Index Scan Backward using task_open_then_newest/g)).toHaveLength(2);
    expect(plan).toContain('Index Cond');
    expect(plan).not.toContain('Sort');
  });
});

describe('a task', () => {
  const assign = (id: string, to: string | null) =>
    notification.client.call(taskApi.assign, { params: { id }, body: { to } });

  it('has the assigned operator until it is unassigned or done', async () => {
    const orderId = newTransferId();
    await wantToPayByHand(orderId);
    const [task] = await list(orderId);
    const id = task?.id ?? '';
    expect(task?.assignedTo).toBeNull();
    expect((await assign(id, 'Ada')).assignedTo).toBe('Ada');
    expect((await assign(id, 'Ben')).assignedTo).toBe('Ben');
    expect((await list('Ben')).map((found) => found.id)).toContain(id);
    expect((await assign(id, null)).assignedTo).toBeNull();
    await assign(id, 'Ben');
    await close(id);
    expect((await assign(id, 'Ada')).assignedTo).toBe('Ben');
  });

  it('cannot be assigned or closed if its id is unknown', async () => {
    for (const id of ['task_1', `task_${'0'.repeat(32)}`]) {
      await expect(assign(id, 'Ada')).rejects.toMatchObject({ code: 'task_not_found', status: 404 });
      await expect(close(id)).rejects.toMatchObject({ code: 'task_not_found', status: 404 });
    }
  });

  it('is counted as open until it is closed', async () => {
    const count = async () => (await notification.client.call(taskApi.count)).open;
    const before = await count();
    const orderId = newTransferId();
    await wantToPayByHand(orderId);
    expect(await count()).toBe(before + 1);
    const { oldest } = await notification.client.call(taskApi.count);
    const since = (await list(orderId))[0]?.since as string;
    expect(Date.parse(oldest as string)).toBeLessThanOrEqual(Date.parse(since));
    await close((await list(orderId))[0]?.id);
    expect(await count()).toBe(before);
  });
});

describe('a campaign without an API', () => {
  const campaign = { platform: 'rumble', budgetCents: 2_000, status: 'by_hand' };
  const create = (campaignId: string, todo: string | null) =>
    handle(CampaignCreated, campaignId, { ...campaign, campaignId, todo });

  it('opens one task with the campaign’s texts, and a campaign with an API opens no task', async () => {
    await create('campaign_2', null);
    await create('campaign_1', 'Make the campaign “Autumn” at Rumble.');
    await create('campaign_1', 'Make the campaign “Autumn” at Rumble.');
    const why = 'Make the campaign “Autumn” at Rumble.';
    expect(await list('campaign_by_hand')).toMatchObject([{ why, orderId: null, doneAt: null }]);
  });

  it('settles its task when it ends, and does not change a task that an operator has closed', async () => {
    await create('campaign_3', 'Make the campaign “Spring” at Rumble.');
    await create('campaign_4', 'Make the campaign “Summer” at Rumble.');
    const made = await close((await list('“Summer”'))[0]?.id, 'made at Rumble');
    for (const campaignId of ['campaign_4', 'campaign_3']) {
      await handle(CampaignEnded, campaignId, { campaignId, platform: 'rumble' });
    }
    expect(await list('“Spring”')).toMatchObject([{ doneBy: 'system', reason: 'The campaign ended.' }]);
    expect(await list('“Summer”')).toEqual([made]);
  });
});
