import { CampaignCreated, CampaignEnded } from '@xrp-bridge/contracts/ads';
import { paymentApi, RefundRequestClosed, RefundRequested } from '@xrp-bridge/contracts/payment';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SettleUnsettled } from '../src/jobs.ts';
import { eventually, type Harness, newTransferId, sharePayment, startPayment } from './harness.ts';

const t = sharePayment();

const wantToPayByHand = (orderId: string) =>
  t.client.call(paymentApi.openTask, { body: { kind: 'hand_payment', orderId } });
const close = (id: string, reason = 'written to them', at = t) =>
  at.client.call(paymentApi.closeTask, { params: { id }, body: { operator: 'Ada', reason } });

/** Waits until a task of an order is there, and gives it. */
const taskOf = (orderId: string, kind: string, at = t) =>
  eventually(async () => {
    const task = (await at.tasks(orderId)).find((one) => one.kind === kind);
    return task ?? expect.fail(`no ${kind}`);
  });

describe('a hand payment', () => {
  test('is one task however often it is asked for, and another once that is done', async () => {
    const orderId = newTransferId();
    await Promise.all(Array.from({ length: 5 }, () => wantToPayByHand(orderId)));
    const [task] = await t.tasks(orderId);
    expect(await t.tasks(orderId)).toHaveLength(1);
    expect(task).toMatchObject({ kind: 'hand_payment', orderId, paymentId: null, doneAt: null, doneBy: null });

    const closed = await close(task?.id ?? '');
    expect(closed).toMatchObject({ doneBy: 'Ada', reason: 'written to them', doneAt: expect.any(String) });
    t.advance(1_000);
    expect(await close(task?.id ?? '', 'again')).toEqual(closed);
    await wantToPayByHand(orderId);
    expect(await t.tasks(orderId)).toMatchObject([{ doneAt: null }, { doneAt: closed.doneAt }]);
  });

  test('is done by the bypass that it asks for, and by paying with a card after all', async () => {
    const bypassed = newTransferId();
    await wantToPayByHand(bypassed);
    const body = { operator: 'Ada', reason: 'seen on the account' };
    await t.client.call(paymentApi.bypass, { params: { transferId: bypassed }, body });
    expect(await t.tasks(bypassed)).toMatchObject([{ doneBy: 'Ada', reason: 'seen on the account' }]);

    const paid = newTransferId();
    await wantToPayByHand(paid);
    await t.pay((await t.order(paid)).clientSecret);
    await eventually(async () => expect(await t.tasks(paid)).toMatchObject([{ doneBy: 'system' }]));
  });
});

describe('the list', () => {
  test('has the open ones first, newest first', async () => {
    const orders: string[] = [];
    for (let n = 0; n < 3; n++) {
      t.advance(1_000);
      const orderId = newTransferId();
      await wantToPayByHand(orderId);
      orders.push(orderId);
    }
    const [first, second, third] = orders as [string, string, string];
    await close((await t.tasks(third))[0]?.id ?? '');
    const { tasks } = await t.client.call(paymentApi.listTasks, { query: { limit: 200 } });
    const order = tasks.map((task) => task.orderId);
    expect(order.filter((id) => id && orders.includes(id))).toEqual([second, first, third]);
    const firstDone = tasks.findIndex((task) => task.doneAt);
    expect(tasks.slice(firstDone).every((task) => task.doneAt)).toBe(true);
    expect((await t.client.call(paymentApi.listTasks, { query: { limit: 2 } })).tasks).toHaveLength(2);
  });

  test('of what is not there nothing is closed', async () => {
    await expect(close('task_nothing')).rejects.toMatchObject({ code: 'task_not_found', status: 404 });
  });
});

