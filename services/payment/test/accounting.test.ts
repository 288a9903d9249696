import { operationsApi } from '@xrp-bridge/contracts/operations';
import { AccountingChecked, PaymentRefunded, PaymentSucceeded, paymentApi } from '@xrp-bridge/contracts/payment';
import { formatCents } from '@xrp-bridge/contracts/prices';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { sql } from 'kysely';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { CheckAccounting, measureAccounting } from '../src/use-cases/check-accounting.ts';
import { eventually, newTransferId, sharePayment, startPayment } from './harness.ts';

const t = sharePayment();

const cents = (amount: string) => Math.round(Number(amount) * 100);

async function measureDifference({ context }: Pick<typeof t, 'context'>): Promise<number | undefined> {
  const measures = await measureAccounting(context);
  return measures.find(({ name }) => name === 'xrp_bridge.accounting.difference')?.value;
}

/** Opens the hosted page of a subscription that costs $4.00 from the first day. */
async function openSubscriptionPage(provider: Stripe, metadata: Record<string, string>): Promise<string> {
  const price = { currency: 'usd', unit_amount: 400, recurring: { interval: 'month' } } as const;
  const { url } = await provider.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ quantity: 1, price_data: { ...price, product_data: { name: 'Signals' } } }],
    subscription_data: { metadata },
    success_url: 'http://localhost:3000/done',
  });
  return url as string;
}

test('a bundle is booked as two sales, and a refund of its concierge changes only the accounts of the concierge', async () => {
  const before = (await t.client.call(paymentApi.readAccounting)).totals;
  const { transferId, paymentId } = await t.paidTransfer('17.76');
  await t.refund(transferId, 'concierge');
  await t.emitted(transferId, PaymentRefunded);
  const { totals } = await t.client.call(paymentApi.readAccounting);
  const moved = Object.entries(totals).map(([account, total]) => [
    account,
    formatCents(cents(total) - cents(before[account as 'revenue_guide'] ?? '0')),
  ]);
  expect(Object.fromEntries(moved)).toEqual({
    stripe_clearing: '4.00',
    revenue_guide: '-4.00',
    revenue_concierge: '-13.76',
    revenue_signals: '0.00',
    refunds_guide: '0.00',
    refunds_concierge: '13.76',
    refunds_signals: '0.00',
  });
  const lines = await t.context.db
    .selectFrom('accounting_entry')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .execute();
  expect(lines).toHaveLength(5);
});

test('accounting entries that do not balance cannot be inserted, and inserted entries cannot be changed', async () => {
  const { paymentId } = await t.paidTransfer();
  const { db } = t.context;
  const line = { currency: 'USD', payment_id: paymentId, kind: 'sale', at: new Date() } as const;
  const write = (transaction: string, ...amounts: [string, number][]) =>
    db
      .insertInto('accounting_entry')
      .values(
        amounts.map(([account, cents]) => ({
          ...line,
          transaction_id: transaction,
          account: account as 'revenue_guide',
          amount_cents: cents,
        })),
      )
      .execute();
  await expect(write('one-sided', ['stripe_clearing', 400])).rejects.toThrow('must sum to zero');
  await expect(write('a cent off', ['stripe_clearing', 400], ['revenue_guide', -399])).rejects.toThrow(
    'must sum to zero',
  );
  await expect(write(paymentId, ['stripe_clearing', 400], ['revenue_guide', -400])).rejects.toThrow('duplicate key');
  for (const change of [
    sql`update accounting_entry set amount_cents = 1 where payment_id = ${paymentId}`,
    sql`delete from accounting_entry where payment_id = ${paymentId}`,
    sql`truncate accounting_entry`,
  ]) {
    await expect(change.execute(db)).rejects.toThrow('append-only');
  }
});

test('the reconciliation settles a charged payment whose row lacks the reference', async () => {
  const transferId = newTransferId();
  const { paymentId, clientSecret } = await t.order(transferId, { serviceFee: '4.00' });
  await t.hold(true);
  await t.pay(clientSecret);
  // As in a backup that was made after the row was committed, and before the provider answered.
  await t.context.db.updateTable('payment').set({ intent_id: null }).where('id', '=', paymentId).execute();
  expect(await t.client.call(paymentApi.reconcileAccounting)).toMatchObject({ agrees: true, differences: [] });
  expect(await t.paymentsOf(transferId)).toMatchObject([{ id: paymentId, status: 'succeeded' }]);
  await t.hold(false);
});

