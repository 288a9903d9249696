import { randomBytes } from 'node:crypto';
import { alertApi, alertKinds } from '@xrp-bridge/contracts/operator-alerts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Context } from '../src/context.ts';
import { planAlert, sendAlert, sendOverdueAlerts } from '../src/use-cases/operator-alerts.ts';
import { eventually, type Harness, newEmail, startHarness } from './harness.ts';

const minute = 60_000;
let now = new Date('2026-11-21T10:00:00Z');
let notification: Harness;
beforeAll(async () => {
  notification = await startHarness({ clock: () => now });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => notification?.stop());

const advance = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

/** Plans an alert whose job never reaches the queue. */
async function planLostAlert() {
  const { client, context } = notification;
  const [operatorId, email] = [randomBytes(16).toString('hex'), newEmail('ada')];
  const body = { email, webhookUrl: null, kinds: [...alertKinds] };
  await notification.confirmAddress(operatorId, email);
  await client.call(alertApi.save, { params: { operatorId }, body });
  const alertId = `alert-${operatorId}`;
  const facts = { what: 'A customer asked for a refund', details: null, reference: null };
  await context.transact((tx) =>
    planAlert({ ...context, enqueue: () => undefined }, tx, { id: alertId, kind: 'refund_requests', facts }),
  );
  await context.db.deleteFrom('operator_delivery').where('operator_id', '<>', operatorId).execute();
  const delivery = { alertId, operatorId, way: 'email' } as const;
  const readDelivery = () =>
    context.db
      .selectFrom('operator_delivery')
      .select(['sent_at', 'due_at', 'runs'])
      .where('operator_id', '=', operatorId)
      .executeTakeFirst();
  const readOutcome = async () =>
    (await client.call(alertApi.read, { params: { operatorId } })).deliveries.email.failure;
  return { context, operatorId, email, delivery, readDelivery, readOutcome };
}

const run = (over: { lastAttempt?: boolean; signal?: AbortSignal } = {}) => ({
  attempt: 1,
  lastAttempt: false,
  signal: new AbortController().signal,
  ...over,
});
const withMailer = (context: Context, send: () => Promise<void>): Context => ({
  ...context,
  mailer: { ...context.mailer, send },
});
const refuse = () => Promise.reject(new Error('try later'));
const hang = () => new Promise<void>(() => {});

describe('the sweep of overdue alerts', () => {
  it('sends an alert exactly once, after its due time, if its job was lost', async () => {
    const { context, email, readDelivery } = await planLostAlert();
    advance(14 * minute);
    await sendOverdueAlerts(context);
    expect(await readDelivery()).toMatchObject({ runs: 0, sent_at: null });
    advance(2 * minute);
    await sendOverdueAlerts(context);
    await sendOverdueAlerts(context);
    await eventually(async () => expect(await readDelivery()).toMatchObject({ runs: 1, sent_at: expect.any(Date) }));
    advance(16 * minute);
    await sendOverdueAlerts(context);
    expect(await readDelivery()).toMatchObject({ runs: 1 });
    await notification.expectMails(email, 1);
  });

  it('does not send an alert while its job still retries', async () => {
    const { context, delivery, readDelivery } = await planLostAlert();
    advance(10 * minute);
    await expect(sendAlert(withMailer(context, refuse), delivery, run())).rejects.toThrow('didn’t accept');
    advance(10 * minute);
    await sendOverdueAlerts(context);
    expect(await readDelivery()).toMatchObject({ runs: 0 });
  });

  it('does not send an alert that was given up or whose address was deleted', async () => {
    const { context, delivery, operatorId, readDelivery } = await planLostAlert();
    await sendAlert(withMailer(context, refuse), delivery, run({ lastAttempt: true }));
    expect(await readDelivery()).toEqual({ sent_at: null, due_at: null, runs: 0 });
    const other = await planLostAlert();
    await context.db.updateTable('operator_choice').set({ email: null }).execute();
    await sendAlert(context, other.delivery, run());
    expect(await other.readDelivery()).toEqual({ sent_at: null, due_at: null, runs: 0 });
    expect(operatorId).not.toBe(other.operatorId);
  });
});

describe('a delivery', () => {
  it('is stored as a failure of the address if it takes too long, and does not fail the job', async () => {
    const { context, delivery, readOutcome } = await planLostAlert();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
    await sendAlert(withMailer(context, hang), delivery, run({ lastAttempt: true }));
    expect(await readOutcome()).toBe('The mail server didn’t respond in time.');
  });

  it('is not stored as a failure of the address if a shutdown interrupts it', async () => {
    const { context, delivery, readDelivery, readOutcome } = await planLostAlert();
    const stopping = new AbortController();
    const sending = sendAlert(
      withMailer(context, () => {
        stopping.abort(new Error('stopping'));
        return hang();
      }),
      delivery,
      run({ lastAttempt: true, signal: stopping.signal }),
    );
    await expect(sending).rejects.toThrow('stopping');
    expect(await readOutcome()).toBeNull();
    expect(await readDelivery()).toMatchObject({ sent_at: null, due_at: expect.any(Date) });
  });

  it('is stored as sent after an outage of the database, so that it is not sent again', async () => {
    const { context, delivery, readDelivery } = await planLostAlert();
    let outages = 0;
    const db = new Proxy(context.db, {
      get(target, name) {
        // The first two statements find the delivery and update its due time.
        if (name === 'updateTable' && outages++ === 1) {
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        }
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    let mails = 0;
    const send = async () => void mails++;
    await sendAlert(withMailer({ ...context, db }, send), delivery, run());
    expect(mails).toBe(1);
    expect(outages).toBeGreaterThan(2);
    expect(await readDelivery()).toMatchObject({ sent_at: expect.any(Date) });
  });
});