describe('a refund that is asked for', () => {
  test('is one task, done by the refund', async () => {
    const { transferId, paymentId } = await t.paidTransfer();
    await t.requestRefund(transferId);
    await t.requestRefund(transferId);
    expect(await t.tasks(transferId)).toMatchObject([{ kind: 'refund_request', paymentId, doneAt: null }]);
    await t.refund(transferId);
    expect(await t.tasks(transferId)).toMatchObject([{ doneBy: 'system', reason: 'Paid back.' }]);
  });

  test('that an operator says no to is told to the transfer once, and can be asked for again', async () => {
    const { transferId, paymentId } = await t.paidTransfer();
    await t.requestRefund(transferId);
    const [task] = await t.tasks(transferId);
    await close(task?.id ?? '', 'The XRP has arrived');
    await close(task?.id ?? '', 'The XRP has arrived');
    expect(await t.emitted(transferId, RefundRequestClosed)).toEqual([
      { transferId, paymentId, refundRequestedAt: null },
    ]);
    t.advance(1_000);
    await t.requestRefund(transferId);
    expect(await t.emitted(transferId, RefundRequested, 2)).toHaveLength(2);
    expect(await t.tasks(transferId)).toMatchObject([{ doneAt: null }, { doneBy: 'Ada' }]);
    expect(await t.events(transferId, RefundRequestClosed)).toHaveLength(1);
  });

  test('is done too by refunds made in the provider’s dashboard, once they are all of it', async () => {
    const { transferId, intentId } = await t.paidTransfer();
    await t.requestRefund(transferId);
    await t.provider.refunds.create({ payment_intent: intentId, amount: 100 });
    await eventually(async () => expect(await t.paymentsOf(transferId)).toMatchObject([{ refunded: '1.00' }]));
    expect(await t.tasks(transferId)).toMatchObject([{ kind: 'refund_request', doneAt: null }]);
    await t.provider.refunds.create({ payment_intent: intentId });
    await eventually(async () => expect(await t.tasks(transferId)).toMatchObject([{ doneBy: 'system' }]));
  });
});