test('the reconciliation lists each payment that differs from the provider’s data', async () => {
  const differing = await startPayment();
  try {
    const intact = await differing.paidTransfer();
    const lost = await differing.paidTransfer('17.76');
    await differing.hold(true);
    await differing.provider.refunds.create({ payment_intent: lost.intentId, amount: 100 });
    const found = await differing.client.call(paymentApi.reconcileAccounting);
    expect(found).toEqual({
      agrees: false,
      booked: { paid: '21.76', refunded: '0.00' },
      provider: { paid: '21.76', refunded: '1.00' },
      found: [],
      accepted: [],
      differences: [
        {
          paymentId: lost.paymentId,
          subscriptionId: null,
          intentId: lost.intentId,
          booked: { paid: '17.76', refunded: '0.00' },
          provider: { paid: '17.76', refunded: '1.00' },
        },
      ],
    });
    // A charge of another shop on the same provider account is not compared.
    await differing.provider.paymentIntents.create({
      amount: 999,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    // A charge that is not booked but has the id of one of our payments is a difference.
    const unbooked = await differing.provider.paymentIntents.create({
      amount: 400,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      metadata: { payment_id: intact.paymentId },
    });
    const { differences } = await differing.client.call(paymentApi.reconcileAccounting);
    expect(differences).toHaveLength(2);
    expect(differences).toContainEqual(expect.objectContaining({ paymentId: intact.paymentId, booked: null }));
    // A charge for a subscription with our metadata but an unknown id is a difference too.
    for (const name of ['subscription_id', 'name_of_another_shop'])
      await differing.payOn(await openSubscriptionPage(differing.provider, { [name]: 'sub_of_ours' }));
    const unknown = (await differing.client.call(paymentApi.reconcileAccounting)).differences;
    expect(unknown).toHaveLength(3);
    const nothing = { paymentId: null, booked: null, provider: { paid: '4.00', refunded: '0.00' } };
    expect(unknown).toContainEqual(expect.objectContaining({ ...nothing, subscriptionId: 'sub_of_ours' }));

    const logged: unknown[] = [];
    differing.context.log.error = ((...given: unknown[]) => logged.push(given)) as never;
    await differing.run(CheckAccounting);
    expect(JSON.stringify(logged)).toContain('differ from what the provider holds');
    expect(await differing.emitted('accounting', AccountingChecked)).toMatchObject([{ differences: 3, days: 7 }]);
    // A refund of $1.00 and two charges of $4.00 differ.
    expect(await measureDifference(differing)).toBe(9);

    await differing.provider.refunds.create({ payment_intent: unbooked.id, amount: 399 });
    const readIntents = async () => {
      const answer = await differing.client.call(paymentApi.reconcileAccounting);
      return answer.differences.map(({ intentId }) => intentId);
    };
    expect(await readIntents()).toContain(unbooked.id);
    await differing.provider.refunds.create({ payment_intent: unbooked.id, amount: 1 });
    expect(await readIntents()).not.toContain(unbooked.id);
  } finally {
    await differing.stop();
  }
});

describe('the nightly check', () => {
  const dayMs = 24 * 3600_000;

  test('counts a difference until it is resolved, and compares it on request', async () => {
    const differing = await startPayment();
    try {
      const { paymentId } = await differing.paidTransfer();
      await differing.hold(true);
      const unknown = await differing.provider.paymentIntents.create({
        amount: 400,
        currency: 'usd',
        confirm: true,
        payment_method: 'pm_card_visa',
        metadata: { payment_id: paymentId },
      });
      for (const expectedDays of [7, 37]) {
        await differing.run(CheckAccounting);
        expect(await measureDifference(differing)).toBe(4);
        const checks = await differing.events('accounting', AccountingChecked);
        expect(checks.at(-1)).toEqual({ balanced: true, differences: 1, days: expectedDays });
        differing.advance(30 * dayMs);
      }
      const { differences } = await differing.client.call(paymentApi.reconcileAccounting);
      expect(differences).toMatchObject([{ intentId: unknown.id }]);

      await differing.provider.refunds.create({ payment_intent: unknown.id });
      await differing.run(CheckAccounting);
      expect(await measureDifference(differing)).toBe(0);
      await differing.run(CheckAccounting);
      expect((await differing.events('accounting', AccountingChecked)).at(-1)).toMatchObject({ days: 7 });
    } finally {
      await differing.stop();
    }
  });

  test('does not count a difference that an owner has accepted, until its amounts change', async () => {
    const differing = await startPayment();
    try {
      const { paymentId } = await differing.paidTransfer();
      const { id: intentId } = await differing.provider.paymentIntents.create({
        amount: 400,
        currency: 'usd',
        confirm: true,
        payment_method: 'pm_card_visa',
        metadata: { payment_id: paymentId },
      });
      await differing.run(CheckAccounting);
      expect(await measureDifference(differing)).toBe(4);
      const { differences } = await differing.client.call(paymentApi.reconcileAccounting);
      const { booked = null, provider = null } = differences[0] ?? {};
      const { acceptedAt } = await differing.client.call(paymentApi.acceptDifference, {
        params: { intentId },
        body: { booked, provider },
      });
      // The check that follows settles the task.
      await eventually(async () => expect(await measureDifference(differing)).toBe(0));
      expect((await differing.events('accounting', AccountingChecked)).at(-1)).toMatchObject({ differences: 0 });
      expect(await differing.client.call(paymentApi.reconcileAccounting)).toMatchObject({
        agrees: true,
        differences: [],
        accepted: [{ intentId, paymentId, booked: null, acceptedAt }],
      });
      await differing.provider.refunds.create({ payment_intent: intentId, amount: 100 });
      expect(await differing.client.call(paymentApi.reconcileAccounting)).toMatchObject({
        differences: [{ intentId, provider: { paid: '4.00', refunded: '1.00' } }],
        accepted: [],
      });
    } finally {
      await differing.stop();
    }
  });

  test('counts the amount by which the entries disagree with the payments', async () => {
    const differing = await startPayment();
    try {
      const { paymentId } = await differing.paidTransfer();
      await differing.context.db
        .updateTable('payment')
        .set({ amount_cents: 250 })
        .where('id', '=', paymentId)
        .execute();
      await differing.run(CheckAccounting);
      const expected = { balanced: false, differences: 0, days: 7 };
      expect(await differing.emitted('accounting', AccountingChecked)).toEqual([expected]);
      expect(await measureDifference(differing)).toBe(1.5);
    } finally {
      await differing.stop();
    }
  });

  test('has an age, which a failed check does not reset', async () => {
    const unchecked = await startPayment();
    const readAge = async () => {
      const measures = await measureAccounting(unchecked.context);
      return measures.find(({ name }) => name === 'xrp_bridge.accounting.check.age')?.value;
    };
    try {
      expect(await measureAccounting(unchecked.context)).toEqual([]);
      await unchecked.paidTransfer();
      unchecked.advance(dayMs);
      expect(await readAge()).toBeGreaterThanOrEqual(dayMs / 1_000);
      expect(await measureDifference(unchecked)).toBeUndefined();
      await unchecked.run(CheckAccounting);
      expect(await readAge()).toBeLessThan(dayMs / 1_000);
      unchecked.advance(dayMs);
      await unchecked.fault('down');
      await expect(unchecked.run(CheckAccounting)).rejects.toThrow();
      expect(await readAge()).toBeGreaterThanOrEqual(dayMs / 1_000);
    } finally {
      await unchecked.stop();
    }
  });
});

test('the daily totals equal the sums of the accounting entries after sales and refunds', async () => {
  const { transferId } = await t.paidTransfer('17.76');
  await t.refund(transferId, 'concierge');
  const day = t.context.clock().toISOString().slice(0, 10);
  const daily = await t.client.call(operationsApi.readDailyTotals, { query: { from: day, to: day } });
  const { totals } = await t.client.call(paymentApi.readAccounting);
  for (const [account, total] of Object.entries(totals)) expect(daily.totals[account] ?? 0).toBe(cents(total));
});

describe('a receipt', () => {
  const receipt = (id: string) => t.client.call(paymentApi.readReceipt, { params: { id } });

  test('lists the amount, payee and time of each payment separately', async () => {
    const { transferId } = await t.paidTransfer();
    await t.pay((await t.order(transferId, { purpose: 'concierge' })).clientSecret);
    await t.emitted(transferId, PaymentSucceeded, 2);
    const [guide, concierge] = await t.paymentsOf(transferId).then((all) => all.toReversed());
    const unpaidBack = { currency: 'USD', refunded: '0.00', refundedAt: null };
    expect(await receipt(transferId)).toEqual({
      reference: referenceOf(transferId),
      payee: 'XRP BRIDGE',
      payments: [
        { product: 'guide', amount: '4.00', paidAt: guide?.paidAt, ...unpaidBack },
        { product: 'concierge', amount: '13.76', paidAt: concierge?.paidAt, ...unpaidBack },
      ],
    });
  });

  test('contains the refunded amount and the time of the last refund', async () => {
    const { transferId } = await t.paidTransfer('17.76');
    await t.refund(transferId, 'concierge');
    const [part] = (await receipt(transferId)).payments;
    expect(part).toMatchObject({ product: 'bundle', amount: '17.76', refunded: '13.76' });
    t.advance(60_000);
    await t.refund(transferId);
    const [whole] = (await receipt(transferId)).payments;
    expect(whole).toMatchObject({ amount: '17.76', refunded: '17.76' });
    expect(Date.parse(whole?.refundedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(part?.refundedAt ?? '') + 60_000);
  });

  test('is empty after a declined card and after a bypass', async () => {
    const transferId = newTransferId();
    const { clientSecret } = await t.order(transferId);
    await t.pay(clientSecret, 'pm_card_chargeDeclined');
    expect((await receipt(transferId)).payments).toEqual([]);
    await t.client.call(paymentApi.bypass, { params: { transferId }, body: { operator: 'Ada' } });
    expect((await receipt(transferId)).payments).toEqual([]);
  });
});