describe('money that does not fit', () => {
  // What these leave at the provider is in no books.
  let differing: Harness;
  beforeAll(async () => {
    differing = await startPayment();
  });
  afterAll(() => differing?.stop());

  test('paid after a bypass is a task', async () => {
    const transferId = newTransferId();
    const { clientSecret, paymentId } = await t.order(transferId);
    await t.client.call(paymentApi.bypass, { params: { transferId }, body: { operator: 'Ada' } });
    await t.pay(clientSecret);
    expect(await taskOf(transferId, 'unlocks_nothing')).toMatchObject({ paymentId, doneAt: null });
  });

  test('of another amount is one task, whoever notices it and however often, also once it is closed', async () => {
    const transferId = newTransferId();
    const { paymentId } = await differing.order(transferId);
    // As if the amount had been changed in the provider's dashboard.
    const { id } = await differing.provider.paymentIntents.create({
      amount: 399,
      currency: 'usd',
      metadata: { payment_id: paymentId },
    });
    await differing.context.db.updateTable('payment').set({ intent_id: id }).where('id', '=', paymentId).execute();
    await differing.provider.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    const task = await taskOf(transferId, 'wrong_amount', differing);
    expect(task).toMatchObject({ paymentId });
    await close(task.id, 'paid back', differing);
    differing.advance(3 * 60_000);
    await differing.run(SettleUnsettled);
    expect(await differing.tasks(transferId)).toHaveLength(1);
  });

  test('disputed at another shop on our account is noted', async () => {
    const { id } = await differing.provider.paymentIntents.create({
      amount: 999,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    await differing.control('POST', 'stripe/disputes', { paymentIntent: id });
    await eventually(async () => {
      const { events } = await differing.client.call(paymentApi.listWebhookEvents, { query: { outcome: 'not_ours' } });
      expect(events.map((event) => event.type)).toContain('charge.dispute.created');
    });
  });
});

describe('a dispute', () => {
  test('is a task when it begins, done when it is over, which is another one; and books nothing', async () => {
    const { transferId, paymentId, intentId } = await t.paidTransfer();
    const before = await t.client.call(paymentApi.readAccounting);
    const dispute = await t.control('POST', 'stripe/disputes', { paymentIntent: intentId });
    const task = await taskOf(transferId, 'dispute');
    expect(task).toMatchObject({ paymentId, why: expect.stringContaining('fraudulent') });
    await t.control('POST', 'stripe/disputes', { id: dispute.id, status: 'lost' });
    await eventually(async () => {
      const over = { why: expect.stringContaining('lost'), doneAt: null };
      expect(await t.tasks(transferId)).toMatchObject([over, { id: task.id, doneBy: 'system' }]);
    });
    expect(await t.client.call(paymentApi.readAccounting)).toEqual(before);
    // The dispute's events are sent side by side.
    await eventually(async () => {
      const { events } = await t.client.call(paymentApi.listWebhookEvents, { query: { outcome: 'disputed' } });
      expect(events.map((event) => event.type)).toContain('charge.dispute.funds_withdrawn');
    });
  });
});

describe('taking a task over', () => {
  const assign = (id: string, to: string | null) =>
    t.client.call(paymentApi.assignTask, { params: { id }, body: { to } });

  test('says who has it, until it is given back or done', async () => {
    const orderId = newTransferId();
    await wantToPayByHand(orderId);
    const { id, assignedTo } = await taskOf(orderId, 'hand_payment');
    expect(assignedTo).toBeNull();
    expect((await assign(id, 'Ada')).assignedTo).toBe('Ada');
    expect((await assign(id, 'Ben')).assignedTo).toBe('Ben');
    const found = await t.client.call(paymentApi.listTasks, { query: { search: 'Ben' } });
    expect(found.tasks.map((task) => task.id)).toContain(id);
    expect((await assign(id, null)).assignedTo).toBeNull();
    await assign(id, 'Ben');
    await close(id);
    expect((await assign(id, 'Ada')).assignedTo).toBe('Ben');
  });

  test('needs a task', async () => {
    for (const id of ['task_1', `task_${'0'.repeat(32)}`]) {
      await expect(assign(id, 'Ada')).rejects.toMatchObject({ code: 'task_not_found' });
    }
  });

  test('open ones are counted', async () => {
    const open = async () => (await t.client.call(paymentApi.countTasks)).open;
    const before = await open();
    const orderId = newTransferId();
    await wantToPayByHand(orderId);
    expect(await open()).toBe(before + 1);
    await close((await taskOf(orderId, 'hand_payment')).id);
    expect(await open()).toBe(before);
  });
});

describe('a campaign without an API', () => {
  const campaign = { platform: 'rumble', budgetCents: 2_000, status: 'by_hand' };
  const tell = (campaignId: string, todo: string | null) =>
    t.publish(CampaignCreated, campaignId, { ...campaign, campaignId, todo });

  test('is one task with its texts, and one with an API is none', async () => {
    await tell('campaign_2', null);
    await tell('campaign_1', 'Make the campaign “Autumn” at Rumble.');
    await tell('campaign_1', 'Make the campaign “Autumn” at Rumble.');
    const ours = async () => {
      const { tasks } = await t.client.call(paymentApi.listTasks, { query: { search: 'campaign_by_hand' } });
      return tasks;
    };
    await eventually(async () =>
      expect(await ours()).toMatchObject([
        { kind: 'campaign_by_hand', why: 'Make the campaign “Autumn” at Rumble.', orderId: null, doneAt: null },
      ]),
    );
  });

  test('is no task any more once it has ended, and stays done by whoever has made it', async () => {
    const taskOn = async (name: string) => {
      const { tasks } = await t.client.call(paymentApi.listTasks, { query: { search: `“${name}”` } });
      expect(tasks).toHaveLength(1);
      return tasks[0] as (typeof tasks)[number];
    };
    await tell('campaign_3', 'Make the campaign “Spring” at Rumble.');
    await tell('campaign_4', 'Make the campaign “Summer” at Rumble.');
    const made = await close((await eventually(() => taskOn('Summer'))).id, 'made at Rumble');
    await eventually(() => taskOn('Spring'));
    for (const campaignId of ['campaign_4', 'campaign_3']) {
      await t.publish(CampaignEnded, campaignId, { campaignId, platform: 'rumble' });
    }
    await eventually(async () =>
      expect(await taskOn('Spring')).toMatchObject({ doneBy: 'system', reason: 'The campaign was ended.' }),
    );
    expect(await taskOn('Summer')).toEqual(made);
  });
});
